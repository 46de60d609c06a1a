package dev.clew.internal.kernel;

import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.timer.Timer;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * {@code timeout} and {@code timeoutTo}: an inline strand, and a timer that cancels it. No fiber is made. A result that is there at the
 * deadline is returned, since only a cancellation that reached the strand's boundary becomes the
 * {@link TimeoutException}, or the fallback. The strand is no child: what is set in it, such as fiber locals, stays set after it.
 */
public final class TimeoutNode<A extends @Nullable Object> extends Node<A> {
    private final Node<A> task;
    private final long nanos;
    private final String limit;
    private final @Nullable Node<A> fallback;

    /** @param fallback what is evaluated in the place of a task that was too late; null for an error */
    public TimeoutNode(Node<A> task, long nanos, String limit, @Nullable Node<A> fallback) {
        this.task = task;
        this.nanos = nanos;
        this.limit = limit;
        this.fallback = fallback;
    }

    /** The error of a task that did not end in time. */
    static TimeoutException late(String limit) {
        return new TimeoutException("the task did not end within " + limit
                + " and was cancelled; give timeout a longer limit, or find what it waits for");
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Limit inner = new Limit(fiber, strand);
        Timer timer;
        try {
            timer = fiber.scheduler().schedule(nanos, inner);
        } catch (Throwable refused) {
            return fiber.raise(refused);
        }
        Object value = task.eval(fiber, inner, depth + 1);
        if (value == UNWIND && fiber.isCapturing()) {
            fiber.push(new Timed(this, inner, timer));
            return UNWIND;
        }
        timer.cancel();
        strand.context = inner.context;
        return value == UNWIND && fiber.isCancelledTo(inner) ? stopped(fiber, inner, depth) : value;
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.ofTask(task);
    }

    private @Nullable Object stopped(FiberState fiber, Limit strand, int depth) {
        if (strand.timedOut) {
            return fallback == null ? fiber.raise(late(limit)) : fallback.eval(fiber, strand.parent(), depth + 1);
        }
        return fiber.cancelSelf(
                strand.parent(), "a task under a timeout cancelled itself inside an uncancelable region");
    }

    /** The strand under the limit, and the timer's action. */
    private static final class Limit extends InnerStrand {
        volatile boolean timedOut;

        Limit(FiberState fiber, Strand outer) {
            super(fiber, outer);
        }

        @Override
        public Scheduler scheduler() {
            return fiber().scheduler();
        }

        /** The timer fires. */
        @Override
        public void run(Carrier ignored) {
            timedOut = true;
            fiber().cancelStrand(this);
        }
    }

    private static final class Timed extends Frame {
        private final TimeoutNode<?> node;
        private final Limit inner;
        private final Timer timer;

        Timed(TimeoutNode<?> node, Limit inner, Timer timer) {
            this.node = node;
            this.inner = inner;
            this.timer = timer;
        }

        private void leave(FiberState fiber) {
            timer.cancel();
            inner.parent().context = inner.context;
            fiber.setStrand(inner.parent());
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            leave(fiber);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            leave(fiber);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            leave(fiber);
            return fiber.isCancelledTo(inner) ? node.stopped(fiber, inner, fiber.baseDepth()) : UNWIND;
        }
    }
}
