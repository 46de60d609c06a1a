package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/** A finalizer runs, masked, in the middle of a cancellation's way out, which goes on when it has ended in any way. */
final class FinalizerFrame extends Frame {
    private final Strand target;

    private FinalizerFrame(Strand target) {
        this.target = target;
    }

    static Object runThenCancel(FiberState fiber, Node<?> finalizer) {
        Strand target = fiber.cancelTarget();
        fiber.mask();
        fiber.push(new FinalizerFrame(target));
        return fiber.later(finalizer);
    }

    @Override
    public @Nullable Object resume(FiberState fiber, @Nullable Object value) {
        fiber.unmask();
        return fiber.unwindCancelledTo(target);
    }

    @Override
    public @Nullable Object failed(FiberState fiber) {
        fiber.scheduler().report("a finalizer failed while its fiber was being cancelled", fiber.error());
        return resume(fiber, null);
    }
}
