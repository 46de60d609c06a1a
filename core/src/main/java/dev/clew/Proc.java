package dev.clew;

import org.jspecify.annotations.Nullable;

/**
 * An action on one argument that gives nothing back and may throw. What it throws becomes the error of the task that
 * calls it.
 *
 * @param <A> the argument
 */
@FunctionalInterface
public interface Proc<A extends @Nullable Object> {
    void accept(A a) throws Exception;
}
