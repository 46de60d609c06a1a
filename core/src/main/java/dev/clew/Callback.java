package dev.clew;

import org.jspecify.annotations.Nullable;

/**
 * What {@link Task#async} hands out: the first call ends the wait, later calls are ignored. May be called from any
 * thread, before or after {@code register} returns; never blocks and runs none of the waiting task's code.
 *
 * @param <A> the value
 */
public interface Callback<A extends @Nullable Object> {
    /** Ends the wait with {@code value}; false where it had ended already. */
    boolean success(A value);

    /** Ends the wait with {@code error}; false where it had ended already. */
    boolean failure(Throwable error);
}
