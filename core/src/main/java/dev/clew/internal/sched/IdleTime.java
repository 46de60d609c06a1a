package dev.clew.internal.sched;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * How long one worker was parked, and how long it was not, since it began. The worker writes, twice a park; anybody reads.
 *
 * <pre>
 * field                 | writer     | access | pairs with
 * ----------------------+------------+--------+------------------------------------------------
 * version               | the worker | volatile; odd while the others change | itself, read before and after them
 * began, parked, idle,  | the worker | opaque | version
 * ended                 |            |        |
 * </pre>
 *
 * <p><b>Neither time ever shrinks.</b> A reader reads the clock between its two looks at an even version, and a worker between
 * making it odd and writing. So a reader's time is before the worker's, or after it and then the reader sees what the worker
 * wrote: no time is counted as idle by one reading and as busy by the next.
 */
final class IdleTime {
    private static final VarHandle VERSION = field("version");
    private static final VarHandle BEGAN = field("began");
    private static final VarHandle PARKED = field("parked");
    private static final VarHandle IDLE = field("idle");
    private static final VarHandle ENDED = field("ended");

    private static final long LOOK_AGAIN_NANOS = 1_000;

    /** No time: the clock's own values are never so far off. */
    private static final long NOT = Long.MIN_VALUE;

    private long version;

    @SuppressWarnings("unused")
    private long began = NOT;

    private long parked = NOT;
    private long idle;

    @SuppressWarnings("unused")
    private long ended = NOT;

    /** What was read at one moment. */
    record Reading(long busyNanos, long idleNanos) {}

    private static VarHandle field(String name) {
        return VarHandles.field(MethodHandles.lookup(), name, long.class);
    }

    void begin() {
        if (Counting.ON) {
            turn();
            BEGAN.setOpaque(this, System.nanoTime());
            turn();
        }
    }

    void park() {
        if (Counting.ON) {
            turn();
            PARKED.setOpaque(this, System.nanoTime());
            turn();
        }
    }

    void unpark() {
        if (Counting.ON) {
            turn();
            IDLE.setOpaque(this, idle + (System.nanoTime() - parked));
            PARKED.setOpaque(this, NOT);
            turn();
        }
    }

    /** The worker's thread ends. */
    void end() {
        if (Counting.ON) {
            turn();
            ENDED.setOpaque(this, System.nanoTime());
            turn();
        }
    }

    private void turn() {
        VERSION.setVolatile(this, version + 1);
    }

    Reading read() {
        for (; ; ) {
            long before = (long) VERSION.getVolatile(this);
            Reading reading = readAt(System.nanoTime());
            VarHandle.acquireFence();
            if ((before & 1) == 0 && before == (long) VERSION.getVolatile(this)) {
                return reading;
            }
            // Between the worker's two writes lies a look at the clock, and maybe the processor was taken from it
            // there.
            LockSupport.parkNanos(this, LOOK_AGAIN_NANOS);
        }
    }

    private Reading readAt(long now) {
        long start = (long) BEGAN.getOpaque(this);
        if (start == NOT) {
            return new Reading(0, 0);
        }
        long end = (long) ENDED.getOpaque(this);
        long at = end == NOT ? now : end;
        long since = (long) PARKED.getOpaque(this);
        long idleNanos = (long) IDLE.getOpaque(this) + (since == NOT ? 0 : at - since);
        return new Reading(at - start - idleNanos, idleNanos);
    }
}
