package dev.clew.internal.sched;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a runtime's scheduler is made with.
 *
 * @param name the beginning of its threads' names
 * @param workers how many compute threads
 * @param closeNanos how long closing waits for finalizers
 * @param reporter who hears of errors that nobody else hears of
 * @param compute what runs the jobs in the place of workers; null for workers
 * @param blocking what runs blocking code; null for threads of the scheduler's own
 * @param clock the time, and who fires timers; null for the system's clocks and a thread of the scheduler's own
 * @param carried the thread-locals that fibers carry
 */
public record PoolSettings(
        String name,
        int workers,
        long closeNanos,
        BiConsumer<String, Throwable> reporter,
        @Nullable Executor compute,
        @Nullable Executor blocking,
        @Nullable UserClock clock,
        List<Bridge.Carried> carried) {

    /** Settings with nothing replaced. */
    public PoolSettings(String name, int workers, long closeNanos, BiConsumer<String, Throwable> reporter) {
        this(name, workers, closeNanos, reporter, null, null, null, List.of());
    }
}
