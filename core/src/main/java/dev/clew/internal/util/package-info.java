/**
 * Small things that every other internal package stands on: VarHandle look-up, padding, random numbers, preconditions, and
 * the look-up of virtual threads on the JDKs that have them.
 *
 * <p>This package imports nothing of Clew.
 */
package dev.clew.internal.util;
