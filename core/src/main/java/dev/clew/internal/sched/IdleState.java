package dev.clew.internal.sched;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many workers are awake and how many of those search, in one word, and who of the sleepers is the sentinel.
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
    private static final VarHandle WORD = VarHandles.field(MethodHandles.lookup(), "word", int.class);
    private static final VarHandle SENTINEL = VarHandles.field(MethodHandles.lookup(), "sentinel", boolean.class);
    private static final int SEARCHING = 1 << 16;
    private static final int AWAKE_MASK = SEARCHING - 1;

    private final int workers;
    private final int mostSearching;

    /** Awake in the low half, searching in the high half. */
    @SuppressWarnings("unused")
    private int word;

    @SuppressWarnings("unused")
    private boolean sentinel;

    /** All workers begin awake. */
    public IdleState(int workers) {
        this.workers = workers;
        this.mostSearching = Math.max(1, workers / 2);
        this.word = workers;
    }

    private int wordVolatile() {
        return (int) WORD.getVolatile(this);
    }

    public int awake() {
        return wordVolatile() & AWAKE_MASK;
    }

    public int searching() {
        return wordVolatile() >>> 16;
    }

    /** Whether a submitter should wake somebody. */
    public boolean wantsWake() {
        int w = wordVolatile();
        return w >>> 16 == 0 && (w & AWAKE_MASK) < workers;
    }

    /** The submitter takes it upon itself to wake one: counts it as awake and searching. */
    public boolean claimWake() {
        for (; ; ) {
            int w = wordVolatile();
            if (w >>> 16 != 0 || (w & AWAKE_MASK) >= workers) {
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
            int w = wordVolatile();
            if (w >>> 16 >= mostSearching) {
                return false;
            }
            if (WORD.compareAndSet(this, w, w + SEARCHING)) {
                return true;
            }
        }
    }

    /** A searcher found work; true if it was the last one. */
    public boolean endSearch() {
        int w = (int) WORD.getAndAdd(this, -SEARCHING);
        return w >>> 16 == 1;
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
