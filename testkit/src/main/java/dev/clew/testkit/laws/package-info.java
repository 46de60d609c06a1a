/**
 * The laws of tasks, as equations between programs: equal outcome and equal order of effects.
 *
 * <p>Each law is checked on the real runtime and on the deterministic one.
 */
package dev.clew.testkit.laws;
