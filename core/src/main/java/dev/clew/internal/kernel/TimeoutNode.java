package dev.clew.internal.kernel;

import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.timer.TimerEntry;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * {@code timeout}: an inline strand, and a timer that cancels it. No fiber is made. A result that is there at the
 * deadline is returned, since only a cancellation that reached the strand's boundary becomes the
 * {@link TimeoutException}.
 */
public final class TimeoutNode<A extends @Nullable Object> extends Node<A> {
    private final Node<A> task;
    private final long nanos;
    private final String limit;

    public TimeoutNode(Node<A> task, long nanos, String limit) {
        this.task = task;
        this.nanos = nanos;
        this.limit = limit;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, depth)) {
            return UNWIND;
        }
        Strand outer = fiber.strand();
        Limit strand = new Limit(fiber, outer);
        TimerEntry timer = fiber.scheduler().schedule(nanos, strand);
        fiber.setStrand(strand);
        Object value = task.eval(fiber, depth + 1);
        if (value == UNWIND && fiber.isCapturing()) {
            fiber.push(new Timed(this, strand, timer));
            return UNWIND;
        }
        timer.cancel();
        fiber.setStrand(outer);
        return value == UNWIND && fiber.isCancelledTo(strand) ? stopped(fiber, strand) : value;
    }

    private Object stopped(FiberState fiber, Limit strand) {
        if (strand.timedOut) {
            return fiber.raise(new TimeoutException("the task did not end within " + limit
                    + " and was cancelled; give timeout a longer limit, or find what it waits for"));
        }
        return fiber.cancelSelf("a task under a timeout cancelled itself inside an uncancelable region");
    }

    /** The strand under the limit, and the timer's action. */
    private static final class Limit extends Strand {
        private final FiberState fiber;
        private final Strand outer;
        volatile boolean timedOut;

        Limit(FiberState fiber, Strand outer) {
            super(outer);
            this.fiber = fiber;
            this.outer = outer;
        }

        @Override
        public Scheduler scheduler() {
            return fiber.scheduler();
        }

        /** The timer fires. */
        @Override
        public void run(Carrier ignored) {
            timedOut = true;
            fiber.cancelStrand(this);
        }
    }

    private static final class Timed extends Frame {
        private final TimeoutNode<?> node;
        private final Limit strand;
        private final TimerEntry timer;

        Timed(TimeoutNode<?> node, Limit strand, TimerEntry timer) {
            this.node = node;
            this.strand = strand;
            this.timer = timer;
        }

        private void leave(FiberState fiber) {
            timer.cancel();
            fiber.setStrand(strand.outer);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, @Nullable Object value) {
            leave(fiber);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber) {
            leave(fiber);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber) {
            leave(fiber);
            return fiber.isCancelledTo(strand) ? node.stopped(fiber, strand) : UNWIND;
        }
    }
}
