package dev.clew.internal.sched;

import java.util.BitSet;

/**
 * How often the sentinel found ready jobs that nobody looked for, and which of these times are no lost wake-up: some
 * thread was just between making jobs ready and waking somebody for them, or between giving up a search and looking once
 * more, where the system may stop it for long.
 *
 * <p>Such a thread asks {@link #count} first and {@link #explain}s afterwards what came in between. So at rest the count
 * of what nobody explains is exact; while a thread stands in between it may be too high.
 *
 * <pre>
 * field     | writer       | access
 * ----------+--------------+--------------------------------------------------------------
 * count     | the sentinel | volatile; written under the lock, hardly ever, read all the time
 * explained | any          | lock on this
 * </pre>
 */
final class Rescues {
    private final BitSet explained = new BitSet();
    private volatile int count;

    int count() {
        return count;
    }

    /** Since {@code before} the calling thread has stood where a rescue is to be expected. */
    void explain(int before) {
        int now = count;
        if (now != before) {
            explain(before, now);
        }
    }

    private synchronized void explain(int from, int to) {
        explained.set(from, to);
    }

    /** The sentinel found forgotten jobs. It looks again after this, so that who stands in between has not gone on yet. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    synchronized void add() {
        count++;
    }

    /** How many nobody explains. */
    synchronized long unexplained() {
        return (long) count - explained.cardinality();
    }
}
