/**
 * Ways from and to other libraries: futures, and the workers seen as an executor service.
 *
 * <p>Cancellation crosses in both directions. A future that is cancelled cancels its fiber, and a fiber that is cancelled
 * cancels the future that it waits for.
 */
package dev.clew.interop;
