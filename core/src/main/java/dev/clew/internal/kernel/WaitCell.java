package dev.clew.internal.kernel;

import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One wait of one fiber, and the frame that stands for it.
 *
 * <pre>
 *                     complete                       the fiber takes it
 *   UNDECIDED (null) ───────────────▶ DONE(result) ───────────────────▶
 *     │   │ cancel                       ▲
 *     │   └────────▶ CANCELLED           │ complete: and the fiber is scheduled
 *     │ park            ▲                │
 *     ▼                 │ cancel: and the fiber is scheduled
 *   WAITING ────────────┴────────────────┘
 * </pre>
 *
 * <p>The fiber makes the cell, lets others know of it, and goes on unwinding; when its frames are in order it publishes
 * the cell as the one it waits on and <i>last of all</i> moves it to WAITING. From that moment it touches nothing of
 * itself: whoever completes or cancels the cell owns the fiber and schedules it. If the move fails the fiber has its
 * answer and goes on. That compare-and-set, with the acquire of the one who wins against it, is the happens-before edge
 * that frames rely on.
 *
 * <p>A canceller of strand S may cancel the cell only if S reaches the cell's strand through unmasked strands: it
 * walks there from {@code strand}. The walk may read a fiber that has gone on meanwhile; then the cell is DONE, cells
 * are used once, and the compare-and-set fails.
 *
 * <pre>
 * field  | writer                  | access                     | pairs with
 * -------+-------------------------+----------------------------+-------------------------------
 * state  | fiber, completer, canceller | compare-and-set, volatile | itself
 * place  | fiber: a choice before others know of | plain      | what makes the cell known
 *        | the cell; a strand before WAITING | plain          | state; for cancellers what the fiber is about
 * previous, next, list | a WaitList or WaitRing, under its lock | plain | the lock; list is also read without it, and
 *        |                         |                            | then asked for again under it; once decided
 *        |                         |                            | and not woken, next belongs to a Wakes
 * </pre>
 *
 * <p>A cell that is one arm of a {@link Choice} is no wait by itself. Its state holds its answer, if anything, and the
 * choice says whether that counts.
 */
public class WaitCell extends Frame {
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", Object.class);
    static final Object WAITING = new Object();
    private static final Object CANCELLED = new Object();

    @SuppressWarnings("unused")
    private @Nullable Object state;

    /** The choice that this is one arm of, or the strand that waits; null before either is known. */
    private @Nullable Object place;

    /** Links of a {@link WaitList} or a {@link WaitRing}. */
    @Nullable
    WaitCell previous;

    @Nullable
    WaitCell next;

    /** Where this cell is registered. */
    @Nullable
    Waiters list;

    /** Ends the wait with {@code value}; false where it had ended already. */
    public final boolean complete(@Nullable Object value) {
        return decide(Answer.value(value), null);
    }

    /** Ends the wait with {@code error}; false where it had ended already. */
    public final boolean completeError(Throwable error) {
        return decide(Answer.error(error), null);
    }

    /** Ends the wait with an {@link Answer}; false where it had ended already. */
    public final boolean answer(Object answer) {
        return decide(answer, null);
    }

    /**
     * {@link #answer(Object)} for one who holds a lock: the fiber is not woken but noted in {@code later}. So what a wait is
     * given and the end of the wait are one step to others. Takes no lock.
     */
    public final boolean answer(Object answer, Wakes later) {
        return decide(answer, later);
    }

    private boolean decide(Object result, @Nullable Wakes later) {
        Win win = win(result);
        if (win == Win.WAITS) {
            if (later == null) {
                wake();
            } else {
                later.add(this);
            }
        }
        return win != Win.LOST;
    }

    /**
     * Ends the wait with an {@link Answer}, and leaves it to the caller to {@link #wake} the fiber where it says that this
     * one waits: so it may be called under a lock.
     */
    public final Win win(Object answer) {
        Choice c = choice();
        return c == null ? winAlone(answer) : c.winBy(this, answer);
    }

    /** {@link #win} of a cell that is no arm of a choice. */
    final Win winAlone(Object result) {
        for (; ; ) {
            Object s = STATE.getVolatile(this);
            if (s != null && s != WAITING) {
                return Win.LOST;
            }
            if (STATE.compareAndSet(this, s, result)) {
                return s == null ? Win.RUNS : Win.WAITS;
            }
        }
    }

    /** Whether a fiber waits in this, and nobody has ended that. */
    final boolean isParked() {
        return STATE.getVolatile(this) == WAITING;
    }

    /** Where in its fiber the wait is; null before the cell is published. */
    final @Nullable Strand strand() {
        return place instanceof Strand strand ? strand : null;
    }

    /** The choice that this is one arm of; null where it is a wait by itself. */
    final @Nullable Choice choice() {
        return place instanceof Choice choice ? choice : null;
    }

    /** Before others know of the cell. */
    final void setChoice(Choice choice) {
        place = choice;
    }

