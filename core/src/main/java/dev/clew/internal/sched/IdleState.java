package dev.clew.internal.sched;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many workers there are, how many of them are awake and how many of those search, in one word, and who of the
 * sleepers is the sentinel.
 *
 * <p><b>No job is left alone with all asleep.</b> A submitter puts its job into a queue, then (full fence) reads the
 * word: it wakes a worker unless one searches or all are awake. A worker that goes to sleep publishes that it is parked,
 * leaves the word by an atomic add, then (full fence) looks at every queue once more. So of submitter and sleeper one
 * sees the other. Whoever takes a wake back does the same. A searcher that finds work, and was the last to search, wakes another before it runs what it found.
 *
 * <pre>
 *            woken, counted by the waker        finds work
 *   PARKED ───────────────────────────▶ SEARCHING ─────────▶ RUNNING
 *      ▲  \─ looks again, finds work: counts itself ─▶ │          │
 *      └───────────────── finds nothing ───────────────┘          │ queues empty
 *      ▲                                 SEARCHING ◀───────────────┤ (if not too many search)
 *      └───────────────────────────────────────────────────────────┘
 *
 * field    | writer | access                | pairs with
 * ---------+--------+-----------------------+------------------------------------------
 * word     | any    | atomic add, compare-and-set | queues: see above
 * sentinel | any    | compare-and-set to set, volatile to clear | word: who resigns clears, then reads how many are
 *          |        |                       | awake; who wakes counts itself, then looks for a sentinel
 * </pre>
 *
 * <p>Timers are no jobs here: each worker sleeps until its own first deadline at most, and then gets up by itself, as one
 * that finds work on looking again does ({@link WorkerTimers}).
 *
 * <p>The shape follows the idle protocol of tokio's work-stealing scheduler (2019) and Go's "spinning Ms".
 */
public final class IdleState {
    private static final VarHandle WORD = VarHandles.field(MethodHandles.lookup(), "word", long.class);
    private static final VarHandle SENTINEL = VarHandles.field(MethodHandles.lookup(), "sentinel", boolean.class);
    private static final int SEARCHING_SHIFT = 16;
    private static final int WORKERS_SHIFT = 32;
    private static final long SEARCHING = 1L << SEARCHING_SHIFT;
    private static final long WORKER = 1L << WORKERS_SHIFT;
    private static final long MASK = SEARCHING - 1;

    private final int mostSearching;

    /** Awake in the lowest 16 bits, then as many for searching, then the number of workers. */
    @SuppressWarnings("unused")
    private long word;

    @SuppressWarnings("unused")
    private boolean sentinel;

    /** All workers begin awake. */
    public IdleState(int workers) {
        this.mostSearching = Math.max(1, workers / 2);
        this.word = workers * (WORKER + 1);
    }

    private long wordVolatile() {
        return (long) WORD.getVolatile(this);
    }

    private static int awake(long w) {
        return (int) (w & MASK);
    }

    private static int searching(long w) {
        return (int) (w >>> SEARCHING_SHIFT & MASK);
    }

    private static boolean wantsWake(long w) {
        return searching(w) == 0 && awake(w) < w >>> WORKERS_SHIFT;
    }

    public int awake() {
        return awake(wordVolatile());
    }

    public int searching() {
        return searching(wordVolatile());
    }

    public int workers() {
        return (int) (wordVolatile() >>> WORKERS_SHIFT);
    }

    /** Whether no worker is left to be woken, and none searches. */
    public boolean isFull() {
        long w = wordVolatile();
        return searching(w) == 0 && awake(w) >= w >>> WORKERS_SHIFT;
    }

    /** A worker begins, awake, beside one that blocks. */
    public void join() {
        WORD.getAndAdd(this, WORKER + 1);
    }

    /** A worker that is awake, whose place another has taken, ends. */
    public void leave() {
        WORD.getAndAdd(this, -WORKER - 1);
    }

    /** Whether a submitter should wake somebody. */
    public boolean wantsWake() {
        return wantsWake(wordVolatile());
    }

    /** The submitter takes it upon itself to wake one: counts it as awake and searching. */
    public boolean claimWake() {
        for (; ; ) {
            long w = wordVolatile();
            if (!wantsWake(w)) {
                return false;
            }
            if (WORD.compareAndSet(this, w, w + 1 + SEARCHING)) {
                return true;
            }
        }
    }

    /**
     * A claimed wake found nobody parked: those on their way to park will look again by themselves. A submitter that saw
     * the claim has woken nobody, so the one who takes it back looks for its job.
     */
    public void unclaimWake() {
        WORD.getAndAdd(this, -1 - SEARCHING);
    }

    /** A running worker wants to search; false if enough do. */
    public boolean beginSearch() {
        for (; ; ) {
            long w = wordVolatile();
            if (searching(w) >= mostSearching) {
                return false;
            }
            if (WORD.compareAndSet(this, w, w + SEARCHING)) {
                return true;
            }
        }
    }

    /** A searcher found work; true if it was the last one. */
    public boolean endSearch() {
        return searching((long) WORD.getAndAdd(this, -SEARCHING)) == 1;
    }

    /** A worker goes to sleep. */
    public void sleep(boolean searched) {
        WORD.getAndAdd(this, searched ? -1 - SEARCHING : -1);
    }

    /** A worker that nobody woke gets up to search. */
    public void wakeSelf() {
        WORD.getAndAdd(this, 1 + SEARCHING);
    }

    public boolean hasSentinel() {
        return (boolean) SENTINEL.getVolatile(this);
    }

    public boolean becomeSentinel() {
        return !hasSentinel() && SENTINEL.compareAndSet(this, false, true);
    }

    public void resignSentinel() {
        SENTINEL.setVolatile(this, false);
    }
}
