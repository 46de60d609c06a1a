package dev.clew;

import dev.clew.internal.kernel.Runs;
import dev.clew.internal.sched.Pool;
import dev.clew.internal.sched.PoolCounts;
import dev.clew.internal.sched.PoolSettings;
import dev.clew.internal.sched.Scheduler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The workers, timers, blocking threads and counters that run fibers.
 *
 * <p>{@link #shared()} serves callers who name none; {@link #builder()} makes one's own, which {@link #close()} ends.
 * All threads are daemons.
 *
 * <p><b>Errors.</b> Starting something on a runtime that is closed or closing throws
 * {@link RejectedExecutionException}.
 */
public final class TaskRuntime implements AutoCloseable {
    private static final AtomicLong NUMBER = new AtomicLong();

    private final Pool pool;
    private final boolean isShared;

    private TaskRuntime(PoolSettings settings, boolean isShared) {
        this.pool = Pool.started(settings);
        this.isShared = isShared;
    }

    /** The runtime of callers who name none: begun when first asked for, never closed. */
    public static TaskRuntime shared() {
        return Shared.INSTANCE;
    }

    private static final class Shared {
        static final TaskRuntime INSTANCE =
                new TaskRuntime(builder().name("clew").settings(), true);
    }

    /** Settings of a new runtime. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Runs {@code task} and waits for its value.
     *
     * <p><b>Semantics.</b> The calling thread evaluates the task itself up to the first async boundary, fork, branch or
     * range, and only then waits while the workers go on.
     *
     * <p><b>Cancellation.</b> An interrupt of the calling thread cancels the fiber, waits for its finalizers, and throws
     * {@link InterruptedException}.
     *
     * <p><b>Errors.</b> Throws the task's own error, unwrapped; {@link java.util.concurrent.CancellationException} where
     * the task was cancelled; {@link IllegalStateException} on a worker thread, which a wait would block.
     */
    public <A extends @Nullable Object> A runSync(Task<A> task) throws Exception {
        check();
        return Runs.await(pool, pool, task);
    }

    /**
     * As {@link #runSync(Task)}, but cancels the task at {@code limit}, waits for its finalizers, and throws
     * {@link java.util.concurrent.TimeoutException}. A result that is there by then, or that the task gives all the same,
     * is given. The whole task runs on the workers.
     */
    public <A extends @Nullable Object> A runSync(Task<A> task, Duration limit) throws Exception {
        check();
        return Runs.await(pool, task, Durations.nanos(limit), limit.toString());
    }

    private void check() {
        if (Pool.isOnWorker()) {
            throw new IllegalStateException("runSync was called on the worker thread "
                    + Thread.currentThread().getName()
                    + ", which it would block until the pool has no thread left to end the task; compose the task with"
                    + " flatMap instead, or wrap the code that calls runSync in Task.blocking");
        }
        admit();
    }

    private void admit() {
        if (pool.phase() != Scheduler.Phase.OPEN) {
            Throwable fatal = pool.fatalError();
            throw new RejectedExecutionException(
                    "the runtime " + pool.name()
                            + (fatal == null
                                    ? " is closed or closing and starts no new fiber; run before close(), or on another runtime"
                                    : " was ended by a fatal error, the cause of this, and starts no new fiber"),
                    fatal);
        }
    }

    /**
     * Starts {@code task} and returns at once. No code of the task runs on the caller.
     *
     * <p><b>Errors.</b> What {@code callback} throws goes to the {@linkplain Builder#errorReporter error reporter}.
     *
     * @param callback gets the outcome, once, on the thread that ran the last step; it must not block
     * @return the fiber, to be joined or cancelled by other tasks
     */
    public <A extends @Nullable Object> Fiber<A> runAsync(Task<A> task, Consumer<? super Outcome<A>> callback) {
        Objects.requireNonNull(callback, "runAsync needs a callback; pass outcome -> {} to ignore the outcome");
        admit();
        return Runs.start(pool, task, callback);
    }

    /**
     * Starts {@code task} and gives a future of its value.
     *
     * <p><b>Cancellation.</b> Cancelling the future cancels the fiber and does not wait for its finalizers; cancelling a
     * stage derived from it does not. A cancelled task cancels the future.
     *
     * <p><b>Errors.</b> The future fails with the task's own error.
     */
    public <A extends @Nullable Object> CompletableFuture<A> toCompletableFuture(Task<A> task) {
        admit();
        return Runs.future(pool, task);
    }

    /** The workers as an executor service: a view that cannot be shut down by itself. */
    public ExecutorService executor() {
        return pool.executorService();
    }

    /** A reading of this runtime's counts. */
    public RuntimeMetrics metrics() {
        PoolCounts c = pool.counts();
        return new RuntimeMetrics(
                c.workers(),
                c.jobsExecuted(),
                c.fibersStarted(),
                c.fibersSuspended(),
                c.forks(),
                c.branchesForked(),
                c.branchesStolen(),
                c.branchesPromoted(),
                c.branchesDropped(),
                c.stealsTried(),
                c.steals(),
                c.jobsStolen(),
                c.parks(),
                c.unparks(),
                c.safetyWakeUps(),
                c.spills(),
                c.timersSet(),
                c.timersCancelled(),
                c.timersFired(),
                c.timersPacked(),
                c.timerLagNanos(),
                c.timerLagMaxNanos(),
                c.singletonsSubmitted(),
                c.singletonsPresent(),
                c.batchesSubmitted(),
                c.batchesPresent());
    }

    /**
     * Ends this runtime: refuses new fibers, cancels running ones, waits for their finalizers up to the builder's
     * {@link Builder#closeTimeout}, stops the threads, and reports what would not stop. May be called again, and from one
     * of its own fibers, where it does not wait. A task that a caller of {@link #runSync(Task)} still evaluates itself is
     * cancelled as it comes to the workers.
     *
     * <p><b>Errors.</b> Closing the shared runtime throws {@link UnsupportedOperationException}.
     */
    @Override
    public void close() {
        if (isShared) {
            throw new UnsupportedOperationException(
                    "the shared runtime serves everybody and is not closed; build a runtime of your own to close it");
        }
        pool.close();
    }

    /** Whether code of a fiber has called {@code System.exit} and nothing but that moves. */
    boolean standsInExit() {
        return pool.isExiting() && pool.isStill();
    }

    @Override
    public String toString() {
        return "TaskRuntime " + pool.name() + " with " + pool.counts().workers() + " workers";
    }

    /** Settings of a new runtime. Not thread-safe. */
    public static final class Builder {
        private static final int MOST_WORKERS = 1 << 12;

        private String name = "clew-" + NUMBER.incrementAndGet();
        private int workers = Runtime.getRuntime().availableProcessors();
        private long closeNanos = Durations.nanos(Duration.ofSeconds(10));
        private BiConsumer<String, Throwable> reporter = LoggedErrors::report;

        private Builder() {}

        /** The beginning of the names of its threads. */
        public Builder name(String name) {
            this.name =
                    Objects.requireNonNull(name, "a runtime's name is the beginning of its threads' names, not null");
            return this;
        }

        /** How many compute threads; the default is the number of processors. */
        public Builder workers(int workers) {
            if (workers < 1 || workers > MOST_WORKERS) {
                throw new IllegalArgumentException("a runtime has between 1 and " + MOST_WORKERS + " workers, not "
                        + workers + "; leave the setting out for one a processor");
            }
            this.workers = workers;
            return this;
        }

        /** How long {@link TaskRuntime#close} waits for finalizers; the default is ten seconds. */
        public Builder closeTimeout(Duration timeout) {
            this.closeNanos = Durations.nanos(timeout);
            return this;
        }

        /**
         * Who hears of errors that nobody else hears of: of fibers that nobody joins, of finalizers, of callbacks. The
         * first argument says what happened. The default writes to {@link System.Logger}.
         */
        public Builder errorReporter(BiConsumer<String, Throwable> reporter) {
            this.reporter = Objects.requireNonNull(reporter, "an error reporter is called, so it cannot be null");
            return this;
        }

        /** A runtime whose workers run. */
        public TaskRuntime build() {
            return new TaskRuntime(settings(), false);
        }

        private PoolSettings settings() {
            return new PoolSettings(name, workers, closeNanos, reporter);
        }
    }
}
