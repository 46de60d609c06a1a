package dev.clew.sync;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
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
 * <p><b>Cost.</b> A {@code get} of a completed one is a read. Else one small object a waiter. A completion takes time
 * linear in the waiters, and a short lock for each. No thread is ever blocked for a value.
 *
 * @param <A> the value
 */
public final class Deferred<A extends @Nullable Object> {
    /*
     * result is null until decided, then an Answer; it is written under the lock and read without it. Waiters are linked
     * under the lock, and answered outside it: to wake a fiber may call an executor of the user's. A wait that is cancelled
     * meanwhile either takes its cell out first, or loses nobody anything: the answer stays for all.
     *
     *   field   | writer          | access                        | pairs with
     *   --------+-----------------+-------------------------------+-----------
     *   result  | completer, once | volatile, written under lock  | itself
     *   waiters | any             | lock on this                  |
     */
    private static final VarHandle RESULT = VarHandles.field(MethodHandles.lookup(), "result", Object.class);

    @SuppressWarnings("unused")
    private @Nullable Object result;

    private @Nullable WaitList waiters;

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
        Object r = RESULT.getVolatile(this);
        if (r == null) {
            return null;
        }
        Throwable error = Answer.errorOf(r);
        return error == null ? new Outcome.Succeeded<>((A) Answer.valueOf(r)) : new Outcome.Failed<>(error);
    }

    private boolean decide(Object decided) {
        WaitList list;
        synchronized (this) {
            if (RESULT.getVolatile(this) != null) {
                return false;
            }
            RESULT.setVolatile(this, decided);
            list = waiters;
            waiters = null;
        }
        while (list != null) {
            WaitCell cell;
            synchronized (this) {
                cell = list.poll();
            }
            if (cell == null) {
                break;
            }
            cell.answer(decided);
        }
        return true;
    }

    private void enlist(WaitCell cell) {
        Object decided;
        synchronized (this) {
            decided = RESULT.getVolatile(this);
            if (decided == null) {
                WaitList list = waiters;
                if (list == null) {
                    list = new WaitList(this);
                    waiters = list;
                }
                list.add(cell);
                return;
            }
        }
        cell.answer(decided);
    }

    private static final class Get<A extends @Nullable Object> extends EventNode<A> {
        private final Deferred<A> deferred;

        Get(Deferred<A> deferred) {
            this.deferred = deferred;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            Object decided = RESULT.getVolatile(deferred);
            if (decided == null) {
                return WAIT;
            }
            Throwable error = Answer.errorOf(decided);
            return error == null ? Answer.valueOf(decided) : failed(fiber, error);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            deferred.enlist(cell);
        }
    }
}
