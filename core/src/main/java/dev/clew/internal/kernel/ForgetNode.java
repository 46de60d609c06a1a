package dev.clew.internal.kernel;

import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.timer.Timer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code timeoutAndForget}: the task is a fiber of its own, which at the limit is asked to stop and not waited for. */
public final class ForgetNode<A extends @Nullable Object> extends WaitNode<A> {
    private final Node<A> task;
    private final long nanos;
    private final String limit;

    public ForgetNode(Node<A> task, long nanos, String limit) {
        this.task = task;
        this.nanos = nanos;
        this.limit = limit;
    }

    @Override
    protected WaitCell register(FiberState fiber, Strand strand) {
        LimitCell cell = new LimitCell(this, fiber, strand);
        cell.timer = fiber.scheduler().schedule(nanos, cell);
        FiberNodes.beginOrAbort(fiber, cell.child);
        return cell;
    }

    @Override
    boolean forks() {
        return true;
    }

    /** Completed with the child as it ends, or with {@link #LATE}. */
    private static final class LimitCell extends WaitCell implements FiberEnd, Runnable {
        private static final Object LATE = new Object();

        private final ForgetNode<?> node;
        private final FiberState child;

        @Nullable
        Timer timer;

        LimitCell(ForgetNode<?> node, FiberState fiber, Strand strand) {
            this.node = node;
            this.child = new FiberState(fiber.scheduler(), node.task, strand, this);
        }

        /** The timer fires. */
        @Override
        public void run() {
            complete(LATE);
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "a task under timeoutAndForget";
        }

        @Override
        public void fiberEnded(FiberState fiber) {
            hears(fiber);
        }

        @Override
        public boolean hears(FiberState fiber) {
            return complete(fiber);
        }

        private void stopTimer() {
            Timer t = timer;
            if (t != null) {
                t.cancel();
            }
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object what) {
            if (what == LATE) {
                child.requestCancel();
                return fiber.raise(TimeoutNode.late(node.limit));
            }
            stopTimer();
            if (child.endKind() == FiberState.END_FAILED) {
                fiber.takeOver(child);
            }
            return switch (child.endKind()) {
                case FiberState.END_SUCCEEDED -> child.endValue();
                case FiberState.END_FAILED -> fiber.raise(child.endError());
                default ->
                    fiber.cancelSelf(
                            strand,
                            "a task under timeoutAndForget cancelled itself inside an uncancelable region, so there is "
                                    + "no value; do not cancel it there");
            };
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            stopTimer();
            return StopWait.stop(fiber, strand, child);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            stopTimer();
            return StopWait.stop(fiber, strand, child);
        }
    }
}
