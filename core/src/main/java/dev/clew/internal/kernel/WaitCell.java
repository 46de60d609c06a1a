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
 * fiber, strand | fiber, before WAITING | plain               | state; for cancellers the fiber's cell
 * previous, next, list | a WaitList, under its lock | plain   | the lock; list is also read without it, and
 *        |                         |                            | then asked for again under it
 * </pre>
 */
public class WaitCell extends Frame {
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", Object.class);
    private static final Object WAITING = new Object();
    private static final Object CANCELLED = new Object();

    @SuppressWarnings("unused")
    private @Nullable Object state;

    private @Nullable FiberState fiber;
    private @Nullable Strand strand;

    /** Links of a {@link WaitList}. */
    @Nullable
    WaitCell previous;

    @Nullable
    WaitCell next;

    /** Where this cell is registered. */
    @Nullable
    Waiters list;

    /** Ends the wait with {@code value}; false where it had ended already. */
    public final boolean complete(@Nullable Object value) {
        return decide(Answer.value(value));
    }

    /** Ends the wait with {@code error}; false where it had ended already. */
    public final boolean completeError(Throwable error) {
        return decide(Answer.error(error));
    }

    /** Ends the wait with an {@link Answer}; false where it had ended already. */
    public final boolean answer(Object answer) {
        return decide(answer);
    }

    private boolean decide(Object result) {
        for (; ; ) {
            Object s = STATE.getVolatile(this);
            if (s != null && s != WAITING) {
                return false;
            }
            if (STATE.compareAndSet(this, s, result)) {
                if (s == WAITING) {
                    fiber().wake();
                }
                return true;
            }
        }
    }

    /** Whether the wait has ended, in any way. */
    public final boolean isDecided() {
        Object s = STATE.getVolatile(this);
        return s != null && s != WAITING;
    }

    /** Ends the wait without a result; a waiting fiber is scheduled and will look for the reason. */
    final boolean cancel() {
        return decide(CANCELLED);
    }

    /** Cancels the wait if a cancellation of {@code target} may be seen at it. */
    final void cancelFor(Strand target) {
        for (Strand s = strand; s != null && s.mask == 0; s = s.parent) {
            if (s == target) {
                cancel();
                return;
            }
        }
    }

    /** Notes who is going to wait, before the cell is published in the fiber. */
    final void prepare(FiberState waiter, Strand current) {
        fiber = waiter;
        strand = current;
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
        return fiber;
    }

    private FiberState fiber() {
        FiberState f = fiber;
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

    /** The wait was cancelled: take the cell out of wherever it was registered. */
    protected void abandoned() {
        Waiters l = list;
        if (l != null) {
            l.remove(this);
        }
    }

    @Override
    public @Nullable Object cancelled(FiberState f, Strand strand) {
        abandoned();
        return UNWIND;
    }
}
