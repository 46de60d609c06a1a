package dev.clew.internal.sched;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a parked worker looks after for those that run, each millisecond: next slots behind a long job, and timers that
 * their worker is late with. One object to a worker, used while that worker is the sentinel.
 */
final class Sentinel {
    /** How late a timer is before it is taken for forgotten: its worker looks more often, unless it is busy. */
    private static final long LATE_NANOS = 500_000;

    private final Worker worker;
    private @Nullable Runnable[] seenNext;
    private long[] seenEpoch;

    Sentinel(Worker worker, int workers) {
        this.worker = worker;
        this.seenNext = new Runnable[workers];
        this.seenEpoch = new long[workers];
    }

    void begin() {
        int workers = worker.pool().workers().length;
        if (seenNext.length < workers) {
            seenNext = new Runnable[workers];
            seenEpoch = new long[workers];
        }
        Arrays.fill(seenNext, null);
    }

    /** Moves to the worker's ring what was seen twice in a next slot while its owner ran one and the same job. */
    boolean takeAged() {
        boolean took = false;
        Worker[] workers = worker.pool().workers();
        for (int v = 0; v < Math.min(workers.length, seenNext.length); v++) {
            Worker victim = workers[v];
            Runnable waiting = victim.nextAcquire();
            long epoch = victim.counts().executedCount();
            if (waiting != null && waiting == seenNext[v] && epoch == seenEpoch[v]) {
                if (victim.casNext(waiting)) {
                    worker.offer(waiting);
                    took = true;
                }
                waiting = null;
            }
            seenNext[v] = waiting;
            seenEpoch[v] = epoch;
        }
        return took;
    }

    /** Whether another worker is late with a timer. Without timers the clock is not read. */
    boolean seesLateTimers() {
        return find(false);
    }

    /** Fires what others are late with. The worker is awake and searches: what becomes ready goes to its ring. */
    void fireLateTimers() {
        find(true);
    }

    private boolean find(boolean fire) {
        boolean found = false;
        long now = 0;
        boolean read = false;
        for (Worker other : worker.pool().workers()) {
            if (other == worker || other.timers().heap().isEmpty()) {
                continue;
            }
            if (!read) {
                read = true;
                now = System.nanoTime();
            }
            if (other.timers().heap().isDue(now - LATE_NANOS)) {
                found = true;
                if (!fire) {
                    return true;
                }
                worker.fire(other.timers().heap(), now);
            }
        }
        return found;
    }
}
