package dev.clew.internal.sched;

import java.util.concurrent.atomic.LongAdder;

/** What happens off the workers, counted by many threads. */
final class SharedCounts {
    final LongAdder forks = new LongAdder();
    final LongAdder fibers = new LongAdder();
    final LongAdder fibersSucceeded = new LongAdder();
    final LongAdder fibersFailed = new LongAdder();
    final LongAdder fibersCanceled = new LongAdder();

    /** Runs that never left their caller's thread and succeeded; begun and ended at once, and counted by one addition. */
    final LongAdder guests = new LongAdder();

    final LongAdder branchesForked = new LongAdder();
    final LongAdder branchesPromoted = new LongAdder();
    final LongAdder branchesDropped = new LongAdder();
    final LongAdder unparks = new LongAdder();

    /** What the monitor did. */
    final LongAdder yieldsAsked = new LongAdder();

    final LongAdder blockedReplaced = new LongAdder();
    final LongAdder starvationWarnings = new LongAdder();

    void ended(Ending how) {
        switch (how) {
            case SUCCEEDED -> fibersSucceeded.increment();
            case FAILED -> fibersFailed.increment();
            case CANCELED -> fibersCanceled.increment();
        }
    }

    /** A run ended on its caller's thread; it had not been counted as begun. */
    void guestEnded(Ending how) {
        if (how == Ending.SUCCEEDED) {
            guests.increment();
        } else {
            fibers.increment();
            ended(how);
        }
    }

    /** How many fibers counted as begun, without guests that succeeded, have ended. */
    long fibersEnded() {
        return fibersSucceeded.sum() + fibersFailed.sum() + fibersCanceled.sum();
    }
}
