package dev.clew.internal.timer;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Timers by deadline: those of one worker, or of one deterministic runtime. Any thread sets and cancels them. Deadlines are
 * nanoseconds of a clock that the caller reads, such as {@link System#nanoTime()}; at one moment all of them lie within
 * {@code Long.MAX_VALUE / 2} (146 years) of its time: {@link #deadline} makes such a one.
 *
 * <p>Timers of one deadline fire in the order they were added.
 */
public final class TimerHeap {
    /*
     * Purpose. A 4-ary heap (half the levels of a binary one, children of a node side by side) under a try-lock that is
     * its owner's nearly always. Nobody waits for the lock but fireDue: who adds while another holds it, or from
     * outside, leaves the timer in an inbox, which the next holder empties; who cancels ends the entry, which stays where it
     * is, dead and without its callback, until it comes up or the heap packs.
     *
     *   field      | writer                | access mode                  | pairs with
     *   -----------+-----------------------+------------------------------+------------------------------------------
     *   locked     | any                   | compare-and-set to take,     | itself: all "under the lock"
     *              |                       | release to give back         |
     *   heap,      | holder of the lock    | plain under the lock; size   | lock
     *   size       |                       | opaque for size()            |
     *   inbox      | any; the holder       | see TimerInbox               | next: a holder lowers next, then empties
     *              | empties it            |                              | the inbox; a reader reads them the other way
     *   next       | holder of the lock    | release, acquire             | inbox, see I2
     *   sequence   | holder of the lock    | plain under the lock         | lock
     *   buried     | holder of the lock    | opaque                       | dead entries: cancelled - buried
     *   cancelled  | owner, with the lock  | opaque                       | the entry's end: counted after it
     *   cancelled- | who else cancels      | atomic add after the entry   | the same
     *    Elsewhere |                       | has ended                    |
     *   posted     | who adds outside      | atomic add before the push   | live()
     *   set,fired, | holder of the lock    | opaque                       | opaque reads: each is monotone, a sum of
     *   packed     |                       |                              | several is exact at rest
     *
     * Invariants.
     *   I1  heap[i] is not before heap[(i - 1) / 4].
     *   I2  nextDeadline() is not later than the deadline of any timer that is pending throughout the call and whose
     *       adding happens-before it. The inbox is read first: if it had been emptied by then, the compare-and-set that
     *       did so came after next was lowered, so next, read after it, covers what was in it. The answer may be
     *       earlier, when the first was cancelled while the lock was held; whoever has the lock next puts that right.
     *   I3  dead entries are at most half of all, or PACK_FROM, once whoever cancelled last has returned, unless the
     *       lock was held just then: its holder's successor packs.
     *
     * Packing takes the time of the live entries and the dead ones, of which there are as many: O(1) a cancel. Who is not
     * the owner tries for the lock only where there is something to be thrown out: the first entry, or half of all.
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

    /** How often fireDue looks at a lock that another holds before it naps, and how long that is. */
    private static final int SPINS = 64;

    private static final long HELD_NANOS = 20_000;

    private static final VarHandle LOCKED = VarHandles.field(MethodHandles.lookup(), "locked", boolean.class);
    private static final VarHandle NEXT = VarHandles.field(MethodHandles.lookup(), "next", long.class);
    private static final VarHandle SIZE = VarHandles.field(MethodHandles.lookup(), "size", int.class);
    private static final VarHandle BURIED = VarHandles.field(MethodHandles.lookup(), "buried", long.class);
    private static final VarHandle CANCELLED = VarHandles.field(MethodHandles.lookup(), "cancelled", long.class);
    private static final VarHandle SET = VarHandles.field(MethodHandles.lookup(), "set", long.class);
    private static final VarHandle FIRED = VarHandles.field(MethodHandles.lookup(), "fired", long.class);
    private static final VarHandle PACKED = VarHandles.field(MethodHandles.lookup(), "packed", long.class);

    private final @Nullable Thread owner;
    private final TimerInbox inbox = new TimerInbox();
    private final AtomicLong posted = new AtomicLong();
    private final AtomicLong cancelledElsewhere = new AtomicLong();

    @SuppressWarnings("unused")
    private boolean locked;

    private @Nullable TimerEntry[] heap = new TimerEntry[INITIAL_CAPACITY];
    private int size;
    private long next = NONE;
    private long sequence;
    private long buried;
    private long cancelled;
    private long set;
    private long fired;
    private long packed;

    /** What becomes of a timer that is due. */
    @FunctionalInterface
    public interface Firing {
        /** Runs {@code callback}, whose deadline was {@code lateNanos} ago. */
        void fire(Runnable callback, long lateNanos);
    }

    /** A heap that belongs to no thread more than to others. */
    public TimerHeap() {
        this(null);
    }

    /** The heap of {@code owner}, which cancels at less cost than others. */
    public TimerHeap(@Nullable Thread owner) {
        this.owner = owner;
    }

    /** The moment {@code delayNanos} after {@code nowNanos}, cut to what the order of deadlines can bear. */
    public static long deadline(long nowNanos, long delayNanos) {
        return nowNanos + Math.min(Math.max(delayNanos, 0), Long.MAX_VALUE / 2);
    }

    /** Sets a timer: {@code callback} is handed out by the first firing at or after the deadline. Any thread; the owner's way. */
    public TimerEntry add(long deadlineNanos, Runnable callback) {
        TimerEntry entry = entry(deadlineNanos, callback);
        if (!tryLock()) {
            post(entry);
            return entry;
        }
        try {
            empty();
            packIfHalfDead();
            SET.setOpaque(this, set + 1);
            insert(entry);
            publishNext();
            return entry;
        } finally {
            unlock();
        }
    }

    /**
     * Sets a timer as {@link #add} does, without touching what the owner works with. What this wrote is there for whoever
     * reads {@link #nextDeadline} later in the order of volatile operations. Any thread.
     */
    public TimerEntry addFromOutside(long deadlineNanos, Runnable callback) {
        TimerEntry entry = entry(deadlineNanos, callback);
        post(entry);
        return entry;
    }

    private TimerEntry entry(long deadlineNanos, Runnable callback) {
        Objects.requireNonNull(
                callback,
                "A timer needs a callback, and it was null. Pass one that does nothing if only" + " the time matters.");
        return new TimerEntry(this, deadlineNanos == NONE ? NONE - 1 : deadlineNanos, callback);
    }

    private void post(TimerEntry entry) {
        posted.getAndIncrement();
        inbox.push(entry);
    }

    /**
     * The earliest deadline, or {@link #NONE}. It takes no lock. The answer is never later than the first pending timer,
     * and may be earlier than that if an earlier one was cancelled. Any thread.
     */
    public long nextDeadline() {
        TimerInbox.Node outside = inbox.top();
        long inside = (long) NEXT.getAcquire(this);
        return outside == null || (inside != NONE && inside - outside.earliest <= 0) ? inside : outside.earliest;
    }

    /** Whether there is no entry, pending or dead: then {@link #nextDeadline} is {@link #NONE}. Any thread. */
    public boolean isEmpty() {
        return nextDeadline() == NONE;
    }

    /** Whether a timer, or a dead entry, is due. Any thread. */
    public boolean isDue(long nowNanos) {
        long next = nextDeadline();
        return next != NONE && next - nowNanos <= 0;
    }

    /** How many nanoseconds the first timer, or dead entry, is late at {@code nowNanos}; 0 where none is. Any thread. */
    public long lateness(long nowNanos) {
        long next = nextDeadline();
        return next == NONE ? 0 : Math.max(0, nowNanos - next);
    }

    /**
     * Ends every timer that is due at {@code nowNanos} and was added before this call, and hands its callback to
     * {@code to}, in order, outside the lock. Gives how many these were. Any thread; it may wait for whoever has the lock.
     */
    public int fireDue(long nowNanos, Consumer<Runnable> to) {
        return fire(nowNanos, (callback, late) -> to.accept(callback), true);
    }

    /**
     * As {@link #fireDue}, and never waits: where somebody else holds the lock it gives 0, or what it has fired until then, and
     * {@link #isDue} remains true if there is more.
     */
    public int tryFireDue(long nowNanos, Firing to) {
        return fire(nowNanos, to, false);
    }

    private int fire(long nowNanos, Firing to, boolean wait) {
        if (!isDue(nowNanos) || !lock(wait)) {
            return 0;
        }
        long before;
        try {
            empty();
            before = sequence;
            publishNext();
        } finally {
            unlock();
        }
        int count = 0;
        while (lock(wait)) {
            long late = 0;
            Runnable callback = null;
            try {
                while (callback == null && isFirstOver(nowNanos, before)) {
                    late = nowNanos - at(0).deadlineNanos;
                    callback = takeFirst();
                }
                publishNext();
            } finally {
                unlock();
            }
            if (callback == null) {
                return count;
            }
            count++;
            to.fire(callback, late);
        }
        return count;
    }

    /** How many entries there are, pending and dead. Any thread. */
    public int size() {
        return (int) SIZE.getOpaque(this) + inbox.size();
    }

    /** How many timers are pending; exact at rest, never negative. Any thread. */
    public long live() {
        long over = cancelledCount() + firedCount();
        return Math.max(0, setCount() - over);
    }

    /** How many timers were ever set. */
    public long setCount() {
        return (long) SET.getOpaque(this) + posted.get();
    }

    /** How many timers were cancelled before they fired. */
    public long cancelledCount() {
        return (long) CANCELLED.getOpaque(this) + cancelledElsewhere.get();
    }

    /** How many timers fired. */
    public long firedCount() {
        return (long) FIRED.getOpaque(this);
    }

    /** How many times the heap threw out its dead entries. */
    public long packedCount() {
        return (long) PACKED.getOpaque(this);
    }

    /** {@code entry} has just ended by being cancelled. Any thread. */
    void cancelled(TimerEntry entry) {
        if (Thread.currentThread() == owner && tryLock()) {
            try {
                CANCELLED.setOpaque(this, cancelled + 1);
                tidy();
            } finally {
                unlock();
            }
            return;
        }
        cancelledElsewhere.getAndIncrement();
        if ((entry.deadlineNanos - nextDeadline() <= 0 || isHalfDead()) && tryLock()) {
            try {
                tidy();
            } finally {
                unlock();
            }
        }
    }

    // ---- the lock ---------------------------------------------------------------------------------------

    private boolean tryLock() {
        return LOCKED.compareAndSet(this, false, true);
    }

    private boolean lock(boolean wait) {
        for (int i = 1; !tryLock(); i++) {
            if (!wait) {
                return false;
            }
            if (i % SPINS == 0) {
                LockSupport.parkNanos(this, HELD_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
        return true;
    }

    private void unlock() {
        LOCKED.setRelease(this, false);
    }

    // ---- under the lock ---------------------------------------------------------------------------------

    /** Moves what lies in the inbox to the heap; {@link #publishNext} must follow. */
    private void empty() {
        for (TimerInbox.Node all = inbox.top(); all != null; all = inbox.top()) {
            if (next == NONE || all.earliest - next < 0) {
                NEXT.setRelease(this, all.earliest);
            }
            if (inbox.take(all)) {
                for (TimerEntry entry : TimerInbox.inOrder(all)) {
                    if (entry.isPending()) {
                        insert(entry);
                    } else {
                        bury();
                    }
                }
                return;
            }
        }
    }

    private void insert(TimerEntry entry) {
        int at = size;
        if (at == heap.length) {
            heap = Arrays.copyOf(heap, at * 2);
        }
        entry.sequence = sequence++;
        SIZE.setOpaque(this, at + 1);
        siftUp(at, entry);
    }

    private void tidy() {
        empty();
        while (size > 0 && !at(0).isPending()) {
            bury();
            removeFirst();
        }
        packIfHalfDead();
        publishNext();
    }

    /** Whether the first is dead, or due and older than {@code before}. */
    private boolean isFirstOver(long nowNanos, long before) {
        if (size == 0) {
            return false;
        }
        TimerEntry first = at(0);
        return (first.deadlineNanos - nowNanos <= 0 && first.sequence - before < 0) || !first.isPending();
    }

    /** Removes the first timer and ends it; null if it had ended before. */
    private @Nullable Runnable takeFirst() {
        Runnable callback = at(0).end();
        if (callback == null) {
            bury();
        } else {
            FIRED.setOpaque(this, fired + 1);
        }
        removeFirst();
        return callback;
    }

    /** A dead entry leaves. */
    private void bury() {
        BURIED.setOpaque(this, buried + 1);
    }

    private boolean isHalfDead() {
        long dead = cancelledCount() - (long) BURIED.getOpaque(this);
        return dead >= PACK_FROM && dead * 2 >= size();
    }

    private void packIfHalfDead() {
        if (!isHalfDead()) {
            return;
        }
        int before = size;
        int live = 0;
        for (int i = 0; i < before; i++) {
            TimerEntry entry = at(i);
            if (entry.isPending()) {
                heap[live++] = entry;
            } else {
                bury();
            }
        }
        Arrays.fill(heap, live, before, null);
        shrink(live);
        SIZE.setOpaque(this, live);
        for (int i = (live - 2) / ARITY; i >= 0 && live > 1; i--) {
            siftDown(i, at(i));
        }
        PACKED.setOpaque(this, packed + 1);
    }

    private void removeFirst() {
        int last = size - 1;
        TimerEntry moved = at(last);
        heap[last] = null;
        SIZE.setOpaque(this, last);
        if (last > 0) {
            siftDown(0, moved);
        }
        shrink(last);
    }

    /** Gives memory back where seven eighths of the array are free. */
    private void shrink(int used) {
        int capacity = heap.length;
        while (capacity > INITIAL_CAPACITY && used <= capacity / 8) {
            capacity /= 2;
        }
        if (capacity < heap.length) {
            heap = Arrays.copyOf(heap, capacity);
        }
    }

    private void publishNext() {
        long deadline = size == 0 ? NONE : at(0).deadlineNanos;
        if (deadline != next) {
            NEXT.setRelease(this, deadline);
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
