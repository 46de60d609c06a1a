package dev.clew;

import org.jspecify.annotations.Nullable;

/**
 * Lifts the mask of one {@link Task#uncancelable} region around a task.
 *
 * <p><b>Semantics.</b> Restores the state outside that region, not more, and only in the fiber or branch that owns it:
 * in a child, after the region's end, and under an inner region it does nothing.
 */
public interface Poll {
    /** {@code task}, with cancellation seen as it is outside the region. */
    <A extends @Nullable Object> Task<A> apply(Task<A> task);
}
