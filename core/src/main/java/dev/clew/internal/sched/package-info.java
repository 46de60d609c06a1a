/**
 * How jobs get to threads: the pool, its workers, their idle state, and the threads for blocking calls.
 *
 * <p>A worker runs jobs and lets others take branches; it knows neither tasks nor fibers. The counts of the metrics are the
 * scheduler's own indices and plain numbers that one worker alone writes; nothing here reads them.
 */
package dev.clew.internal.sched;
