package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/** {@code recoverWith}: an error is answered by a task. */
public final class RecoverNode<A extends @Nullable Object> extends Node<A> {
    private final Node<A> source;
    private final Fn<? super Throwable, ? extends Task<A>> handler;

    public RecoverNode(Node<A> source, Fn<? super Throwable, ? extends Task<A>> handler) {
        this.source = source;
        this.handler = handler;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Object value = source.eval(fiber, strand, depth + 1);
        if (value != UNWIND) {
            return value;
        }
        if (fiber.isCapturing()) {
            fiber.push(this);
            return UNWIND;
        }
        return fiber.isFailing() ? handle(fiber, strand, depth + 1) : UNWIND;
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(handler);
    }

    @Override
    Node<?> first() {
        return source;
    }

    private @Nullable Object handle(FiberState fiber, Strand strand, int depth) {
        Throwable error = fiber.error();
        if (Fatal.isFatal(error)) {
            return UNWIND;
        }
        Node<A> next;
        try {
            next = of(handler.apply(error), "the handler of an error");
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        Object value = next.eval(fiber, strand, depth);
        if (value != UNWIND) {
            fiber.answered();
        }
        return value;
    }

    @Override
    public @Nullable Object failed(FiberState fiber, Strand strand) {
        return handle(fiber, strand, fiber.baseDepth());
    }
}
