/**
 * How a task is evaluated: its nodes, the fiber that walks them, and what a fiber waits on.
 *
 * <p>Each node kind evaluates itself with nested calls, and becomes a frame on the heap only when its fiber suspends, yields
 * or nests too deeply. Here stand the fiber and its strands (the units of cancellation), the branches and ranges that turn
 * into fibers only when they must, and the wait cell on which every suspension rests. The scheduler is known only as an
 * interface, so that the same evaluator runs on the pool and under the deterministic runtime of the testkit.
 */
package dev.clew.internal.kernel;
