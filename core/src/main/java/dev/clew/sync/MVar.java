package dev.clew.sync;

import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import dev.clew.internal.kernel.Wakes;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A place for one value, empty or full: {@link #put} waits while it is full, {@link #take} while it is empty.
 *
 * <p><b>Semantics.</b> As in Concurrent Haskell. Fair: of those who put, the first to come puts first, and of those who take, the
 * first to come takes first. {@link #read} gives the value and leaves it; who waits to read is served by the next value, all of
 * them, before the first who takes.
 *
 * <p><b>Cancellation.</b> Cancel safe: a {@code put} that is cancelled while it waits puts nothing, and a {@code take} takes nothing,
 * unless it was served in that moment; then its value is handed to the next step. A program that must not drop what it took writes
 * {@code uncancelable(poll -> poll.apply(mvar.take()).flatMap(record))}. Should the executor of a fiber that takes refuse it as it is
 * served, its value is the one that is taken next.
 *
 * <p><b>Memory effects.</b> What happens before a {@code put} happens before whatever follows a {@code take} or {@code read} of what
 * was put.
 *
 * <p><b>Cost.</b> Where nobody waits, an operation is a compare-and-set. Else a small object a wait, and a short lock at each end of
 * it. No thread is ever blocked for a value.
 *
 * <p><b>Errors.</b> None of its own: an operation that cannot be done waits.
 *
 * @param <A> the value
 */
public final class MVar<A extends @Nullable Object> {
    /*
     * The word tells what is in the place while nobody waits, and is QUEUED while somebody does, or while the holder of the
     * lock works; what is in the place then stands in held.
     *
     *               put                      enter, by the holder of the lock
     *     EMPTY ──────────▶ an Answer    EMPTY, an Answer ────────────────────▶ QUEUED
     *           ◀──────────                               ◀────────────────────
     *               take                     leave, where nobody waits
     *
     *   field          | writer                | access                    | pairs with
     *   ---------------+-----------------------+---------------------------+-----------
     *   word           | any, while not QUEUED | compare-and-set           | itself
     *                  | the holder of the lock| volatile, to leave QUEUED | itself
     *   held, behind, lists | the holder of the lock | lock on this        |
     *
     * Invariants, whenever the lock is free: the word is QUEUED if and only if somebody waits, or something is behind; who takes
     * or reads waits only while the place is empty, and who puts only while it is full, as it is while something is behind. No
     * wake-up is lost, since a wait enters its list with the word already QUEUED, so that whoever comes afterwards takes the
     * lock. A wait and what it is given, or what it gives, are decided in one step under the lock: a cancelled one moves no
     * value.
     *
     * A value whose taker was answered but cannot go on, since its executor refuses it, comes back as the one that is taken next.
     * Should others have filled the place meanwhile, what is in it goes behind: it is put again before who waits to put.
     */
    private static final VarHandle WORD = VarHandles.field(MethodHandles.lookup(), "word", Object.class);
    private static final Object EMPTY = new Object();
    private static final Object QUEUED = new Object();
    private static final Object DONE = Answer.value(null);

    private volatile Object word;
    private Object held = EMPTY;
    private @Nullable ArrayDeque<Object> behind;
    private final WaitList takers = new WaitList(this);
    private final WaitList readers = new WaitList(this);
    private final WaitList putters = new WaitList(this);

    private final EventNode<A> take = new Take<>(this, true);
    private final EventNode<A> read = new Take<>(this, false);

    private MVar(Object word) {
        this.word = word;
    }

    /** A task that makes a new, empty {@code MVar} each time it runs. */
    public static <A extends @Nullable Object> Task<MVar<A>> make() {
        return Task.delay(MVar::create);
    }

    /** A task that makes a new {@code MVar} with {@code value} in it each time it runs. */
    public static <A extends @Nullable Object> Task<MVar<A>> make(A value) {
        return Task.delay(() -> create(value));
    }

    /** A new, empty {@code MVar}, made at once. */
    public static <A extends @Nullable Object> MVar<A> create() {
        return new MVar<>(EMPTY);
    }

    /** A new {@code MVar} with {@code value} in it, made at once. */
    public static <A extends @Nullable Object> MVar<A> create(A value) {
        return new MVar<>(Answer.value(value));
    }

    /** Takes the value, which leaves the place empty; waits for one where it must. */
    public Task<A> take() {
        return take;
    }

    /** Gives the value, which stays; waits for one where it must. */
    public Task<A> read() {
        return read;
    }

    /** Puts {@code value} into the place; waits until it is empty where it must. */
    public Task<@Nullable Void> put(A value) {
        return new Put(this, Answer.value(value));
    }

    /** Takes the value where there is one, else gives {@code otherwise}. Never waits. */
    public Task<A> tryTake(A otherwise) {
        return Task.delay(() -> typed(takeNow(true), otherwise));
    }

    /** Gives the value, which stays, where there is one, else {@code otherwise}. Never waits. */
    public Task<A> tryRead(A otherwise) {
        return Task.delay(() -> typed(takeNow(false), otherwise));
    }

    /** Puts {@code value} into the place where it is empty; gives whether it has. Never waits. */
    public Task<Boolean> tryPut(A value) {
        Object answer = Answer.value(value);
        return Task.delay(() -> putNow(answer));
    }

    /** Whether there is no value; with others at work the answer may be old as it comes. */
    public Task<Boolean> isEmpty() {
        return Task.delay(() -> content() == EMPTY);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // what is in the place is an A, which may allow null
    private A typed(Object content, A otherwise) {
        return content == EMPTY ? otherwise : (A) Answer.valueOf(content);
    }

    /** What is in the place: an {@link Answer}, or EMPTY. */
    private Object content() {
        Object w = word;
        if (w != QUEUED) {
            return w;
        }
        synchronized (this) {
            w = word;
            return w == QUEUED ? held : w;
        }
    }

    // ---- without waiting ----------------------------------------------------------------------------

    /** What is taken or read; EMPTY where there is nothing. */
    private Object takeNow(boolean takes) {
        for (; ; ) {
            Object w = word;
            if (w == QUEUED) {
                return takeLocked(takes);
            }
            if (w == EMPTY || !takes || WORD.compareAndSet(this, w, EMPTY)) {
                return w;
            }
        }
    }

    private Object takeLocked(boolean takes) {
        Wakes woken = new Wakes();
        Object content;
        synchronized (this) {
            enter();
            content = held;
            if (takes) {
                held = EMPTY;
            }
            leave(woken);
        }
        woken.wake();
        return content;
    }

    private boolean putNow(Object value) {
        for (; ; ) {
            Object w = word;
            if (w == QUEUED) {
                return putLocked(value);
            }
            if (w != EMPTY) {
                return false;
            }
            if (WORD.compareAndSet(this, EMPTY, value)) {
                return true;
            }
        }
    }

    private boolean putLocked(Object value) {
        Wakes woken = new Wakes();
        boolean empty;
        synchronized (this) {
            enter();
            empty = held == EMPTY;
            if (empty) {
                held = value;
            }
            leave(woken);
        }
        woken.wake();
        return empty;
    }

    // ---- under the lock -----------------------------------------------------------------------------

    /** From now on to {@link #leave} nobody else moves a value. */
    private void enter() {
        for (; ; ) {
            Object w = word;
            if (w == QUEUED) {
                return;
            }
            if (WORD.compareAndSet(this, w, QUEUED)) {
                held = w;
                return;
            }
        }
    }

    /** Serves who waits as far as it goes; if nobody is left, others may move values again without the lock. */
    private void leave(Wakes woken) {
        do {
            if (held != EMPTY) {
                serve(woken);
            }
        } while (held == EMPTY && admit(woken));
        if (takers.isEmpty() && readers.isEmpty() && putters.isEmpty() && behind == null) {
            word = held;
            held = EMPTY;
        }
    }

    /** The place is full: gives the value to all who read, and to the first who takes. */
    private void serve(Wakes woken) {
        for (WaitCell reader = readers.poll(); reader != null; reader = readers.poll()) {
            reader.answer(held, woken);
        }
        for (WaitCell taker = takers.poll(); taker != null; taker = takers.poll()) {
            if (taker.answer(held, woken)) {
                held = EMPTY;
                return;
            }
        }
    }

    /** The place is empty: lets the first who puts do so; false where nobody does. */
    private boolean admit(Wakes woken) {
        ArrayDeque<Object> before = behind;
        if (before != null) {
            held = before.remove();
            behind = before.isEmpty() ? null : before;
            return true;
        }
        for (WaitCell putter = putters.poll(); putter != null; putter = putters.poll()) {
            if (putter.answer(DONE, woken)) {
                held = ((PutCell) putter).value;
                return true;
            }
        }
        return false;
    }

    /** What was taken comes back, as what is taken next. */
    private void giveBack(Object value) {
        Wakes woken = new Wakes();
        synchronized (this) {
            enter();
            if (held != EMPTY) {
                ArrayDeque<Object> later = behind == null ? new ArrayDeque<>(2) : behind;
                later.addFirst(held);
                behind = later;
            }
            held = value;
            leave(woken);
        }
        woken.wake();
    }

    private void enlist(WaitList list, WaitCell cell) {
        Wakes woken = new Wakes();
        synchronized (this) {
            enter();
            list.add(cell);
            leave(woken);
        }
        woken.wake();
    }

    private void abandon(WaitList list, WaitCell cell) {
        Wakes woken = new Wakes();
        synchronized (this) {
            if (list.take(cell)) {
                leave(woken);
            }
        }
        woken.wake();
    }

    // ---- the events -----------------------------------------------------------------------------------

    private static final class Take<A extends @Nullable Object> extends EventNode<A> {
        private final MVar<A> mvar;
        private final boolean takes;

        Take(MVar<A> mvar, boolean takes) {
            this.mvar = mvar;
            this.takes = takes;
        }

        private WaitList list() {
            return takes ? mvar.takers : mvar.readers;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            Object content = mvar.takeNow(takes);
            return content == EMPTY ? WAIT : Answer.valueOf(content);
        }

        @Override
        protected WaitCell cell() {
            return takes ? new TakeCell(mvar) : new Cell(mvar, mvar.readers, "a value of an MVar");
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            mvar.enlist(list(), cell);
        }
    }

    private static final class Put extends EventNode<@Nullable Void> {
        private final MVar<?> mvar;
        private final Object value;

        Put(MVar<?> mvar, Object value) {
            this.mvar = mvar;
            this.value = value;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return mvar.putNow(value) ? null : WAIT;
        }

        @Override
        protected WaitCell cell() {
            return new PutCell(mvar, value);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            mvar.enlist(mvar.putters, cell);
        }
    }

    private static class Cell extends WaitCell {
        final MVar<?> mvar;
        private final WaitList list;
        private final String awaited;

        Cell(MVar<?> mvar, WaitList list, String awaited) {
            this.mvar = mvar;
            this.list = list;
            this.awaited = awaited;
        }

        @Override
        protected final String describeWait(Function<? super LiveFiber, String> name) {
            return awaited;
        }

        @Override
        protected final void abandoned() {
            mvar.abandon(list, this);
        }
    }

    private static final class TakeCell extends Cell {
        TakeCell(MVar<?> mvar) {
            super(mvar, mvar.takers, "a value of an MVar");
        }

        @Override
        protected void undelivered(@Nullable Object value) {
            mvar.giveBack(Answer.value(value));
        }
    }

    private static final class PutCell extends Cell {
        private final Object value;

        PutCell(MVar<?> mvar, Object value) {
            super(mvar, mvar.putters, "room in an MVar");
            this.value = value;
        }
    }

    @Override
    public String toString() {
        Object content = content();
        return content == EMPTY ? "MVar()" : "MVar(" + Answer.valueOf(content) + ")";
    }
}
