package dev.clew.internal.kernel;

import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/** {@code onCancel} and {@code guarantee}: a finalizer, run masked, once, where the task ends in certain ways. */
public final class FinalizerNodes {
    private FinalizerNodes() {}

    public static <A extends @Nullable Object> Task<A> onCancel(Task<A> task, Task<?> finalizer) {
        return new OnCancel<>(Node.of(task, "the task of onCancel"), Node.of(finalizer, "the finalizer of onCancel"));
    }

    public static <A extends @Nullable Object> Task<A> guarantee(Task<A> task, Task<?> finalizer) {
        return new Guarantee<>(
                Node.of(task, "the task of guarantee"), Node.of(finalizer, "the finalizer of guarantee"));
    }

    /** Tells the error reporter of a finalizer that failed during a cancellation. */
    public static Task<@Nullable Void> report(Throwable error) {
        return new Report(error);
    }

    private static final class Report extends Node<@Nullable Void> {
        private final Throwable error;

        Report(Throwable error) {
            this.error = error;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            FinalizerFrame.report(fiber, error);
            return null;
        }
    }

    private static final class OnCancel<A extends @Nullable Object> extends Node<A> {
        private final Node<A> task;
        private final Node<?> finalizer;

        OnCancel(Node<A> task, Node<?> finalizer) {
            this.task = task;
            this.finalizer = finalizer;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            Object value = task.eval(fiber, strand, depth + 1);
            if (value == UNWIND) {
                if (fiber.isCapturing()) {
                    fiber.push(this);
                } else if (fiber.isCancelling()) {
                    return cancelled(fiber, strand);
                }
            }
            return value;
        }

        @Override
        boolean holdsFinalizer() {
            return true;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            return FinalizerFrame.runThenCancel(fiber, strand, finalizer);
        }
    }

    private static final class Guarantee<A extends @Nullable Object> extends Node<A> {
        private final Node<A> task;
        private final Node<?> finalizer;

        Guarantee(Node<A> task, Node<?> finalizer) {
            this.task = task;
            this.finalizer = finalizer;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            Object value = task.eval(fiber, strand, depth + 1);
            if (value != UNWIND) {
                return finalizeWith(fiber, strand, value, null, depth);
            }
            if (fiber.isCapturing()) {
                fiber.push(this);
                return UNWIND;
            }
            return fiber.isFailing()
                    ? finalizeWith(fiber, strand, null, fiber.error(), depth)
                    : cancelled(fiber, strand);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return finalizeWith(fiber, strand, value, null, fiber.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            return finalizeWith(fiber, strand, null, fiber.error(), fiber.baseDepth());
        }

        @Override
        boolean holdsFinalizer() {
            return true;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            return FinalizerFrame.runThenCancel(fiber, strand, finalizer);
        }

        private @Nullable Object finalizeWith(
                FiberState fiber, Strand strand, @Nullable Object value, @Nullable Throwable error, int depth) {
            fiber.mask(strand);
            Object done = finalizer.eval(fiber, strand, depth + 1);
            if (done == UNWIND) {
                if (fiber.isCapturing()) {
                    fiber.push(new Finalized(value, error));
                    return UNWIND;
                }
                return finalizerFailed(fiber, strand, error);
            }
            return end(fiber, strand, value, error);
        }
    }

    private static @Nullable Object end(
            FiberState fiber, Strand strand, @Nullable Object value, @Nullable Throwable error) {
        fiber.unmask(strand);
        return error == null ? value : fiber.raise(error);
    }

    /** The task's own error comes first; the finalizer's is added to it. */
    private static @Nullable Object finalizerFailed(FiberState fiber, Strand strand, @Nullable Throwable error) {
        fiber.unmask(strand);
        if (error == null) {
            return Node.UNWIND;
        }
        Suppressed.add(error, fiber.error());
        return fiber.raise(error);
    }

    /** The finalizer was reified. */
    private static final class Finalized extends Frame {
        private final @Nullable Object value;
        private final @Nullable Throwable error;

        Finalized(@Nullable Object value, @Nullable Throwable error) {
            this.value = value;
            this.error = error;
        }

        @Override
        boolean holdsFinalizer() {
            return true;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object ignored) {
            return end(fiber, strand, value, error);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            return finalizerFailed(fiber, strand, error);
        }
    }
}
