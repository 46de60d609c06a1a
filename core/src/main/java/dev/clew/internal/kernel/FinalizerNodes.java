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

    private static final class OnCancel<A extends @Nullable Object> extends Node<A> {
        private final Node<A> task;
        private final Node<?> finalizer;

        OnCancel(Node<A> task, Node<?> finalizer) {
            this.task = task;
            this.finalizer = finalizer;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, int depth) {
            if (fiber.isDeep(this, depth)) {
                return UNWIND;
            }
            Object value = task.eval(fiber, depth + 1);
            if (value == UNWIND) {
                if (fiber.isCapturing()) {
                    fiber.push(this);
                } else if (fiber.isCancelling()) {
                    return cancelled(fiber);
                }
            }
            return value;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber) {
            return FinalizerFrame.runThenCancel(fiber, finalizer);
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
        public @Nullable Object eval(FiberState fiber, int depth) {
            if (fiber.isDeep(this, depth)) {
                return UNWIND;
            }
            Object value = task.eval(fiber, depth + 1);
            if (value != UNWIND) {
                return finalizeWith(fiber, value, null, depth);
            }
            if (fiber.isCapturing()) {
                fiber.push(this);
                return UNWIND;
            }
            return fiber.isFailing() ? finalizeWith(fiber, null, fiber.error(), depth) : cancelled(fiber);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, @Nullable Object value) {
            return finalizeWith(fiber, value, null, fiber.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState fiber) {
            return finalizeWith(fiber, null, fiber.error(), fiber.baseDepth());
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber) {
            return FinalizerFrame.runThenCancel(fiber, finalizer);
        }

        private @Nullable Object finalizeWith(
                FiberState fiber, @Nullable Object value, @Nullable Throwable error, int depth) {
            fiber.mask();
            Object done = finalizer.eval(fiber, depth + 1);
            if (done == UNWIND) {
                if (fiber.isCapturing()) {
                    fiber.push(new Finalized(value, error));
                    return UNWIND;
                }
                return finalizerFailed(fiber, error);
            }
            return end(fiber, value, error);
        }
    }

    private static @Nullable Object end(FiberState fiber, @Nullable Object value, @Nullable Throwable error) {
        fiber.unmask();
        return error == null ? value : fiber.raise(error);
    }

    /** The task's own error comes first; the finalizer's is added to it. */
    private static @Nullable Object finalizerFailed(FiberState fiber, @Nullable Throwable error) {
        fiber.unmask();
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
        public @Nullable Object resume(FiberState fiber, @Nullable Object ignored) {
            return end(fiber, value, error);
        }

        @Override
        public @Nullable Object failed(FiberState fiber) {
            return finalizerFailed(fiber, error);
        }
    }
}
