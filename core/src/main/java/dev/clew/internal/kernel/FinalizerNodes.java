package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Outcome;
import dev.clew.Task;
import org.jspecify.annotations.Nullable;

/** {@code onCancel}, {@code guarantee} and {@code guaranteeCase}: a finalizer, run masked, once, where the task ends in certain ways. */
public final class FinalizerNodes {
    private FinalizerNodes() {}

    public static <A extends @Nullable Object> Task<A> onCancel(Task<A> task, Task<?> finalizer) {
        return new OnCancel<>(Node.of(task, "the task of onCancel"), Node.of(finalizer, "the finalizer of onCancel"));
    }

    public static <A extends @Nullable Object> Task<A> guarantee(Task<A> task, Task<?> finalizer) {
        return new Guarantee<>(
                Node.of(task, "the task of guarantee"), Node.of(finalizer, "the finalizer of guarantee"));
    }

    public static <A extends @Nullable Object> Task<A> guaranteeCase(
            Task<A> task, Fn<? super Outcome<A>, ? extends Task<?>> finalizer) {
        return new GuaranteeCase<>(Node.of(task, "the task of guaranteeCase"), finalizer);
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
                return FinalizedFrame.run(fiber, strand, finalizer, value, null, depth);
            }
            if (fiber.isCapturing()) {
                fiber.push(this);
                return UNWIND;
            }
            return fiber.isFailing()
                    ? FinalizedFrame.run(fiber, strand, finalizer, null, fiber.error(), depth)
                    : cancelled(fiber, strand);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return FinalizedFrame.run(fiber, strand, finalizer, value, null, fiber.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            return FinalizedFrame.run(fiber, strand, finalizer, null, fiber.error(), fiber.baseDepth());
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

    private static final class GuaranteeCase<A extends @Nullable Object> extends Node<A> {
        private final Node<A> task;
        private final Fn<? super Outcome<A>, ? extends Task<?>> finalizer;

        GuaranteeCase(Node<A> task, Fn<? super Outcome<A>, ? extends Task<?>> finalizer) {
            this.task = task;
            this.finalizer = finalizer;
        }

        private Node<?> finalizer(Outcome<A> end) {
            try {
                return of(finalizer.apply(end), "the function of guaranteeCase");
            } catch (Throwable thrown) {
                return new Fail<>(thrown);
            }
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if (fiber.isDeep(this, strand, depth)) {
                return UNWIND;
            }
            Object value = task.eval(fiber, strand, depth + 1);
            if (value != UNWIND) {
                return succeeded(fiber, strand, value, depth);
            }
            if (fiber.isCapturing()) {
                fiber.push(this);
                return UNWIND;
            }
            return fiber.isFailing() ? failed(fiber, strand, depth) : cancelled(fiber, strand);
        }

        private @Nullable Object succeeded(FiberState fiber, Strand strand, @Nullable Object value, int depth) {
            Node<?> fin = finalizer(new Outcome.Succeeded<>(Node.<A>typed(value)));
            return FinalizedFrame.run(fiber, strand, fin, value, null, depth);
        }

        private @Nullable Object failed(FiberState fiber, Strand strand, int depth) {
            Throwable error = fiber.error();
            return FinalizedFrame.run(fiber, strand, finalizer(new Outcome.Failed<>(error)), null, error, depth);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return succeeded(fiber, strand, value, fiber.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            return failed(fiber, strand, fiber.baseDepth());
        }

        @Override
        boolean holdsFinalizer() {
            return true;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            return FinalizerFrame.runThenCancel(fiber, strand, finalizer(new Outcome.Canceled<>()));
        }
    }
}
