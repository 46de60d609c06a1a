package dev.clew.internal.timer;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers by deadline, for one worker that fires them and any thread that sets and cancels them. Deadlines are
 * nanoseconds of a clock that the caller reads, such as {@link System#nanoTime()}; at one moment all of them lie within
 * {@code Long.MAX_VALUE / 2} (146 years) of its time: {@link #deadline} makes such a one.
 *
 * <p>Timers of one deadline fire in the order they were added.
 */
public final class TimerHeap {
    /*
     * Purpose. A 4-ary heap (half the levels of a binary one, children of a node side by side) under a lock that is free
     * nearly always. Cancelling takes no lock: it ends the entry, which stays in the heap, dead and without its callback,
     * until it comes up or the heap packs.
     *
     *   field     | writer                | access mode                  | pairs with
     *   ----------+-----------------------+------------------------------+--------------------------------------------
     *   heap,size | holder of the lock    | plain under the lock; size   | lock
     *             |                       | opaque for size()            |
     *   next      | holder of the lock    | volatile                     | volatile read by nextDeadline(): a worker
     *             |                       |                              | that parks, a thread that adds and wakes it
     *   cancelled | who cancels           | atomic add after the entry   | live(), packing
     *             |                       | has ended                    |
     *   buried    | holder of the lock    | plain under the lock         | lock
     *   set,fired,| holder of the lock    | opaque                       | opaque reads: each is monotone, a sum of
     *   packed    |                       |                              | several is exact at rest
     *
     * Invariants.
     *   I1  heap[i] is not before heap[(i - 1) / 4].
     *   I2  next is not later than the deadline of any pending timer in the heap. It may be earlier, when the first was
     *       cancelled while the lock was held; whoever has the lock next puts that right.
     *   I3  dead entries, cancelled - buried, are at most half of the heap, or PACK_FROM, once whoever cancelled or added
     *       last has returned, unless the lock was held just then: its holder's successor packs.
     *
     * Packing takes the time of the live entries and the dead ones, of which there are as many: O(1) a cancel. Who cancels
     * packs, and takes dead entries off the top, only if it gets the lock at once.
     *
     * Callbacks are handed out one at a time outside the lock. A consumer that throws loses that callback's turn and
     * nobody else's, and one that adds timers sees none of them fired in the same call.
     */

    /** The answer of {@link #nextDeadline} when there is no timer. */
    public static final long NONE = Long.MAX_VALUE;

    private static final int ARITY = 4;
    private static final int INITIAL_CAPACITY = 16;

    /** Fewer dead entries than this are left where they are. */
    private static final int PACK_FROM = 32;

    private static final VarHandle NEXT = VarHandles.field(MethodHandles.lookup(), "next", long.class);
    private static final VarHandle SIZE = VarHandles.field(MethodHandles.lookup(), "size", int.class);
    private static final VarHandle SET = VarHandles.field(MethodHandles.lookup(), "set", long.class);
    private static final VarHandle FIRED = VarHandles.field(MethodHandles.lookup(), "fired", long.class);
    private static final VarHandle PACKED = VarHandles.field(MethodHandles.lookup(), "packed", long.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicLong cancelled = new AtomicLong();

    private @Nullable TimerEntry[] heap = new TimerEntry[INITIAL_CAPACITY];
    private int size;
    private long next = NONE;
    private long buried;
    private long set;
    private long fired;
    private long packed;

    /** The moment {@code delayNanos} after {@code nowNanos}, cut to what the order of deadlines can bear. */
    public static long deadline(long nowNanos, long delayNanos) {
        return nowNanos + Math.min(Math.max(delayNanos, 0), Long.MAX_VALUE / 2);
    }

    /** Sets a timer: {@code callback} is handed out by the first {@link #fireDue} at or after the deadline. Any thread. */
    public TimerEntry add(long deadlineNanos, Runnable callback) {
        Objects.requireNonNull(
                callback,
                "A timer needs a callback, and it was null. Pass one that does nothing if only" + " the time matters.");
        lock.lock();
        try {
            packIfHalfDead();
            long deadline = deadlineNanos == NONE ? NONE - 1 : deadlineNanos;
            TimerEntry entry = new TimerEntry(this, deadline, set, callback);
            int at = size;
            if (at == heap.length) {
                heap = Arrays.copyOf(heap, at * 2);
            }
            SIZE.setOpaque(this, at + 1);
            SET.setOpaque(this, set + 1);
            siftUp(at, entry);
            publishNext();
            return entry;
        } finally {
            lock.unlock();
        }
    }

    /**
     * The earliest deadline, or {@link #NONE}. It takes no lock. The answer is never later than the first pending timer,
     * and may be earlier than that if an earlier one was cancelled. Any thread.
     */
    public long nextDeadline() {
        return (long) NEXT.getVolatile(this);
    }

    /** Whether there is no entry, pending or dead: then {@link #nextDeadline} is {@link #NONE}. Any thread. */
    public boolean isEmpty() {
        return nextDeadline() == NONE;
    }

    /**
     * Ends every timer that is due at {@code nowNanos} and was added before this call, and hands its callback to
     * {@code to}, in order, outside the lock. Gives how many these were.
     */
    public int fireDue(long nowNanos, Consumer<Runnable> to) {
        long next = nextDeadline();
        if (next == NONE || next - nowNanos > 0) {
            return 0;
        }
        long before = (long) SET.getOpaque(this);
        int count = 0;
        for (Runnable due = takeDue(nowNanos, before); due != null; due = takeDue(nowNanos, before)) {
            count++;
            to.accept(due);
        }
        return count;
    }

    /** How many entries the heap holds, pending and dead. Any thread. */
    public int size() {
        return (int) SIZE.getOpaque(this);
    }

    /** How many timers are pending; exact at rest, never negative. Any thread. */
    public long live() {
        long over = cancelledCount() + firedCount();
        return Math.max(0, setCount() - over);
    }

    /** How many timers were ever set. */
    public long setCount() {
        return (long) SET.getOpaque(this);
    }

    /** How many timers were cancelled before they fired. */
    public long cancelledCount() {
        return cancelled.get();
    }

    /** How many timers fired. */
    public long firedCount() {
        return (long) FIRED.getOpaque(this);
    }

    /** How many times the heap threw out its dead entries. */
    public long packedCount() {
        return (long) PACKED.getOpaque(this);
    }

    /** An entry has just ended by being cancelled. Any thread. */
    void cancelled() {
        cancelled.getAndIncrement();
        if (lock.tryLock()) {
            try {
                while (size > 0 && !at(0).isPending()) {
                    buried++;
                    removeFirst();
                }
                packIfHalfDead();
                publishNext();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Removes the first timer if it is due and older than {@code before}; the dead ones in front of it as well. */
    private @Nullable Runnable takeDue(long nowNanos, long before) {
        lock.lock();
        try {
            Runnable callback = null;
            while (callback == null && size > 0) {
                TimerEntry first = at(0);
                boolean due = first.deadlineNanos - nowNanos <= 0 && first.sequence - before < 0;
                if (!due && first.isPending()) {
                    break;
                }
                if (due) {
                    callback = first.end();
                }
                if (callback == null) {
                    buried++;
                } else {
                    FIRED.setOpaque(this, fired + 1);
                }
                removeFirst();
            }
            publishNext();
            return callback;
        } finally {
            lock.unlock();
        }
    }

    private void packIfHalfDead() {
        long dead = cancelled.get() - buried;
        if (dead < PACK_FROM || dead * 2 < size) {
            return;
        }
        int live = 0;
        for (int i = 0; i < size; i++) {
            TimerEntry entry = at(i);
            if (entry.isPending()) {
                heap[live++] = entry;
            }
        }
        buried += size - live;
        int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(Math.max(1, live)) * 2);
        heap = Arrays.copyOf(Arrays.copyOf(heap, live), Math.min(heap.length, capacity));
        SIZE.setOpaque(this, live);
        for (int i = (live - 2) / ARITY; i >= 0 && live > 1; i--) {
            siftDown(i, at(i));
        }
        PACKED.setOpaque(this, packed + 1);
        publishNext();
    }

    private void removeFirst() {
        int last = size - 1;
        TimerEntry moved = at(last);
        heap[last] = null;
        SIZE.setOpaque(this, last);
        if (last > 0) {
            siftDown(0, moved);
        }
        if (heap.length > INITIAL_CAPACITY && last <= heap.length / 8) {
            heap = Arrays.copyOf(heap, heap.length / 2);
        }
    }

    private void publishNext() {
        long deadline = size == 0 ? NONE : at(0).deadlineNanos;
        if (deadline != next) {
            NEXT.setVolatile(this, deadline);
        }
    }

    private void siftUp(int from, TimerEntry entry) {
        int i = from;
        while (i > 0) {
            int parent = (i - 1) / ARITY;
            TimerEntry above = at(parent);
            if (!entry.isBefore(above)) {
                break;
            }
            heap[i] = above;
            i = parent;
        }
        heap[i] = entry;
    }

    private void siftDown(int from, TimerEntry entry) {
        int i = from;
        for (int child = ARITY * i + 1; child < size; child = ARITY * i + 1) {
            int least = child;
            int end = Math.min(child + ARITY, size);
            for (int c = child + 1; c < end; c++) {
                if (at(c).isBefore(at(least))) {
                    least = c;
                }
            }
            TimerEntry below = at(least);
            if (!below.isBefore(entry)) {
                break;
            }
            heap[i] = below;
            i = least;
        }
        heap[i] = entry;
    }

    private TimerEntry at(int i) {
        return Objects.requireNonNull(heap[i], "the heap is filled up to its size");
    }
}
