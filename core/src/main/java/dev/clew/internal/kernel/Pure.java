package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/** {@code now}: a value that is known. Not a point where anything is looked at. */
public final class Pure<A extends @Nullable Object> extends Node<A> {
    private final A value;

    public Pure(A value) {
        this.value = value;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        return value;
    }
}
