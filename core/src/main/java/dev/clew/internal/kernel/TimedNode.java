package dev.clew.internal.kernel;

import dev.clew.Task;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** {@code timed}: how long a task took, by the runtime's monotonic clock. No cancellation is seen between its value and that. */
public final class TimedNode<A extends @Nullable Object> extends Node<Task.Timed<A>> {
    private final Node<A> task;

    public TimedNode(Node<A> task) {
        this.task = task;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        long begin = fiber.scheduler().nanoTime();
        Object value = task.eval(fiber, strand, depth + 1);
        if (value != UNWIND) {
            return measured(fiber, begin, value);
        }
        if (fiber.isCapturing()) {
            fiber.push(new Begun(begin));
        }
        return UNWIND;
    }

    private static Object measured(FiberState fiber, long begin, @Nullable Object value) {
        return new Task.Timed<>(value, Duration.ofNanos(fiber.scheduler().nanoTime() - begin));
    }

    /** The task was reified. */
    private static final class Begun extends Frame {
        private final long begin;

        Begun(long begin) {
            this.begin = begin;
        }

        @Override
        public Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return measured(fiber, begin, value);
        }
    }
}
