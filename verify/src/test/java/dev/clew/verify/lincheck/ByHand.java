package dev.clew.verify.lincheck;

import dev.clew.Outcome;
import dev.clew.RuntimeClock;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.util.ArrayDeque;
import java.util.concurrent.CancellationException;

/**
 * A runtime without threads: a fiber runs on the thread that starts it until it waits, and then on the one that wakes it, in both
 * cases before the operation returns. So tasks can be operations of a test. A fiber that another thread wakes runs at a moment of its
 * own: only what a task ended with at once is to be looked at.
 */
final class ByHand {
    private final ThreadLocal<ArrayDeque<Runnable>> turns = ThreadLocal.withInitial(ArrayDeque::new);

    private final TaskRuntime runtime = TaskRuntime.builder()
            .compute(turn -> turns.get().add(turn))
            .blocking(Runnable::run)
            .clock(new NoClock())
            .build();

    /** Begins {@code task}: gives its value, the simple name of its error's class, or {@code "waits"}. */
    Object begin(Task<?> task) {
        Object[] end = {"waits"};
        runtime.runAsync(task, outcome -> end[0] = known(outcome));
        ArrayDeque<Runnable> mine = turns.get();
        for (Runnable turn = mine.poll(); turn != null; turn = mine.poll()) {
            turn.run();
        }
        return end[0];
    }

    private static Object known(Outcome<?> outcome) {
        if (outcome instanceof Outcome.Succeeded<?> succeeded) {
            Object value = succeeded.value();
            return value == null ? "null" : value;
        }
        Throwable error = outcome instanceof Outcome.Failed<?> failed
                ? failed.error()
                : new CancellationException("a task was cancelled by a test");
        return error.getClass().getSimpleName();
    }

    /** No time passes. */
    private static final class NoClock implements RuntimeClock {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }

        @Override
        public Timer schedule(long nanos, Runnable action) {
            throw new AssertionError("a task that is run by hand waits for no time");
        }
    }
}
