package dev.clew;

import org.jspecify.annotations.Nullable;

/**
 * What {@link Task#racePair} gives: how the first side ended, and the fiber of the other, which runs on.
 *
 * @param <A> the value of the left side
 * @param <B> the value of the right side
 */
public sealed interface RacePair<A extends @Nullable Object, B extends @Nullable Object> {

    /** The left side ended first. */
    record LeftFirst<A extends @Nullable Object, B extends @Nullable Object>(Outcome<A> outcome, Fiber<B> other)
            implements RacePair<A, B> {}

    /** The right side ended first. */
    record RightFirst<A extends @Nullable Object, B extends @Nullable Object>(Fiber<A> other, Outcome<B> outcome)
            implements RacePair<A, B> {}
}
