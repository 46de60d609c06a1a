/**
 * Lincheck tests: every interleaving that the model checker tries, and a stress run besides, must have a sequential
 * explanation. An owner's operations stand in one group that Lincheck does not run in parallel with itself.
 */
@NullMarked
package dev.clew.verify.lincheck;

import org.jspecify.annotations.NullMarked;
