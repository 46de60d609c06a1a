package dev.clew.internal.sched;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * What runs a scheduler's jobs as an {@code ExecutorService}. It is a view: who owns the threads ends them, so a shutdown
 * through the view is refused.
 */
final class PoolExecutor extends AbstractExecutorService {
    private final RuntimeScheduler scheduler;

    PoolExecutor(RuntimeScheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public void execute(Runnable command) {
        Objects.requireNonNull(command, "an executor takes no null; pass a Runnable");
        if (scheduler.phase() != Scheduler.Phase.OPEN) {
            throw new RejectedExecutionException("the runtime is closed or closing and takes no new work; "
                    + "submit before close(), or use another runtime");
        }
        scheduler.executeRaw(command);
    }

    @Override
    public void shutdown() {
        throw new UnsupportedOperationException(
                "the workers belong to their runtime, and this is a view of them; call close() of the runtime");
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return new ArrayList<>();
    }

    @Override
    public boolean isShutdown() {
        return scheduler.phase() != Scheduler.Phase.OPEN;
    }

    @Override
    public boolean isTerminated() {
        return scheduler.isStopped();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return scheduler.awaitStopped(unit.toNanos(timeout));
    }

    @Override
    public String toString() {
        return "workers of " + scheduler.name();
    }
}
