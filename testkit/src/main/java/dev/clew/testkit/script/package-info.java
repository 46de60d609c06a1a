/**
 * Generated programs whose whole history is known: a seeded generator, and a slow interpreter in virtual time that says what
 * each effect's moment is, which finalizers run, and how the program ends, races and cancellations among it.
 */
package dev.clew.testkit.script;
