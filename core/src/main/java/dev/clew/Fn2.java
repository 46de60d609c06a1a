package dev.clew;

import org.jspecify.annotations.Nullable;

/**
 * A function of two arguments that may throw. What it throws becomes the error of the task that calls it.
 *
 * @param <A> the first argument
 * @param <B> the second argument
 * @param <R> the result
 */
@FunctionalInterface
public interface Fn2<A extends @Nullable Object, B extends @Nullable Object, R extends @Nullable Object> {
    R apply(A a, B b) throws Exception;
}
