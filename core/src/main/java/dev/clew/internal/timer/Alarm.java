package dev.clew.internal.timer;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Until when the owner of a {@link TimerHeap} sleeps, and whether a timer that another thread sets must wake it. */
public final class Alarm {
    /*
     * The owner publishes until when it will sleep and then reads the heap once more. A setter puts its timer into the
     * heap and then reads what was published. All four are volatile, so one sees the other: the owner sleeps no longer than
     * that timer lets it, or the setter is told to wake it.
     *
     *   field  | writer | access   | pairs with
     *   -------+--------+----------+-----------------------------------------------------
     *   wakeAt | owner  | volatile | the inbox of the heap: store wakeAt, read inbox; push, read wakeAt
     *
     * wakeAt may be of an earlier sleep, and then be too early: the owner has not published the new one yet, and reads the
     * heap after it has.
     */

    private static final VarHandle WAKE_AT = VarHandles.field(MethodHandles.lookup(), "wakeAt", long.class);

    private final TimerHeap heap;

    @SuppressWarnings("unused")
    private long wakeAt = TimerHeap.NONE;

    public Alarm(TimerHeap heap) {
        this.heap = heap;
    }

    /** Gives the time until which the owner may sleep, or {@link TimerHeap#NONE}. Owner only. */
    public long set() {
        long published = heap.nextDeadline();
        WAKE_AT.setVolatile(this, published);
        long latest = heap.nextDeadline();
        // Sleeping longer than was published, because a timer was just cancelled, would be sleeping unwoken.
        return isEarlier(latest, published) ? latest : published;
    }

    /** Whether an owner that sleeps would sleep past {@code entry}, which is in the heap already. Any thread. */
    public boolean isAfter(TimerEntry entry) {
        return isEarlier(entry.deadlineNanos, (long) WAKE_AT.getVolatile(this));
    }

    /** Deadlines by difference, since the clock may wrap around; none is later than all. */
    private static boolean isEarlier(long deadline, long other) {
        return deadline != TimerHeap.NONE && (other == TimerHeap.NONE || deadline - other < 0);
    }
}
