package dev.clew;

import org.jspecify.annotations.Nullable;

/**
 * A function of one argument that may throw. What it throws becomes the error of the task that calls it.
 *
 * @param <A> the argument
 * @param <B> the result
 */
@FunctionalInterface
public interface Fn<A extends @Nullable Object, B extends @Nullable Object> {
    B apply(A a) throws Exception;
}
