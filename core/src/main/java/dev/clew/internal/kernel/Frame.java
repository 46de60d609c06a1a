package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/** A node in the middle of its evaluation, with the state it has to keep. Made only when the stack is reified. */
abstract class Frame extends Node<@Nullable Object> {

    @Override
    public final @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        throw new IllegalStateException(
                "a frame is resumed, never evaluated: " + getClass().getName());
    }
}
