package dev.clew.internal.kernel;

import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/**
 * A task that runs while something is held which an event gives and a plain call gives back: the {@code bracket} of locks and
 * permits, without a mask, a poll or a task of its own.
 *
 * <p>No cancellation is looked at between the end of {@code acquire} and the frame or native call that stands for {@code use},
 * nor in {@code release}, which enters no node: so what was acquired is given back once, whatever the end. Errors of
 * {@code release} go where those of {@code guarantee} go.
 *
 * @param <A> the value of {@code use}
 */
public final class HoldNode<A extends @Nullable Object> extends Node<A> {
    private final EventNode<?> acquire;
    private final Node<A> use;
    private final Runnable release;

    private HoldNode(EventNode<?> acquire, Node<A> use, Runnable release) {
        this.acquire = acquire;
        this.use = use;
        this.release = release;
    }

    /** {@code use} between {@code acquire} and {@code release}; {@code what} names the giver of {@code use} where it is null. */
    public static <A extends @Nullable Object> Node<A> of(
            EventNode<?> acquire, Task<A> use, String what, Runnable release) {
        return CallSites.passing(new HoldNode<>(acquire, Node.of(use, what), release));
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if (fiber.isDeep(this, strand, depth)) {
            return UNWIND;
        }
        if (acquire.eval(fiber, strand, depth + 1) == UNWIND) {
            fiber.passing(this);
            return UNWIND;
        }
        return use(fiber, strand, depth);
    }

    @Override
    Node<?> first() {
        return acquire;
    }

    /** That of what is held for: the lock itself was made elsewhere. */
    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.ofTask(use);
    }

    @Override
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object acquired) {
        return use(fiber, strand, fiber.baseDepth());
    }

    private @Nullable Object use(FiberState fiber, Strand strand, int depth) {
        Object value = use.eval(fiber, strand, depth + 1);
        if (value != UNWIND) {
            return releaseAfter(fiber, value);
        }
        if (fiber.isCapturing()) {
            fiber.push(new UseFrame(this));
            return UNWIND;
        }
        return releaseUnwinding(fiber);
    }

    private @Nullable Object releaseAfter(FiberState fiber, @Nullable Object value) {
        try {
            release.run();
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        return value;
    }

    private Object releaseUnwinding(FiberState fiber) {
        try {
            release.run();
        } catch (Throwable thrown) {
            if (Fatal.isFatal(thrown)) {
                return fiber.raise(thrown);
            }
            if (fiber.isFailing()) {
                Suppressed.add(fiber.error(), thrown);
            } else {
                FinalizerFrame.report(fiber, thrown);
            }
        }
        return UNWIND;
    }

    /** What {@code frame} stands for the holding of; null where it stands for something else. */
    static @Nullable Object heldBy(Node<?> frame) {
        return frame instanceof UseFrame use ? use.node.acquire.source() : null;
    }

    /** {@code use} was reified. */
    private static final class UseFrame extends Frame {
        private final HoldNode<?> node;

        UseFrame(HoldNode<?> node) {
            this.node = node;
        }

        @Override
        @Nullable
        CallSite callSite() {
            return node.callSite();
        }

        @Override
        boolean holdsFinalizer() {
            return true;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return node.releaseAfter(fiber, value);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            return node.releaseUnwinding(fiber);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            return node.releaseUnwinding(fiber);
        }
    }
}
