package dev.clew;

import dev.clew.internal.kernel.Dumps;
import dev.clew.internal.kernel.Runs;
import dev.clew.internal.sched.Bridge;
import dev.clew.internal.sched.Pool;
import dev.clew.internal.sched.PoolSettings;
import dev.clew.internal.sched.RuntimeScheduler;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.sched.UserClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
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

    private final RuntimeScheduler scheduler;
    private final boolean isShared;
    private final boolean isDriven;

    /** What watches this runtime, until it is closed. */
    private final AtomicReference<List<AutoCloseable>> watchers = new AtomicReference<>(List.of());

    private TaskRuntime(PoolSettings settings, boolean isShared) {
        this.scheduler = RuntimeScheduler.started(settings);
        this.isDriven = settings.compute() != null;
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
     * range, and only then waits while the workers go on. On a runtime with a {@linkplain Builder#compute compute} or
     * {@linkplain Builder#blocking blocking} executor of the user's all of it runs elsewhere, and the caller only waits:
     * where nobody else drives the compute executor, for ever.
     *
     * <p><b>Cancellation.</b> An interrupt of the calling thread cancels the fiber, waits for its finalizers, and throws
     * {@link InterruptedException}.
     *
     * <p><b>Errors.</b> Throws the task's own error, unwrapped; {@link java.util.concurrent.CancellationException} where
     * the task was cancelled; {@link IllegalStateException} on a worker thread, which a wait would block, and from inside
     * a step on a replaced compute executor, which would wait for itself.
     */
    public <A extends @Nullable Object> A runSync(Task<A> task) throws Exception {
        check();
        return Runs.await(scheduler, scheduler.host(), task);
    }

    /**
     * As {@link #runSync(Task)}, but cancels the task at {@code limit}, waits for its finalizers, and throws
     * {@link java.util.concurrent.TimeoutException}. A result that is there by then, or that the task gives all the same,
     * is given. The whole task runs on the workers.
     */
    public <A extends @Nullable Object> A runSync(Task<A> task, Duration limit) throws Exception {
        check();
        return Runs.await(scheduler, task, Durations.nanos(limit), limit.toString());
    }

    private void check() {
        if (Pool.isOnWorker()) {
            throw new IllegalStateException(whyNotOnWorker());
        }
        if (scheduler.needsThisThread()) {
            throw new IllegalStateException(whyNotFromInside());
        }
        admit();
    }

    private static String whyNotOnWorker() {
        return "runSync was called on the worker thread "
                + Thread.currentThread().getName()
                + ", which it would block until the pool has no thread left to end the task; compose the task with"
                + " flatMap instead, or wrap the code that calls runSync in Task.blocking";
    }

    private static String whyNotFromInside() {
        return "runSync was called on the thread " + Thread.currentThread().getName()
                + ", which runs a step of this runtime for the compute executor and would wait for itself; compose the task"
                + " with flatMap instead, or start it with runAsync";
    }

    private void admit() {
        if (scheduler.phase() != Scheduler.Phase.OPEN) {
            Throwable fatal = scheduler.fatalError();
            throw new RejectedExecutionException(
                    "the runtime " + scheduler.name()
                            + (fatal == null
                                    ? " is closed or closing and starts no new fiber; run before close(), or on another runtime"
                                    : " was ended by a fatal error, the cause of this, and starts no new fiber"),
                    fatal);
        }
    }

    /**
     * Starts {@code task} and returns at once. No code of the task runs on the caller.
     *
     * <p><b>Errors.</b> What {@code callback} throws goes to the {@linkplain Builder#errorReporter error reporter}. Where a
     * {@linkplain Builder#compute compute executor} refuses the task, what that throws is thrown here, and the callback is
     * not called.
     *
     * @param callback gets the outcome, once, on the thread that ran the last step; it must not block
     * @return the fiber, to be joined or cancelled by other tasks
     */
    public <A extends @Nullable Object> Fiber<A> runAsync(Task<A> task, Consumer<? super Outcome<A>> callback) {
        Objects.requireNonNull(callback, "runAsync needs a callback; pass outcome -> {} to ignore the outcome");
        admit();
        return Runs.start(scheduler, task, callback);
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
        return Runs.future(scheduler, task);
    }

    /**
     * The workers as an executor service: a view that cannot be shut down by itself. Where a
     * {@linkplain Builder#compute compute executor} runs the tasks it is that very object, or a view of it if it is not an
     * {@code ExecutorService}.
     */
    public ExecutorService executor() {
        return scheduler.executorService();
    }

    /** A reading of this runtime's counts. */
    public RuntimeMetrics metrics() {
        return RuntimeMetrics.of(scheduler.counts());
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
        return Dumps.of(scheduler, scheduler.name(), limit);
    }

    /**
     * Ends this runtime: refuses new fibers, cancels running ones, waits for their finalizers up to the builder's
     * {@link Builder#closeTimeout}, stops the threads, and reports what would not stop. Fibers that a finalizer or another
     * masked region has started are cancelled last. A task that a caller of {@link #runSync(Task)} still evaluates itself
     * is cancelled and waited for as well. May be called again, and from code of its own fibers, where it does not wait.
     *
     * <p>Executors and a clock that the builder was given are not stopped. Where a {@linkplain Builder#compute compute
     * executor} runs the fibers their finalizers need it to go on: a caller that is not the thread that drives waits as
     * above. One that runs a step of the runtime, or that ran all its steps so far, does not wait: the runtime is then
     * closed when the last fiber has ended, or when {@code closeTimeout} has passed on the runtime's clock.
     *
     * <p><b>Errors.</b> Closing the shared runtime throws {@link UnsupportedOperationException}.
     */
    @Override
    public void close() {
        if (isShared) {
            throw new UnsupportedOperationException(
                    "the shared runtime serves everybody and is not closed; build a runtime of your own to close it");
        }
        scheduler.close();
        endWatchers(watchers.getAndSet(List.of()));
    }

    /** Begins to be watched; where one of {@code observers} throws, all of it is undone. */
    private void begin(List<Function<? super TaskRuntime, ? extends AutoCloseable>> observers) {
        List<AutoCloseable> begun = new ArrayList<>();
        try {
            for (Function<? super TaskRuntime, ? extends AutoCloseable> observer : observers) {
                begun.add(Objects.requireNonNull(
                        observer.apply(this),
                        "an observer of a runtime gave null; give what ends the observing, or () -> {}"));
            }
        } catch (Throwable refused) {
            endWatchers(begun);
            scheduler.close();
            throw refused;
        }
        watchers.set(List.copyOf(begun));
    }

    private void endWatchers(List<AutoCloseable> begun) {
        for (AutoCloseable watcher : begun) {
            try {
                watcher.close();
            } catch (Throwable broken) {
                scheduler.report("ending what observes a runtime failed", broken);
            }
        }
    }

    /** Whether code of a fiber has called {@code System.exit} and nothing but that moves. */
    boolean standsInExit() {
        return scheduler.standsInExit();
    }

    @Override
    public String toString() {
        return "TaskRuntime " + scheduler.name()
                + (isDriven
                        ? " on an executor"
                        : " with " + scheduler.counts().workers().size() + " workers");
    }

    /** Settings of a new runtime. Not thread-safe. */
    public static final class Builder {
        private static final int MOST_WORKERS = 1 << 12;

        private String name = "clew-" + NUMBER.incrementAndGet();
        private int workers = Runtime.getRuntime().availableProcessors();
        private long closeNanos = Durations.nanos(Duration.ofSeconds(10));
        private BiConsumer<String, Throwable> reporter = LoggedErrors::report;
        private final List<Bridge.Carried> carried = new ArrayList<>();
        private final List<Function<? super TaskRuntime, ? extends AutoCloseable>> observers = new ArrayList<>();
        private @Nullable Executor compute;
        private @Nullable Executor blocking;
        private @Nullable RuntimeClock clock;

        private Builder() {}

        /** The beginning of the names of its threads. */
        public Builder name(String name) {
            this.name =
                    Objects.requireNonNull(name, "a runtime's name is the beginning of its threads' names, not null");
            return this;
        }

        /**
         * How many compute threads; the default is the number of processors. With a {@linkplain #compute compute executor}
         * it is how many parts of a range are offered to that at once.
         */
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

        /**
         * What runs the fibers, in the place of workers: the runtime then has no compute thread, and each turn of a fiber
         * is one call of {@code execute}. The default is workers of the runtime's own.
         *
         * <p><b>Semantics.</b> The executor may run a turn when and where it likes, one thread or many, at once or never:
         * so a program can be driven step by step. A fiber's turn ends at an async boundary, and after 4 096 binds.
         * {@link Task#executor()} gives this object. {@code both} and {@code gather} submit their parts, as they do under
         * {@link Task#on}. With {@link #blocking} and {@link #clock} replaced as well nothing runs, waits or reads time
         * outside the three; the runtime makes no thread.
         *
         * <p><b>Memory effects.</b> What happens before a turn of a fiber happens before its next.
         *
         * <p><b>Errors.</b> What {@code execute} throws when a fiber begins is thrown where it was started. A fiber
         * that is refused later fails with it, which is reported as well, and goes on, for its handlers and finalizers, on
         * the thread where that happened and then on whichever wakes it.
         *
         * <p><b>Example.</b>
         *
         * <pre>{@code
         * ArrayDeque<Runnable> steps = new ArrayDeque<>();
         * TaskRuntime runtime = TaskRuntime.builder().compute(steps::add).build();
         * runtime.runAsync(task, outcome -> System.out.println(outcome));
         * while (!steps.isEmpty()) {
         *     steps.remove().run();
         * }
         * }</pre>
         */
        public Builder compute(Executor executor) {
            this.compute = Objects.requireNonNull(
                    executor, "a compute executor runs the fibers, so it cannot be null; leave it out for workers");
            return this;
        }

        /**
         * What runs the code of {@link Task#blocking} and {@link Task#interruptible}; the default is threads of the
         * runtime's own. What its {@code execute} throws is the error of the task.
         */
        public Builder blocking(Executor executor) {
            this.blocking = Objects.requireNonNull(
                    executor,
                    "a blocking executor runs blocking code, so it cannot be null; leave it out for the default");
            return this;
        }

        /** The time and the timers; the default is the system's clocks, and a thread of the runtime's own. */
        public Builder clock(RuntimeClock clock) {
            this.clock = Objects.requireNonNull(
                    clock, "a clock is asked for the time, so it cannot be null; leave it out for the system's");
            return this;
        }

        /**
         * Has {@code observer} watch the runtime: it is called as the runtime begins, and what it gives is closed when the
         * runtime has been closed. Ready-made: {@code dev.clew.observe.Jmx}. Call once for each.
         *
         * <p><b>Errors.</b> What {@code observer} throws is thrown by {@link #build}, and there is no runtime then. What
         * closing throws goes to the error reporter.
         *
         * <p><b>Example.</b>
         *
         * <pre>{@code
         * try (TaskRuntime runtime = TaskRuntime.builder().observe(Jmx.named("orders")).build()) {
         *     runtime.runSync(program);
         * }
         * }</pre>
         */
        public Builder observe(Function<? super TaskRuntime, ? extends AutoCloseable> observer) {
            observers.add(
                    Objects.requireNonNull(observer, "an observer is called with the runtime, so it cannot be null"));
            return this;
        }

        /** A runtime that runs what it is given. */
        public TaskRuntime build() {
            TaskRuntime runtime = new TaskRuntime(settings(), false);
            runtime.begin(observers);
            return runtime;
        }

        private PoolSettings settings() {
            return new PoolSettings(
                    name,
                    workers,
                    closeNanos,
                    reporter,
                    compute,
                    blocking,
                    clock == null ? null : new Adapted(clock),
                    List.copyOf(carried));
        }
    }

    /** The user's clock as the scheduler sees it. */
    private record Adapted(RuntimeClock clock) implements UserClock {
        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return clock.currentTimeMillis();
        }

        @Override
        public Runnable schedule(long nanos, Runnable action) {
            RuntimeClock.Timer timer = Objects.requireNonNull(
                    clock.schedule(nanos, action),
                    () -> "the runtime's clock gave null where a timer was wanted; give what cancels the timer: "
                            + clock);
            return timer::cancel;
        }
    }
}
