package dev.clew.internal.timer;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** One timer of a {@link TimerHeap}: it is pending until it is either cancelled or fired, never both. */
public final class TimerEntry implements Timer {
    /*
     * The callback is the state: present while pending, null once the timer is over. Cancelling and firing both exchange
     * it for null, and who gets the callback has won. So an entry that is over cannot refer to it, not for a moment.
     *
     *   field    | writer            | access mode                       | pairs with
     *   ---------+-------------------+-----------------------------------+------------------------------------
     *   callback | adder; then the   | plain in the constructor;         | publication by the lock or the inbox
     *            | one who ends it   | volatile exchange; acquire read   | of the heap; itself
     *   sequence | lock of the heap  | plain                             | the lock
     *   the rest | adder             | final                             | publication as above
     */

    private static final VarHandle CALLBACK = VarHandles.field(MethodHandles.lookup(), "callback", Runnable.class);

    final long deadlineNanos;

    /** Position in the order of adding, which breaks ties; given as the entry comes into the heap. */
    long sequence;

    private final TimerHeap heap;

    @SuppressWarnings("unused")
    private @Nullable Runnable callback;

    TimerEntry(TimerHeap heap, long deadlineNanos, Runnable callback) {
        this.heap = heap;
        this.deadlineNanos = deadlineNanos;
        this.callback = callback;
    }

    /** When the timer is due, on the clock of those who use the heap. */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public boolean cancel() {
        if (end() == null) {
            return false;
        }
        heap.cancelled(this);
        return true;
    }

    /** Whether the timer was neither cancelled nor fired yet. */
    public boolean isPending() {
        return (Runnable) CALLBACK.getAcquire(this) != null;
    }

    /** Ends the timer and gives its callback, or null if it had ended before. */
    @Nullable
    Runnable end() {
        return isPending() ? (Runnable) CALLBACK.getAndSet(this, (Runnable) null) : null;
    }

    /** Whether this timer comes before {@code other}: deadlines by difference, since the clock may wrap around. */
    boolean isBefore(TimerEntry other) {
        long difference = deadlineNanos - other.deadlineNanos;
        return difference != 0 ? difference < 0 : sequence - other.sequence < 0;
    }
}
