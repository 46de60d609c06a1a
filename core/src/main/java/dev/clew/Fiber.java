package dev.clew;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One running evaluation of a task, made by {@link Task#start()} or {@link TaskRuntime#runAsync}.
 *
 * <p>A handle only: nothing runs on the caller of its methods, each of which describes a task. Any number of fibers may
 * join and cancel the same one. A fiber is not bound to the one that started it. The failure of one made by {@code start},
 * when nobody is joining it at that moment, goes to the runtime's error reporter; one made by {@code runAsync} tells its
 * callback.
 *
 * @param <A> the value of a success
 */
public interface Fiber<A extends @Nullable Object> {

    /**
     * Waits for the end of this fiber and gives its outcome.
     *
     * <p><b>Cancellation.</b> Cancel safe: a cancelled wait leaves nothing behind and the joined fiber runs on.
     */
    Task<Outcome<A>> join();

    /** {@link #join()}, then the value, the error, or {@link CancellationException} where the fiber was cancelled. */
    default Task<A> joinOrFail() {
        return join().flatMap(outcome -> {
            if (outcome instanceof Outcome.Succeeded<A> s) {
                return Task.now(s.value());
            }
            if (outcome instanceof Outcome.Failed<A> f) {
                return Task.fail(f.error());
            }
            return Task.fail(new CancellationException(
                    "the joined fiber was cancelled, so it has no value; join() gives the outcome itself"));
        });
    }

    /**
     * {@link #joinOrFail()}, but waits for ever where the fiber was cancelled.
     *
     * <p><b>Cancellation.</b> As {@link #join()}, also while it waits for ever.
     */
    default Task<A> joinOrNever() {
        return join().flatMap(outcome -> outcome instanceof Outcome.Canceled<A> ? Task.never() : joined(outcome));
    }

    private static <A extends @Nullable Object> Task<A> joined(Outcome<A> outcome) {
        return Task.delay(outcome::get);
    }

    /**
     * Asks this fiber to stop and waits until its finalizers are done. Does nothing to an ended fiber. A fiber that cancels
     * itself, or the fiber it is a branch of, does not wait for its own end: it stops, or under a mask goes on.
     *
     * <p><b>Cancellation.</b> Cancel safe: cancelling the wait does not take the request back.
     */
    Task<@Nullable Void> cancel();
}
