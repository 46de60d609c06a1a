package dev.clew.internal.sched;

import java.util.concurrent.atomic.LongAdder;

/** What happens off the workers, counted by many threads. */
final class SharedCounts {
    final LongAdder forks = new LongAdder();
    final LongAdder fibers = new LongAdder();
    final LongAdder fibersEnded = new LongAdder();

    /** Runs that never left their caller's thread. */
    final LongAdder guests = new LongAdder();

    final LongAdder branchesForked = new LongAdder();
    final LongAdder branchesPromoted = new LongAdder();
    final LongAdder branchesDropped = new LongAdder();
    final LongAdder unparks = new LongAdder();

    /** What the monitor did. */
    final LongAdder yieldsAsked = new LongAdder();

    final LongAdder blockedReplaced = new LongAdder();
    final LongAdder starvationWarnings = new LongAdder();
}
