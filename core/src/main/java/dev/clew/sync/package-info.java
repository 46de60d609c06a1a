/**
 * What fibers share and wait on. {@link dev.clew.sync.Deferred} is a value
 * set once, {@link dev.clew.sync.Queue} hands elements over, {@link dev.clew.sync.Topic} gives messages to all who listen.
 *
 * <p>A primitive suspends the fiber that has to wait and never blocks its worker. A wait that is cancelled leaves nothing
 * behind: no element, permit or wake-up is lost. All stand on the wait cell of the evaluator and on nothing else, so each
 * reads as the others do.
 */
package dev.clew.sync;
