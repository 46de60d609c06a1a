package dev.clew;

import dev.clew.internal.kernel.Dumps;
import dev.clew.internal.kernel.Runs;
import dev.clew.internal.sched.Bridge;
import dev.clew.internal.sched.Pool;
import dev.clew.internal.sched.PoolCounts;
import dev.clew.internal.sched.PoolSettings;
import dev.clew.internal.sched.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
    private static final int MOST_DUMPED = 10_000;
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
        return Runs.await(pool, pool.guest(), task);
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
                c.singletonsSubmitted(),
                c.singletonsPresent(),
                c.batchesSubmitted(),
                c.batchesPresent());
    }

    /**
     * The fibers of this runtime, ten thousand at most: {@link #dump(int) dump(10_000)}. Print its
     * {@link FiberDump#toText()}, or keep its {@link FiberDump#toJson()}.
     */
    public FiberDump dump() {
        return dump(MOST_DUMPED);
    }

    /**
     * The fibers of this runtime, {@code limit} at most: what each does, where it lies or what it waits for, and where the
     * user built what goes on.
     *
     * <p><b>Semantics.</b> Taken while fibers run, and so approximate: one that moves meanwhile is shown where it was found
     * first, or not at all. A fiber that a thread of somebody's executor evaluates is shown once it has waited or moved. A
     * part of a task that {@link #runSync} still evaluates on its caller is not shown. Where {@code clew.tracing} is off
     * there are no call sites but of what runs.
     *
     * <p><b>Cost.</b> Linear in the fibers that are ready, and in those shown. No worker waits for it, but for a look at the
     * stack of what it runs, and where a fiber waits for the first time or ends while its part of the registry is read.
     */
    public FiberDump dump(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "a dump shows at least one fiber, but the limit is " + limit + "; give the most it may show");
        }
        return Dumps.of(pool, pool.name(), limit);
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
        private final List<Bridge.Carried> carried = new ArrayList<>();

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

        /** {@link #carry(Supplier, Consumer)} of one thread-local; a value of null is removed. */
        public <T> Builder carry(ThreadLocal<T> local) {
            Objects.requireNonNull(local, "a thread-local was wanted, not null");
            return this.<@Nullable T>carry(local::get, value -> {
                if (value == null) {
                    local.remove();
                } else {
                    local.set(value);
                }
            });
        }

        /**
         * Fibers carry something that belongs to threads, such as a logger's diagnostic context: call once for each.
         *
         * <p><b>Semantics.</b> A run begins with what its caller's thread has. Wherever the fiber goes on (a worker,
         * another executor, the thread of {@link Task#blocking}) the thread has what the fiber had last, and when
         * the fiber leaves, what the thread had before. Children begin with what there is as they are forked; what a fiber,
         * a branch or an element changes is seen by none but itself, whether or not a branch ran inline. What is carried is
         * the value, not a copy of what it refers to: {@code capture} copies what others may change.
         *
         * <p><b>Cost.</b> Of a runtime that carries nothing: two looks at a field each time a fiber is run on a thread.
         * Else {@code capture} and {@code restore} twice each such time, and a fork costs what a deep step does.
         *
         * <p><b>Errors.</b> What the functions throw goes to the error reporter, and the value is null.
         *
         * @param capture reads it from the current thread
         * @param restore writes it to the current thread; gets what {@code capture} gave, on any thread
         */
        public <T extends @Nullable Object> Builder carry(Supplier<? extends T> capture, Consumer<? super T> restore) {
            Objects.requireNonNull(capture, "a function that reads was wanted, not null");
            Objects.requireNonNull(restore, "a function that writes was wanted, not null");
            carried.add(new Bridge.Carried(capture, erased(restore)));
            return this;
        }

        @SuppressWarnings("unchecked") // it gets what the function beside it gave
        private static Consumer<@Nullable Object> erased(Consumer<?> restore) {
            return (Consumer<@Nullable Object>) restore;
        }

        /** A runtime whose workers run. */
        public TaskRuntime build() {
            return new TaskRuntime(settings(), false);
        }

        private PoolSettings settings() {
            return new PoolSettings(name, workers, closeNanos, reporter, List.copyOf(carried));
        }
    }
}
