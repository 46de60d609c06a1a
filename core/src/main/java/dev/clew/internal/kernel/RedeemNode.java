package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/** {@code redeemWith}: an error and a value are each answered by a task; an error of the second is not by the first. */
public final class RedeemNode<A extends @Nullable Object, B extends @Nullable Object> extends Node<B> {
    private final Node<A> source;
    private final Fn<? super Throwable, ? extends Task<B>> onError;
    private final Fn<? super A, ? extends Task<B>> onValue;

    public RedeemNode(
            Node<A> source,
            Fn<? super Throwable, ? extends Task<B>> onError,
            Fn<? super A, ? extends Task<B>> onValue) {
        this.source = source;
        this.onError = onError;
        this.onValue = onValue;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Object value = source.eval(fiber, strand, depth + 1);
        if (value != UNWIND) {
            return goOn(fiber, strand, value, depth + 1);
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
        return CallSites.of(onValue);
    }

    @Override
    Node<?> first() {
        return source;
    }

    private @Nullable Object goOn(FiberState fiber, Strand strand, @Nullable Object value, int depth) {
        Node<B> next;
        try {
            next = of(onValue.apply(Node.<A>typed(value)), "the function of redeemWith");
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        return next.eval(fiber, strand, depth);
    }

    private @Nullable Object handle(FiberState fiber, Strand strand, int depth) {
        Throwable error = fiber.error();
        if (Fatal.isFatal(error)) {
            return UNWIND;
        }
        Node<B> next;
        try {
            next = of(onError.apply(error), "the handler of redeemWith");
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
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
        return goOn(fiber, strand, value, fiber.baseDepth());
    }

    @Override
    public @Nullable Object failed(FiberState fiber, Strand strand) {
        return handle(fiber, strand, fiber.baseDepth());
    }
}
