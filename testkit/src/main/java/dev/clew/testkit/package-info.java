/**
 * A single-threaded runtime with virtual time, and the checks that a test makes on it.
 *
 * <p>A run is a function of its program and its seed: the runtime decides which job is next, whether a branch is evaluated
 * inline or becomes a fiber, and when time moves on.
 */
package dev.clew.testkit;
