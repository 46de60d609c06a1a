package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/** A finalizer runs, masked, in the middle of a cancellation's way out, which goes on when it has ended in any way. */
final class FinalizerFrame extends Frame {
    private final Strand target;

    private FinalizerFrame(Strand target) {
        this.target = target;
    }

    static Object runThenCancel(FiberState fiber, Strand strand, Node<?> finalizer) {
        Strand target = fiber.cancelTarget();
        fiber.mask(strand);
        fiber.push(new FinalizerFrame(target));
        return fiber.later(strand, finalizer);
    }

    static void report(FiberState fiber, Throwable error) {
        Traces.attach(error, fiber);
        fiber.scheduler().report("a finalizer failed while its fiber was being cancelled", error);
    }

    @Override
    boolean holdsFinalizer() {
        return true;
    }

    @Override
    public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
        fiber.unmask(strand);
        return fiber.unwindCancelledTo(target);
    }

    @Override
    public @Nullable Object failed(FiberState fiber, Strand strand) {
        Throwable error = fiber.error();
        if (Fatal.isFatal(error)) {
            return UNWIND;
        }
        report(fiber, error);
        return resume(fiber, strand, null);
    }
}
