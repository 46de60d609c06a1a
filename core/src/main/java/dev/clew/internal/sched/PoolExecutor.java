package dev.clew.internal.sched;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The workers as an {@code ExecutorService}. It is a view: the runtime that owns the workers ends them, so a shutdown
 * through the view is refused.
 */
final class PoolExecutor extends AbstractExecutorService {
    private final Pool pool;

    PoolExecutor(Pool pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable command) {
        Objects.requireNonNull(command, "an executor takes no null; pass a Runnable");
        if (pool.phase() != Scheduler.Phase.OPEN) {
            throw new RejectedExecutionException("the runtime is closed or closing and takes no new work; "
                    + "submit before close(), or use another runtime");
        }
        pool.executeRaw(command);
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
        return pool.phase() != Scheduler.Phase.OPEN;
    }

    @Override
    public boolean isTerminated() {
        return pool.isStopped();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return pool.awaitStopped(unit.toNanos(timeout));
    }

    @Override
    public String toString() {
        return "workers of " + pool.name();
    }
}
