package dev.clew;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * How a task ended: with a value, with an error, or cancelled.
 *
 * @param <A> the value of a success
 */
public sealed interface Outcome<A extends @Nullable Object> {

    /** The task gave {@code value}, which may be {@code null}. */
    record Succeeded<A extends @Nullable Object>(A value) implements Outcome<A> {}

    /** The task ended with {@code error}: the very throwable that was thrown or given to {@link Task#fail}. */
    record Failed<A extends @Nullable Object>(Throwable error) implements Outcome<A> {}

    /** The task was cancelled, and its finalizers have run. */
    record Canceled<A extends @Nullable Object>() implements Outcome<A> {}

    /**
     * The value, or the error thrown as it is, or a {@link CancellationException}.
     *
     * @throws Exception the task's own error, unwrapped; an {@link Error} is thrown likewise
     */
    default A get() throws Exception {
        if (this instanceof Succeeded<A> s) {
            return s.value();
        }
        if (this instanceof Failed<A> f) {
            throw Outcome.<Exception>sneaky(f.error());
        }
        throw new CancellationException("the task was cancelled, so it has no value; match on the Outcome to allow it");
    }

    /** Lets a throwable of any class pass where only {@code E} is declared. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> E sneaky(Throwable error) throws E {
        throw (E) error;
    }
}
