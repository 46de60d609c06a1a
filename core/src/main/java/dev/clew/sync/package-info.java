/**
 * What fibers share and wait on.
 *
 * <p>Each primitive suspends the fiber that has to wait and never blocks its worker. A wait that is cancelled leaves nothing
 * behind: no element, permit or wake-up is lost. All of them stand on the wait cell of the evaluator and on nothing else, so
 * each reads as the others do.
 */
package dev.clew.sync;
