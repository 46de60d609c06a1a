package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/** {@code flatMap}. A chain of binds to the right is the loop in {@link #eval}, so recursion costs no stack. */
public final class FlatMapNode<A extends @Nullable Object, B extends @Nullable Object> extends Node<B> {
    private final Node<A> source;
    private final Fn<? super A, ? extends Task<B>> function;

    public FlatMapNode(Node<A> source, Fn<? super A, ? extends Task<B>> function) {
        this.source = source;
        this.function = function;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        return bind(this, fiber, strand, depth);
    }

    @SuppressWarnings("unchecked")
    private static @Nullable Object bind(FlatMapNode<?, ?> first, FiberState fiber, Strand strand, int depth) {
        FlatMapNode<Object, Object> node = (FlatMapNode<Object, Object>) first;
        for (; ; ) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(node, strand, depth)) {
                return UNWIND;
            }
            Object value = node.source.eval(fiber, strand, depth + 1);
            if (value == UNWIND) {
                fiber.passing(node);
                return UNWIND;
            }
            Node<Object> next;
            try {
                next = of(node.function.apply(Node.<Object>typed(value)), "the function of flatMap");
            } catch (Throwable thrown) {
                return fiber.raise(thrown);
            }
            if (next.getClass() == FlatMapNode.class) {
                node = (FlatMapNode<Object, Object>) (Node<?>) next;
            } else {
                return next.eval(fiber, strand, depth + 1);
            }
        }
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
        Node<B> next;
        try {
            next = of(function.apply(Node.<A>typed(value)), "the function of flatMap");
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        return next.eval(fiber, strand, fiber.baseDepth());
    }
}
