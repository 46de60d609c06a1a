package dev.clew.internal.kernel;

import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fibers were asked to stop because the one that waits here ends otherwise: they are waited for, masked, one after another;
 * then the cancellation or the failure that was on its way out goes on. An error of a fiber that is stopped is added to the
 * failure; during a cancellation it has nobody left to go to, and is reported.
 */
final class StopWait extends WaitCell {
    private final FiberState[] stopped;
    private final int place;

    /** The strand that the cancellation is on its way to; null where a failure is on its way out. */
    private final @Nullable Strand target;

    private final @Nullable Throwable error;

    private StopWait(FiberState[] stopped, int place, @Nullable Strand target, @Nullable Throwable error) {
        this.stopped = stopped;
        this.place = place;
        this.target = target;
        this.error = error;
    }

    /** Stops {@code fibers} in the middle of the way out of a cancellation or a failure. */
    static Object stop(FiberState fiber, Strand strand, FiberState... fibers) {
        for (FiberState f : fibers) {
            f.requestCancel();
        }
        boolean cancelling = fiber.isCancelling();
        Strand target = cancelling ? fiber.cancelTarget() : null;
        Throwable error = cancelling ? null : fiber.error();
        fiber.mask(strand);
        return new StopWait(fibers, 0, target, error).await(fiber, strand);
    }

    private Object await(FiberState fiber, Strand strand) {
        StopWait wait = this;
        while (!stopped[wait.place].addJoiner(wait)) {
            wait.note(fiber);
            if (wait.place + 1 == stopped.length) {
                return goOn(fiber, strand);
            }
            wait = new StopWait(stopped, wait.place + 1, target, error);
        }
        return fiber.suspend(strand, wait);
    }

    private void note(FiberState fiber) {
        FiberState ended = stopped[place];
        if (ended.endKind() == FiberState.END_FAILED) {
            if (error != null) {
                Suppressed.add(error, ended.endError());
            } else {
                fiber.scheduler().report("a fiber failed while it was being cancelled", ended.endError());
            }
        }
    }

    private Object goOn(FiberState fiber, Strand strand) {
        fiber.unmask(strand);
        if (target != null) {
            return fiber.unwindCancelledTo(target);
        }
        if (error == null) {
            throw new IllegalStateException("fibers were stopped for neither a cancellation nor a failure");
        }
        return fiber.raise(error);
    }

    @Override
    protected String describeWait(Function<? super LiveFiber, String> name) {
        return name.apply(stopped[place]) + ", which was asked to stop";
    }

    @Override
    public Object resume(FiberState fiber, Strand strand, @Nullable Object ignored) {
        note(fiber);
        return place + 1 == stopped.length
                ? goOn(fiber, strand)
                : new StopWait(stopped, place + 1, target, error).await(fiber, strand);
    }

    @Override
    public @Nullable Object failed(FiberState fiber, Strand strand) {
        Throwable refused = fiber.error();
        if (error != null) {
            Suppressed.add(error, refused);
        } else {
            fiber.scheduler().report("an executor refused a fiber that was being cancelled", refused);
        }
        return resume(fiber, strand, null);
    }
}
