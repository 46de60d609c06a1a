package dev.clew.internal.queue;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ready queue of one worker: a bounded first-in-first-out ring. Its owner adds at the tail and takes from the
 * head; any thread may take half of it, from the head, in one step.
 *
 * <p>The owner's methods are {@link #offer}, {@link #offerAll}, {@link #poll} and {@link #spill}, and {@link #stealInto} where this ring
 * is the <em>target</em>. Calls to them come from one thread, or from threads of which each happens-before the next.
 */
public final class Ring extends ThiefIndex {
    /*
     * Purpose. FIFO for ready jobs. A thief takes half in one compare-and-set, since one job at a time makes both
     * workers slower than one alone.
     *
     * Position n (from 0, 64 bits, never reused) lives in slot n & mask. head (the index of ThiefIndex) is the oldest
     * position not taken, tail the first not filled; head <= tail <= head + capacity. A full ring doubles up to its limit:
     * what does not fit then goes to a queue that all workers share, which costs each job two more copies.
     *
     *   field   | writer             | access mode                            | pairs with
     *   --------+--------------------+----------------------------------------+------------------------------------------
     *   head    | owner and thieves  | compare-and-set; acquire read          | itself: see "Overwriting" below
     *   tail    | owner              | release; plain read by the owner       | acquire read by thieves: slots below tail
     *   slots[] | owner              | plain                                  | ordered by tail and by head
     *   slots   | owner              | release (growing is rare); plain read  | acquire read by thieves after tail: see
     *           |                    | by the owner                           | "Growing"
     *   freed   | owner              | plain, owner only                      | -
     *
     * Invariants.
     *   I1  head only grows, and every step of it takes the positions it steps over for exactly one taker.
     *   I2  freed <= head, and every slot that holds no position of [freed, tail) is null.
     *   I3  the owner writes a slot (fills or clears it) for its next use only after it has read head beyond the
     *       position that the slot held.
     *
     * Overwriting: copy first, commit after. A taker reads head = h, then tail, copies the slots of [h, h + k), and then
     * does the compare-and-set h -> h + k. If that succeeds the copy is right:
     *   - not too old: tail > p was read with acquire, and the owner stored it with release after filling p;
     *   - not too new: by I3 whoever wrote the slot of p again had read a head > p before. As head was h <= p until this
     *     very compare-and-set (it never returns to a value), that read saw this compare-and-set or one after it, so
     *     the copy happens-before the overwriting and cannot have seen it.
     * If it fails, what was copied may be anything, and is thrown away. There is no state between claim and commit: a
     * taker that stops for ever anywhere in here leaves a ring that works.
     *
     * Growing copies [freed, tail) to an array of twice the size, each position to its slot there. The old array is never
     * written again, so a thief that still holds it copies from it what stood at its positions, and commits or fails as
     * ever. A thief that has seen a tail beyond what the old array holds sees the new one, which was stored before.
     *
     * Retention. The owner clears the slots it takes at once, those that others took at its next poll, spill or full
     * lap. An owner that goes idle has polled in vain before, so an idle ring refers to no job. Thieves write no slot:
     * the slot may be in use again when they come to it. A failed thief clears what it copied into its own ring.
     *
     * Races worth naming.
     *   - The owner finds the ring full while a thief is copying: offer says full, spill loses its compare-and-set and
     *     gives an empty array, and the next offer finds the room that the thief made. No job is lost or null.
     *   - The last element, owner against thief: both do the same compare-and-set on head; one wins.
     */

    /** Slots of a new ring unless a test asks for fewer. */
    static final int FIRST_CAPACITY = 256;

    /** Slots that a ring grows to: ten thousand fibers that take turns on two workers fit into their rings. */
    public static final int MOST_CAPACITY = 8192;

    /** How many jobs a thief takes, or a full ring spills, at most: copying more makes a loss of the race more likely. */
    public static final int MOST_AT_ONCE = 128;

    private static final VarHandle SLOTS = VarHandles.field(MethodHandles.lookup(), "slots", Runnable[].class);
    private static final VarHandle TAIL = VarHandles.field(MethodHandles.lookup(), "tail", long.class);

