package dev.clew.sync;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.Awaited;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.Waiters;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value that is not there yet, set once, and waited for by any number of fibers.
 *
 * <p><b>Semantics.</b> The first {@link #complete} or {@link #fail} decides; later ones change nothing. Waiters are
 * woken in the order of their coming.
 *
 * <p><b>Cancellation.</b> Cancel safe: a cancelled wait leaves no waiter behind, and others wait on.
 *
 * <p><b>Memory effects.</b> What happens before a completion happens before whatever follows a {@link #get} of it.
 *
 * <p><b>Cost.</b> A {@code get} of a completed one is a read. Else one small object a waiter and a compare-and-set. A
 * completion is a compare-and-set and takes time linear in the waiters. Where several wait at once each adds a short
 * lock. No thread is ever blocked for a value.
 *
 * <p><b>Errors.</b> A {@code get} of one that was decided by {@link #fail} ends with that error, which must not be null.
 *
 * @param <A> the value
 */
public final class Deferred<A extends @Nullable Object> {
    /*
     * state is null, or a cell, or a list of cells, until it is an Answer: see Awaited.
     *
     *   field | writer | access                  | pairs with
     *   ------+--------+-------------------------+-----------
     *   state | any    | volatile, compare-and-set | itself
     */
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", Object.class);

    @SuppressWarnings("unused")
    private @Nullable Object state;

    private final Task<A> get = new Get<>(this);

    private Deferred() {}

    /** A task that makes a new {@code Deferred} each time it runs. */
    public static <A extends @Nullable Object> Task<Deferred<A>> make() {
        return Task.delay(Deferred::new);
    }

    /** A new {@code Deferred}, made at once. */
    public static <A extends @Nullable Object> Deferred<A> create() {
        return new Deferred<>();
    }

    /** Waits for the value, or fails with the error. */
    public Task<A> get() {
        return get;
    }

    /** Sets the value and wakes who waits; gives false where it was decided already. */
    public Task<Boolean> complete(A value) {
        return Task.delay(() -> tryComplete(value));
    }

    /** Sets the error and wakes who waits; gives false where it was decided already. */
    public Task<Boolean> fail(Throwable error) {
        return Task.delay(() -> tryFail(error));
    }

    /** {@link #complete}, at once, from any thread. */
    public boolean tryComplete(A value) {
        return decide(Answer.value(value));
    }

    /** {@link #fail}, at once, from any thread. */
    public boolean tryFail(Throwable error) {
        return decide(Answer.error(Objects.requireNonNull(
                error, "a Deferred fails with an error, not null; use tryComplete(null) for a value of null")));
    }

    /** The outcome where it is decided, else null; at once, from any thread. */
    @SuppressWarnings({"unchecked", "NullAway"}) // the value is an A, which may allow null
    public @Nullable Outcome<A> peek() {
        Object r = decided();
        if (r == null) {
            return null;
        }
        Throwable error = Answer.errorOf(r);
        return error == null ? new Outcome.Succeeded<>((A) Answer.valueOf(r)) : new Outcome.Failed<>(error);
    }

    private boolean decide(Object decided) {
        for (; ; ) {
            Object s = STATE.getVolatile(this);
            if (Awaited.hasCome(s)) {
                return false;
            }
            if (STATE.compareAndSet(this, s, decided)) {
                Awaited.tell(s, decided);
                return true;
            }
        }
    }

    private @Nullable Object decided() {
        Object s = STATE.getVolatile(this);
        return Awaited.hasCome(s) ? s : null;
    }

    private static final class Get<A extends @Nullable Object> extends EventNode<A> implements Waiters {
        private final Deferred<A> deferred;

        Get(Deferred<A> deferred) {
            this.deferred = deferred;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            Object decided = deferred.decided();
            if (decided == null) {
                return WAIT;
            }
            Throwable error = Answer.errorOf(decided);
            return error == null ? Answer.valueOf(decided) : failed(fiber, error);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            if (!Awaited.add(STATE, this, deferred, cell)) {
                cell.answer(Objects.requireNonNull(deferred.decided(), "a Deferred that was decided is undecided"));
            }
        }

        @Override
        public Object awaited() {
            return deferred;
        }

        @Override
        public void remove(WaitCell cell) {
            Awaited.remove(STATE, deferred, cell);
        }
    }
}
