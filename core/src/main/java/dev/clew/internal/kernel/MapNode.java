package dev.clew.internal.kernel;

import dev.clew.Fn;
import org.jspecify.annotations.Nullable;

/** {@code map}. */
public final class MapNode<A extends @Nullable Object, B extends @Nullable Object> extends Node<B> {
    private final Node<A> source;
    private final Fn<? super A, ? extends B> function;

    public MapNode(Node<A> source, Fn<? super A, ? extends B> function) {
        this.source = source;
        this.function = function;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Object value = source.eval(fiber, strand, depth + 1);
        if (value == UNWIND) {
            fiber.passing(this);
            return UNWIND;
        }
        return resume(fiber, strand, value);
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(function);
    }

    @Override
    Node<?> first() {
        return source;
    }

    @Override
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
        try {
            return function.apply(Node.<A>typed(value));
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
    }
}
