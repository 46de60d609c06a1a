package dev.clew;

import org.jspecify.annotations.Nullable;

/**
 * A function of three arguments that may throw. What it throws becomes the error of the task that calls it.
 *
 * @param <A> the first argument
 * @param <B> the second argument
 * @param <C> the third argument
 * @param <R> the result
 */
@FunctionalInterface
public interface Fn3<
        A extends @Nullable Object,
        B extends @Nullable Object,
        C extends @Nullable Object,
        R extends @Nullable Object> {
    R apply(A a, B b, C c) throws Exception;
}
