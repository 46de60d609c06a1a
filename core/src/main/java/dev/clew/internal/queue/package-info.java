/**
 * The queues of the scheduler: {@link dev.clew.internal.queue.Ring} holds what is ready to run,
 * {@link dev.clew.internal.queue.BranchDeque} what may be forked, and {@link dev.clew.internal.queue.ExternalQueue}
 * what comes from outside or spills over. They know neither fibers nor tasks.
 */
package dev.clew.internal.queue;