    /** Schedules the fiber whose wait was {@linkplain #win won} while it waited. */
    public final void wake() {
        Choice c = choice();
        (c == null ? this : c).fiber().wake();
    }

    /**
     * Ends this wait, of the running fiber, with {@code mine} and {@code other} with {@code others}, or neither. This cell is
     * known to nobody, but other arms of its choice may be; nobody else may win {@code other} meanwhile but through other
     * arms of its choice: whoever can holds the lock under which this is called.
     */
    public final Match match(Object mine, WaitCell other, Object others) {
        Choice c = choice();
        if (c != null) {
            return c == other.choice() ? Match.SAME : c.matchBy(this, mine, other, others);
        }
        Win win = other.win(others);
        if (win != Win.LOST) {
            winAlone(mine);
        }
        return Match.of(win);
    }

    /** What the wait ended with, or how far it is. */
    final @Nullable Object state() {
        return STATE.getVolatile(this);
    }

    final void setState(@Nullable Object s) {
        STATE.setVolatile(this, s);
    }

    final boolean casState(@Nullable Object expected, @Nullable Object next) {
        return STATE.compareAndSet(this, expected, next);
    }

    /** Whether the wait has ended, in any way. */
    public final boolean isDecided() {
        Choice c = choice();
        Object s = STATE.getVolatile(c == null ? this : c);
        return s != null && s != WAITING && s != Choice.CLAIMED;
    }

    /**
     * Ends the wait without a result; a waiting fiber is scheduled and will look for the reason. Asked only of what a fiber
     * has published as its wait, so never of a choice that is claimed.
     */
    final boolean cancel() {
        return decide(CANCELLED, null);
    }

    /** Cancels the wait if a cancellation of {@code target} may be seen at it. */
    final void cancelFor(Strand target) {
        for (Strand s = strand(); s != null && s.mask == 0; s = s.parent()) {
            if (s == target) {
                cancel();
                return;
            }
        }
    }

    /** Notes who is going to wait, before the cell is published in the fiber. */
    final void prepare(Strand current) {
        place = current;
    }

    /** The last step of a suspension: true if the fiber now waits, and then nothing of it may be touched. */
    final boolean park() {
        return STATE.compareAndSet(this, null, WAITING);
    }

    /** Gives the fiber what the wait ended with: the value, or UNWIND with the reason in the fiber. */
    final @Nullable Object take(FiberState waiter) {
        Object s = STATE.getVolatile(this);
        if (s == CANCELLED) {
            return waiter.unwindCancelled();
        }
        if (s == null) {
            throw new IllegalStateException("a fiber went on from a wait that had not ended");
        }
        Throwable error = Answer.errorOf(s);
        return error == null ? Answer.valueOf(s) : waiter.raise(error);
    }

    /** Who waits; null before the cell is published. */
    final @Nullable FiberState waiter() {
        Strand s = strand();
        return s == null ? null : s.fiber();
    }

    private FiberState fiber() {
        FiberState f = waiter();
        if (f == null) {
            throw new IllegalStateException("a wait cell was parked without a fiber");
        }
        return f;
    }

    /**
     * What is waited for, in words that follow "waits for"; {@code name} gives other fibers their names. A cell in the list
     * of something says what that is; others say it here.
     */
    protected String describeWait(Function<? super LiveFiber, String> name) {
        Waiters l = list;
        Object awaited = l == null ? null : l.awaited();
        if (awaited == null) {
            return "somebody to wake it";
        }
        return awaited instanceof LiveFiber fiber
                ? "the end of " + name.apply(fiber)
                : "a " + awaited.getClass().getSimpleName();
    }

    /** What is waited for, where only fibers bring it; null where that is not known, or it may come from elsewhere. */
    protected @Nullable Object awaitedOfFibers() {
        Waiters l = list;
        return l == null ? null : l.awaited();
    }

    /** Whether it is certain that nobody at all ends this wait, but who cancels it. */
    protected boolean isEndedByNobody() {
        return false;
    }

    /**
     * Whether nothing ends this wait but fibers that {@code round} knows of, or is told of now, and fibers that nobody knows of. Where
     * that is not certain the answer is no.
     */
    boolean stallsIn(StallRound round) {
        Object awaited = awaitedOfFibers();
        if (awaited == null) {
            return false;
        }
        round.wants(awaited);
        return true;
    }

    /** The wait was cancelled, or another arm has won: take the cell out of wherever it was registered. */
    protected void abandoned() {
        Waiters l = list;
        if (l != null) {
            l.remove(this);
        }
    }

    /** The wait was given {@code value}, but its fiber fails instead of going on with it: give the thing back. */
    protected void undelivered(@Nullable Object value) {
        // Most values are for all who wait, or were made for this wait alone.
    }

    @Override
    public @Nullable Object cancelled(FiberState f, Strand strand) {
        abandoned();
        return UNWIND;
    }
}
