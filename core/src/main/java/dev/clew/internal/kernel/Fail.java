package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/** {@code fail}: an error that is known. Throws no Java exception. */
public final class Fail<A extends @Nullable Object> extends Node<A> {
    private final Throwable error;

    public Fail(Throwable error) {
        this.error = error;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        return fiber.raise(error);
    }
}
