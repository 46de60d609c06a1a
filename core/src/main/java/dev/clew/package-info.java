/**
 * Tasks, fibers, and the runtime that runs them.
 *
 * <p>A {@code Task} describes work and runs nothing until it is asked to; a {@code Fiber} is one running evaluation of a
 * task; an {@code Outcome} is how it ended; a {@code TaskRuntime} holds the workers, timers and counters. These are the
 * names that every program uses. What several fibers share stands in {@code dev.clew.sync}, and the ways from and to other
 * libraries in {@code dev.clew.interop}.
 */
package dev.clew;
