package dev.clew.backtest.sweep;

import dev.clew.RuntimeMetrics;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs independent pieces of work in one of the {@link ExecutionMode}s.
 *
 * <p><b>Semantics.</b> Results stand in the order of the items, whatever the order in which they end, so every mode
 * yields the same. The first error ends the run and is thrown as it is.
 *
 * <p><b>Cancellation.</b> {@link #stop} may be called from any thread: pieces not begun are never begun, and the run
 * throws {@link CancellationException}. It does not wait for pieces that have begun.
 *
 * <p><b>Example.</b> The whole of the adaptive mode is {@code Task.parTraverse(items, item -> Task.delay(() ->
 * work.apply(item)))}: no batch size, no pool of its own.
 */
public final class Execution implements AutoCloseable {

    /** One piece of work. */
    public interface Work<T, R> {
        /** The result of one item. */
        R apply(T item) throws Exception;
    }

    /** A result that ended out of order, and where it belongs. */
    private record Indexed<R>(int index, R result) {}

    private final ExecutionMode mode;
    private final int workers;
    private final @Nullable TaskRuntime runtime;
    private final @Nullable ExecutorService single;
    private volatile boolean stopped;
    private volatile @Nullable CompletableFuture<?> running;

    /** Starts the workers that the mode needs: none for a sequential run. */
    public Execution(ExecutionMode mode, int workers) {
        this.mode = mode;
        this.workers = workers;
        runtime = mode.kind() == ExecutionMode.Kind.SEQUENTIAL
                ? null
                : TaskRuntime.builder().name("backtest").workers(workers).build();
        single = mode.kind() == ExecutionMode.Kind.GATHERED
                ? Executors.newSingleThreadExecutor(
                        code -> Thread.ofPlatform().daemon().name("gathered").unstarted(code))
                : null;
    }

    public ExecutionMode mode() {
        return mode;
    }

    public int workers() {
        return workers;
    }

    /** The result of each item, in the order of the items. */
    public <T, R> List<R> run(List<T> items, Work<? super T, ? extends R> work) throws Exception {
        return switch (mode.kind()) {
            case SEQUENTIAL -> loop(items, work);
            case GATHERED -> inOrder(await(onSingle(Task.gatherUnordered(delayed(items, work), true))));
            case FORKED -> inOrder(await(Task.gatherUnordered(forked(delayed(items, work)), true)));
            case BATCHED -> batched(items, work);
            case ADAPTIVE -> await(Task.parTraverse(items, item -> Task.delay(() -> piece(work, item))));
        };
    }

    /** What the runtime has done since the begin. */
    public ExecutionCounts counts() {
        if (runtime == null) {
            return ExecutionCounts.NONE;
        }
        RuntimeMetrics metrics = runtime.metrics();
        return new ExecutionCounts(
                metrics.forks(),
                metrics.branchesForked(),
                metrics.branchesInlined(),
                metrics.branchesStolen(),
                metrics.branchesPromoted(),
                metrics.fibersStarted());
    }

    /** Stops what runs, and whatever would run after it. */
    public void stop() {
        stopped = true;
        CompletableFuture<?> now = running;
        if (now != null) {
            now.cancel(true);
        }
    }

    @Override
    public void close() {
        if (runtime != null) {
            runtime.close();
        }
        if (single != null) {
            single.shutdownNow();
        }
    }

    private <T, R> List<R> loop(List<T> items, Work<? super T, ? extends R> work) throws Exception {
        List<R> results = new ArrayList<>(items.size());
        for (T item : items) {
            results.add(piece(work, item));
        }
        return results;
    }

    private <T, R> List<R> batched(List<T> items, Work<? super T, ? extends R> work) throws Exception {
        List<Task<List<R>>> batches = new ArrayList<>();
        for (int begin = 0; begin < items.size(); begin += mode.batch()) {
            List<T> batch = items.subList(begin, Math.min(items.size(), begin + mode.batch()));
            batches.add(Task.traverse(batch, item -> Task.delay(() -> piece(work, item))));
        }
        List<Indexed<List<R>>> results = await(Task.gatherUnordered(forked(indexed(batches)), true));
        List<R> flat = new ArrayList<>(items.size());
        inOrder(results).forEach(flat::addAll);
        return flat;
    }

    private <T, R> R piece(Work<? super T, ? extends R> work, T item) throws Exception {
        if (stopped) {
            throw new CancellationException("stopped before all pieces of work had begun");
        }
        return work.apply(item);
    }

    private <T, R> Iterable<Task<Indexed<R>>> delayed(List<T> items, Work<? super T, ? extends R> work) {
        return () -> IntStream.range(0, items.size())
                .mapToObj(i -> Task.delay(() -> new Indexed<R>(i, piece(work, items.get(i)))))
                .iterator();
    }

    private static <R> Iterable<Task<Indexed<R>>> indexed(List<Task<R>> tasks) {
        return () -> IntStream.range(0, tasks.size())
                .mapToObj(i -> tasks.get(i).map(result -> new Indexed<>(i, result)))
                .iterator();
    }

    private static <R> Iterable<Task<R>> forked(Iterable<Task<R>> tasks) {
        return () -> {
            var iterator = tasks.iterator();
            return new java.util.Iterator<>() {
                @Override
                public boolean hasNext() {
                    return iterator.hasNext();
                }

                @Override
                public Task<R> next() {
                    return Task.fork(iterator.next());
                }
            };
        };
    }

    private static <R> List<R> inOrder(List<Indexed<R>> results) {
        List<R> ordered = new ArrayList<>(Collections.nCopies(results.size(), null));
        results.forEach(result -> ordered.set(result.index(), result.result()));
        return ordered;
    }

    private <A> Task<A> onSingle(Task<A> task) {
        return single == null ? task : task.on(single);
    }

    private <A> A await(Task<A> task) throws Exception {
        if (runtime == null) {
            throw new IllegalStateException("a sequential execution has no runtime to run a task on");
        }
        CompletableFuture<A> future = runtime.toCompletableFuture(task);
        running = future;
        if (stopped) {
            future.cancel(true);
        }
        try {
            return future.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Exception exception) {
                throw exception;
            }
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw failed;
        } finally {
            running = null;
        }
    }
}
