/**
 * A single-threaded runtime with virtual time, the exploration of schedules on it, and the checks that a test makes.
 *
 * <p>A run is a function of its program and of the decisions of a {@link dev.clew.testkit.Strategy}: which job is next,
 * whether a branch is evaluated inline or becomes a fiber, where a fiber gives way, and when time moves on.
 * {@link dev.clew.testkit.TestRuntime} makes one run; {@link dev.clew.testkit.Explore} makes many, and shrinks the first
 * that goes wrong to a short text from which it can be repeated.
 */
package dev.clew.testkit;
