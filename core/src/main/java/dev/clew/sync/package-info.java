/**
 * What fibers share and wait on.
 *
 * <p>A primitive suspends the fiber that has to wait and never blocks its worker. A wait that is cancelled leaves nothing
 * behind: no element, permit or wake-up is lost. Who waits is served in the order of coming. All stand on the wait cell of the
 * evaluator and on nothing else, so each reads as the others do; {@link dev.clew.sync.Semaphore} is the one to read first.
 *
 * <p>{@link dev.clew.sync.Ref} and {@link dev.clew.sync.AtomicCell} are variables; {@link dev.clew.sync.Semaphore},
 * {@link dev.clew.sync.Mutex} and {@link dev.clew.sync.ReadWriteLock} bound who does something at a time;
 * {@link dev.clew.sync.Deferred} and {@link dev.clew.sync.MVar} hand over a value, once and again and again;
 * {@link dev.clew.sync.CountDownLatch} and {@link dev.clew.sync.CyclicBarrier} let fibers wait for one another;
 * {@link dev.clew.sync.Queue} hands elements over, {@link dev.clew.sync.Topic} gives messages to all who listen.
 */
package dev.clew.sync;