    /** Elements of the slots as a dump reads them. */
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Runnable[].class);

    private static final Runnable[] NONE = {};

    private final int limit;
    private @Nullable Runnable[] slots;
    private long tail;

    /** The owner's lower bound of head: how far it has seen and cleared what was taken. */
    private long freed;

    public Ring() {
        this(FIRST_CAPACITY, MOST_CAPACITY);
    }

    /** A ring of {@code capacity} slots, which must be a power of two, for ever. */
    public Ring(int capacity) {
        this(capacity, capacity);
    }

    /** A ring of {@code first} slots that grows to {@code limit}, both powers of two. */
    public Ring(int first, int limit) {
        this.slots = new Runnable[Capacities.powerOfTwo(first)];
        this.limit = Capacities.powerOfTwo(limit);
    }

    /** Adds {@code job} as the youngest; false if there is no room, nor memory to make some. Owner only. */
    public boolean offer(Runnable job) {
        @Nullable Runnable[] a = slots;
        long t = tail;
        if (t - freed >= a.length && t - free(indexAcquire()) >= a.length) {
            if (!grow()) {
                return false;
            }
            a = slots;
        }
        a[(int) t & (a.length - 1)] = job;
        TAIL.setRelease(this, t + 1);
        return true;
    }

    /** Adds {@code jobs} from the place {@code from} on, while there is room; gives the place of the first not added. Owner only. */
    public int offerAll(Runnable[] jobs, int from) {
        @Nullable Runnable[] a = slots;
        long t = tail;
        int n = (int) Math.min(jobs.length - from, a.length - (t - free(indexAcquire())));
        for (int i = 0; i < n; i++) {
            a[(int) (t + i) & (a.length - 1)] =
                    Objects.requireNonNull(jobs[from + i], "a job that is null cannot be run; a batch holds jobs only");
        }
        TAIL.setRelease(this, t + n);
        return from + n;
    }

    /** Takes the oldest job, or gives null if there is none. Owner only. */
    public @Nullable Runnable poll() {
        @Nullable Runnable[] a = slots;
        long t = tail;
        for (; ; ) {
            long h = indexAcquire();
            if (h == t) {
                free(h);
                return null;
            }
            Runnable job = a[(int) h & (a.length - 1)];
            if (casIndex(h, h + 1)) {
                free(h + 1);
                return job;
            }
        }
    }

    /**
     * Moves the older half of this ring, rounded up, to the young end of {@code target}; fewer if {@code target} has less
     * room or if the owner and other thieves are faster. Called by the owner of {@code target}, on any ring but its own.
     *
     * <p>Gives how many jobs were moved: 0 if there was nothing to take, no room, or if others won every time. It never
     * waits: each time it loses to somebody it tries for half as much, so that the copying gets shorter than the time
     * between two polls of a busy owner.
     */
    public int stealInto(Ring target) {
        long room = target.room();
        long most = Math.min(room, MOST_AT_ONCE);
        while (most > 0) {
            long h = indexAcquire();
            long n = tailAcquire() - h;
            long k = Math.min((n + 1) >>> 1, most);
            if (k <= 0) {
                return 0;
            }
            copy(h, k, target);
            if (casIndex(h, h + k)) {
                TAIL.setRelease(target, target.tail + k);
                return (int) k;
            }
            target.uncopy(k);
            most = k >>> 1;
        }
        return 0;
    }

    /**
     * Takes the older half of the jobs out, but at most {@link #MOST_AT_ONCE}, oldest first; an empty array if thieves were
     * faster, in which case there is room now, or if there are fewer than two jobs. Owner only.
     */
    public Runnable[] spill() {
        long h = indexAcquire();
        int k = (int) Math.min((tail - h) >>> 1, MOST_AT_ONCE);
        if (k == 0) {
            return NONE;
        }
        Runnable[] batch = new Runnable[k];
        @Nullable Runnable[] a = slots;
        for (int i = 0; i < k; i++) {
            batch[i] = Objects.requireNonNull(
                    a[(int) (h + i) & (a.length - 1)], "a slot between head and tail is cleared by its owner alone");
        }
        if (!casIndex(h, h + k)) {
            return NONE;
        }
        free(h + k);
        return batch;
    }

    /** How many jobs are there; from any thread a momentary value between 0 and the capacity. */
    public int size() {
        long h = indexAcquire();
        return (int) Math.min(tailAcquire() - h, slotsAcquire().length);
    }

    /** Whether no job was there at one moment during the call. Any thread. */
    public boolean isEmpty() {
        // head first: it only grows, so a head that has reached the tail read later was there when the tail was read.
        long h = indexAcquire();
        return tailAcquire() == h;
    }

    /** Calls {@code action} with jobs that are there, or just were. Any thread; for a dump. */
    public void forEach(Consumer<Runnable> action) {
        long h = indexAcquire();
        long tailThen = tailAcquire();
        @Nullable Runnable[] a = slotsAcquire();
        long t = Math.min(tailThen, h + a.length);
        for (long p = h; p < t; p++) {
            Runnable job = (Runnable) SLOT.getAcquire(a, (int) p & (a.length - 1));
            if (job != null) {
                action.accept(job);
            }
        }
    }

    private long tailAcquire() {
        return (long) TAIL.getAcquire(this);
    }

    @SuppressWarnings("NullAway") // never null
    private @Nullable Runnable[] slotsAcquire() {
        return (Runnable[]) SLOTS.getAcquire(this);
    }

    /** Free slots, as its owner sees them. */
    private long room() {
        long room = slots.length - (tail - freed);
        return room >= MOST_AT_ONCE ? room : slots.length - (tail - free(indexAcquire()));
    }

    /** Doubles the slots; false at the limit, and where there is no memory for it. */
    private boolean grow() {
        @Nullable Runnable[] from = slots;
        if (from.length >= limit) {
            return false;
        }
        @Nullable Runnable[] to;
        try {
            to = new Runnable[from.length * 2];
        } catch (OutOfMemoryError thrown) {
            // A full ring is nothing unusual; whoever handles that says what there was no memory for.
            return false;
        }
        for (long p = freed; p < tail; p++) {
            to[(int) p & (to.length - 1)] = from[(int) p & (from.length - 1)];
        }
        SLOTS.setRelease(this, to);
        return true;
    }

    /** Clears the slots of all positions below {@code head}, and gives it back. */
    private long free(long head) {
        @Nullable Runnable[] a = slots;
        for (long p = freed; p < head; p++) {
            a[(int) p & (a.length - 1)] = null;
        }
        freed = head;
        return head;
    }

    private void copy(long from, long count, Ring target) {
        @Nullable Runnable[] a = slotsAcquire();
        @Nullable Runnable[] b = target.slots;
        long to = target.tail;
        for (long i = 0; i < count; i++) {
            b[(int) (to + i) & (b.length - 1)] = a[(int) (from + i) & (a.length - 1)];
        }
    }

    private void uncopy(long count) {
        @Nullable Runnable[] b = slots;
        for (long i = 0; i < count; i++) {
            b[(int) (tail + i) & (b.length - 1)] = null;
        }
    }
}
