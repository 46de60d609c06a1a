package dev.clew.internal.kernel;

import dev.clew.Outcome;
import org.jspecify.annotations.Nullable;

/** {@code attempt}: a value or an error becomes an {@link Outcome}; a cancellation passes. */
public final class AttemptNode<A extends @Nullable Object> extends Node<Outcome<A>> {
    private final Node<A> source;

    public AttemptNode(Node<A> source) {
        this.source = source;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Object value = source.eval(fiber, strand, depth + 1);
        if (value != UNWIND) {
            return new Outcome.Succeeded<>(value);
        }
        if (fiber.isCapturing()) {
            fiber.push(this);
            return UNWIND;
        }
        return fiber.isFailing() ? failed(fiber, strand) : UNWIND;
    }

    @Override
    Node<?> first() {
        return source;
    }

    @Override
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
        return new Outcome.Succeeded<>(value);
    }

    @Override
    public @Nullable Object failed(FiberState fiber, Strand strand) {
        Throwable error = fiber.error();
        if (Fatal.isFatal(error)) {
            return UNWIND;
        }
        fiber.answered();
        return new Outcome.Failed<>(error);
    }
}
