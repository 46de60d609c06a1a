package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Fn2;
import dev.clew.Outcome;
import dev.clew.Poll;
import dev.clew.Task;
import dev.clew.internal.kernel.MaskNodes.Region;
import org.jspecify.annotations.Nullable;

/**
 * {@code bracket} in all its forms, as one node: {@code acquire} under a mask, {@code use} outside it, {@code release} under
 * a mask again. Between the end of {@code acquire} and the frame or native call that stands for {@code use} nothing is
 * entered where a cancellation is looked at, so what was acquired is always released.
 *
 * @param <A> what is acquired
 * @param <B> what {@code use} gives
 */
public final class BracketNode<A extends @Nullable Object, B extends @Nullable Object> extends Node<B> {
    private final Fn<? super Poll, ? extends Task<A>> acquire;
    private final Fn<? super A, ? extends Task<B>> use;
    private final Fn2<? super A, ? super Outcome<B>, ? extends Task<?>> release;

    public BracketNode(
            Fn<? super Poll, ? extends Task<A>> acquire,
            Fn<? super A, ? extends Task<B>> use,
            Fn2<? super A, ? super Outcome<B>, ? extends Task<?>> release) {
        this.acquire = acquire;
        this.use = use;
        this.release = release;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if (fiber.isDeep(this, strand, depth)) {
            return UNWIND;
        }
        Region region = Region.enter(fiber, strand);
        Node<A> acquiring;
        try {
            acquiring = of(acquire.apply(region), "the function acquire of bracket");
        } catch (Throwable thrown) {
            region.leave(fiber);
            return fiber.raise(thrown);
        }
        Object value = acquiring.eval(fiber, strand, depth + 1);
        if (value != UNWIND) {
            return use(fiber, strand, region, Node.<A>typed(value), depth);
        }
        if (fiber.isCapturing()) {
            fiber.push(new AcquireFrame<>(this, region));
        } else {
            region.leave(fiber);
        }
        return UNWIND;
    }

    private @Nullable Object use(FiberState fiber, Strand strand, Region region, A acquired, int depth) {
        Node<B> using;
        try {
            using = of(use.apply(acquired), "the function use of bracket");
        } catch (Throwable thrown) {
            using = new Fail<>(thrown);
        }
        region.leave(fiber);
        Object value = using.eval(fiber, strand, depth + 1);
        if (value != UNWIND) {
            return succeeded(fiber, strand, acquired, value, depth);
        }
        if (fiber.isCapturing()) {
            fiber.push(new UseFrame<>(this, acquired));
            return UNWIND;
        }
        return fiber.isFailing() ? failed(fiber, strand, acquired, depth) : cancelled(fiber, strand, acquired);
    }

    private @Nullable Object succeeded(FiberState fiber, Strand strand, A acquired, @Nullable Object value, int depth) {
        Node<?> releasing = release(acquired, new Outcome.Succeeded<>(Node.<B>typed(value)));
        return FinalizedFrame.run(fiber, strand, releasing, value, null, depth);
    }

    private @Nullable Object failed(FiberState fiber, Strand strand, A acquired, int depth) {
        Throwable error = fiber.error();
        Node<?> releasing = release(acquired, new Outcome.Failed<>(error));
        return FinalizedFrame.run(fiber, strand, releasing, null, error, depth);
    }

    private Object cancelled(FiberState fiber, Strand strand, A acquired) {
        return FinalizerFrame.runThenCancel(fiber, strand, release(acquired, new Outcome.Canceled<>()));
    }

    private Node<?> release(A acquired, Outcome<B> end) {
        try {
            return of(release.apply(acquired, end), "the function release of bracket");
        } catch (Throwable thrown) {
            return new Fail<>(thrown);
        }
    }

    /** {@code acquire} was reified. */
    private static final class AcquireFrame<A extends @Nullable Object> extends Frame {
        private final BracketNode<A, ?> node;
        private final Region region;

        AcquireFrame(BracketNode<A, ?> node, Region region) {
            this.node = node;
            this.region = region;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return node.use(fiber, strand, region, Node.<A>typed(value), fiber.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            region.leave(fiber);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            region.leave(fiber);
            return UNWIND;
        }
    }

    /** {@code use} was reified. */
    private static final class UseFrame<A extends @Nullable Object> extends Frame {
        private final BracketNode<A, ?> node;
        private final A acquired;

        UseFrame(BracketNode<A, ?> node, A acquired) {
            this.node = node;
            this.acquired = acquired;
        }

        @Override
        boolean holdsFinalizer() {
            return true;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return node.succeeded(fiber, strand, acquired, value, fiber.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            return node.failed(fiber, strand, acquired, fiber.baseDepth());
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            return node.cancelled(fiber, strand, acquired);
        }
    }
}
