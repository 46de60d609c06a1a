package dev.clew.backtest.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/** Runs independent pieces of work in one of the {@link ExecutionMode}s. */
public final class Execution implements AutoCloseable {

    /** One piece of work. */
    public interface Work<T, R> {
        /** The result of one item. */
        R apply(T item) throws Exception;
    }

    private final ExecutionMode mode;
    private final int workers;
    private volatile boolean stopped;

    public Execution(ExecutionMode mode, int workers) {
        this.mode = mode;
        this.workers = workers;
    }

    public ExecutionMode mode() {
        return mode;
    }

    public int workers() {
        return workers;
    }

    public <T, R> List<R> run(List<T> items, Work<? super T, ? extends R> work) throws Exception {
        List<R> results = new ArrayList<>(items.size());
        for (T item : items) {
            if (stopped) {
                throw new CancellationException("stopped after " + results.size() + " of " + items.size());
            }
            results.add(work.apply(item));
        }
        return results;
    }

    public ExecutionCounts counts() {
        return ExecutionCounts.NONE;
    }

    public void stop() {
        stopped = true;
    }

    @Override
    public void close() {}
}
