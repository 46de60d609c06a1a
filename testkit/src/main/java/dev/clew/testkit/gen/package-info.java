/**
 * A seeded generator of task programs, with shrinking.
 *
 * <p>A failing program is reported with its seed and in its smallest form; the seed makes the same program again.
 */
package dev.clew.testkit.gen;
