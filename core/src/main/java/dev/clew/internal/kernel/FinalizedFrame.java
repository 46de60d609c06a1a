package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import org.jspecify.annotations.Nullable;

/**
 * A finalizer runs, masked, after a task has ended with a value or an error; the end goes on when it has ended. An error of
 * the finalizer is the error after a value, and suppressed in the error after an error.
 */
final class FinalizedFrame extends Frame {
    private final @Nullable Object value;
    private final @Nullable Throwable error;

    private FinalizedFrame(@Nullable Object value, @Nullable Throwable error) {
        this.value = value;
        this.error = error;
    }

    /** Runs {@code finalizer}, then gives {@code value}, or raises {@code error} where there is one. */
    static @Nullable Object run(
            FiberState fiber,
            Strand strand,
            Node<?> finalizer,
            @Nullable Object value,
            @Nullable Throwable error,
            int depth) {
        fiber.mask(strand);
        Object done = finalizer.eval(fiber, strand, depth + 1);
        if (done != UNWIND) {
            return end(fiber, strand, value, error);
        }
        if (fiber.isCapturing()) {
            fiber.push(new FinalizedFrame(value, error));
            return UNWIND;
        }
        return finalizerFailed(fiber, strand, error);
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
            return UNWIND;
        }
        Suppressed.add(error, fiber.error());
        return fiber.raise(error);
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
