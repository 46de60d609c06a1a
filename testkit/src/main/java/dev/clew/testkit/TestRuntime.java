package dev.clew.testkit;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.kernel.Runs;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on the calling thread, in virtual time, as a function of a seed.
 *
 * <p><b>Semantics.</b> Where a runtime of many threads leaves something to chance, a {@link Strategy} decides it here:
 * which ready fiber is next, whether a branch is evaluated inline or becomes a fiber, where a fiber gives way. Time
 * stands still while anything is ready, and then jumps to the next timer. Blocking calls run for real, while nothing else
 * does, and are waited for before time moves.
 *
 * <p>{@link #run} runs a task to its end and checks that nothing is left over. {@link #start}, {@link #tick} and
 * {@link #advance} let a test look at the moments between. One thread at a time uses a runtime; what a strategy has
 * been asked, and the time, go on from one run to the next.
 *
 * <p><b>Errors.</b> A run that goes wrong as a run throws {@link RunFailure}, which says how and names the seed; after
 * that the runtime is of no more use. The task's own failure is an {@link Outcome}.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Outcome<Integer> outcome = TestRuntime.seeded(42).run(Task.sleep(Duration.ofDays(1)).thenReturn(7));
 * }</pre>
 */
public final class TestRuntime {
    private final VirtualScheduler scheduler;
    private final Builder settings;
    private boolean broken;

    private TestRuntime(Builder settings) {
        this.settings = settings.copy();
        Strategy strategy = settings.strategy;
        this.scheduler = new VirtualScheduler(strategy == null ? Strategy.random(settings.seed) : strategy);
    }

    /** A runtime that explores at random with {@code seed}. */
    public static TestRuntime seeded(long seed) {
        return builder().seed(seed).build();
    }

    /** A runtime that decides nothing: first ready, first run. */
    public static TestRuntime fifo() {
        return builder().strategy(Strategy.fifo()).build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** An error that nobody else heard of, and what had happened. */
    public record Report(String what, Throwable error) {}

    /**
     * A task that was started.
     *
     * @param <A> its value
     */
    public static final class Started<A extends @Nullable Object> {
        private @Nullable Outcome<A> outcome;
        private @Nullable Fiber<A> fiber;

        private Started() {}

        /** How it ended; null while it has not. */
        public @Nullable Outcome<A> outcome() {
            return outcome;
        }

        /** To be joined or cancelled by other tasks. */
        public Fiber<A> fiber() {
            return Objects.requireNonNull(fiber, "a task that was started has a fiber");
        }
    }

    /**
     * Runs {@code task} to its end, and then what else is ready at that moment.
     *
     * @throws RunFailure on deadlock, livelock, leaked fibers and timers, and errors that nobody heard of
     */
    public <A extends @Nullable Object> Outcome<A> run(Task<A> task) {
        Started<A> started = start(task);
        drive(() -> {
            while (started.outcome == null) {
                if (!progress()) {
                    throw deadlock();
                }
            }
            settle();
        });
        checkReports();
        checkLeaks();
        return Objects.requireNonNull(started.outcome, "the loop above ends with an outcome");
    }

    /** Makes {@code task} ready. Nothing of it runs before {@link #tick}, {@link #advance} or {@link #run}. */
    public <A extends @Nullable Object> Started<A> start(Task<A> task) {
        Started<A> started = new Started<>();
        drive(() -> started.fiber = Runs.start(scheduler, task, outcome -> started.outcome = outcome));
        return started;
    }

    /** Runs all that is ready, and what that makes ready, while time stands still. */
    public void tick() {
        drive(this::settle);
    }

    /** Moves time by {@code duration}; timers on the way fire at their moments, and what they make ready runs then. */
    public void advance(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos < 0) {
            throw new IllegalArgumentException("time goes forward only, so it cannot be moved by " + duration);
        }
        drive(() -> {
            long end = scheduler.nanoTime() + nanos;
            settle();
            while (scheduler.hasTimer() && scheduler.nextTimer() <= end) {
                scheduler.moveTo(scheduler.nextTimer());
                settle();
            }
            scheduler.moveTo(end);
            settle();
        });
    }

    /** The virtual time since this runtime was made. */
    public Duration now() {
        return Duration.ofNanos(scheduler.nanoTime());
    }

    /** How long until the next timer; null where none is set. */
    public @Nullable Duration nextTimer() {
        return scheduler.hasTimer() ? Duration.ofNanos(scheduler.nextTimer() - scheduler.nanoTime()) : null;
    }

    /** How many fibers have suspended and not ended. */
    public int liveFibers() {
        return scheduler.liveFibers();
    }

    /** How many timers are set. */
    public long timers() {
        return scheduler.timersSet();
    }

    /** Jobs begun and binds entered so far. */
    public long steps() {
        return scheduler.steps();
    }

    /** How many branches and ranges were forked so far. */
    public long branchesForked() {
        return scheduler.forked();
    }

    /** How many branches and parts of ranges the strategy made fibers, in the place of a thief. */
    public long branchesStolen() {
        return scheduler.stolen();
    }

    /** The errors that nobody else heard of, in their order. */
    public List<Report> reported() {
        return scheduler.reports();
    }

    // ---- the loop -----------------------------------------------------------------------------------------

    /** What is done while this runtime has a thread. */
    private interface Drive {
        void go() throws InterruptedException;
    }

    private void drive(Drive drive) {
        if (broken) {
            throw new IllegalStateException(
                    "this runtime is of no more use, since a run on it failed; make a new one for each run");
        }
        if (scheduler.driver() != null) {
            throw new IllegalStateException(
                    "a test runtime is driven by one thread at a time, and not by its own tasks;"
                            + " compose the tasks instead, or make another runtime");
        }
        scheduler.driveBy(Thread.currentThread());
        scheduler.limitSteps(settings.stepLimit);
        try {
            drive.go();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw broke(RunFailure.Kind.DEADLOCK, "the thread was interrupted while a blocking call was waited for");
        } finally {
            scheduler.driveBy(null);
        }
    }

    private void settle() throws InterruptedException {
        while (progressAtThisMoment()) {
            checkLimit();
        }
    }

    private boolean progressAtThisMoment() throws InterruptedException {
        return scheduler.step()
                || (scheduler.blocks() && scheduler.awaitBlocking(settings.patience.toNanos()))
                || scheduler.awaitOutside(0);
    }

    private boolean progress() throws InterruptedException {
        checkLimit();
        if (progressAtThisMoment()) {
            return true;
        }
        if (scheduler.hasTimer()) {
            scheduler.moveTo(scheduler.nextTimer());
            return true;
        }
        return scheduler.awaitOutside(settings.outsideWait.toNanos());
    }

    // ---- what can go wrong ----------------------------------------------------------------------------------

    private void checkLimit() {
        Throwable fatal = scheduler.fatalError();
        if (fatal != null) {
            throw broke(
                    RunFailure.Kind.FATAL, "the evaluator met an error after which nothing can be relied on", fatal);
        }
        if (scheduler.isOverLimit()) {
            throw broke(
                    RunFailure.Kind.LIVELOCK,
                    "livelock: the run was not over after " + settings.stepLimit + " steps, with "
                            + scheduler.readyJobs() + " jobs ready and " + scheduler.liveFibers()
                            + " fibers alive that have waited; find the loop, or give stepLimit more");
        }
    }

    private RunFailure deadlock() {
        String blocked = scheduler.blocks()
                ? scheduler.blockingCalls() + " blocking calls did not end within " + settings.patience
                        + " of real time; make them end, or give patience more"
                : "no blocking call runs; find who should wake them (another thread: see outsideWait)";
        return broke(
                RunFailure.Kind.DEADLOCK,
                "deadlock: the task has not ended, nothing is ready, and no timer is set; " + scheduler.liveFibers()
                        + " fibers wait for ever, and " + blocked);
    }

    private void checkLeaks() {
        int fibers = scheduler.liveFibers();
        long timers = scheduler.timersSet();
        int calls = scheduler.blockingCalls();
        if (!settings.leaksAllowed && (fibers > 0 || timers > 0 || calls > 0)) {
            throw broke(
                    RunFailure.Kind.LEAK,
                    "leak: the task has ended and left " + fibers + " fibers that wait, " + timers + " timers and "
                            + calls + " blocking calls; join or cancel what it starts, or call allowLeaks");
        }
    }

    private void checkReports() {
        List<Report> reports = scheduler.reports();
        if (!settings.reportsAllowed && !reports.isEmpty()) {
            StringBuilder all = new StringBuilder();
            for (Report report : reports) {
                all.append(all.isEmpty() ? "" : "; ")
                        .append(report.what())
                        .append(": ")
                        .append(report.error());
            }
            throw broke(
                    RunFailure.Kind.REPORTED,
                    "errors were reported that nobody else heard of: " + all + " (call allowReports to expect them)",
                    reports.stream().map(Report::error).toArray(Throwable[]::new));
        }
    }

    private RunFailure broke(RunFailure.Kind kind, String message, Throwable... causes) {
        broken = true;
        scheduler.close();
        return new RunFailure(
                kind,
                message + ". Virtual time " + now() + ", step " + scheduler.steps() + ". " + Seeds.hint(settings.seed),
                List.of(causes));
    }

    /** Settings of a new runtime. Not thread-safe. */
    public static final class Builder {
        private long seed = 1;
        private @Nullable Strategy strategy;
        private long stepLimit = 20_000_000;
        private Duration patience = Duration.ofSeconds(5);
        private Duration outsideWait = Duration.ZERO;
        private boolean leaksAllowed;
        private boolean reportsAllowed;

        private Builder() {}

        private Builder copy() {
            Builder copy = new Builder();
            copy.seed = seed;
            copy.strategy = strategy;
            copy.stepLimit = stepLimit;
            copy.patience = patience;
            copy.outsideWait = outsideWait;
            copy.leaksAllowed = leaksAllowed;
            copy.reportsAllowed = reportsAllowed;
            return copy;
        }

        /** The seed of the random strategy, and what failures print. The default is 1. */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /** Who decides; the default is {@link Strategy#random} with the seed. It serves one runtime only. */
        public Builder strategy(Strategy strategy) {
            this.strategy = Objects.requireNonNull(strategy, "a strategy is asked, so it cannot be null");
            return this;
        }

        /** How many steps (jobs begun, binds entered) one call may take; the default is twenty million. */
        public Builder stepLimit(long limit) {
            if (limit < 1) {
                throw new IllegalArgumentException("a run needs at least one step, but the limit is " + limit);
            }
            this.stepLimit = limit;
            return this;
        }

        /**
         * How long, in real time, blocking calls are waited for while nothing else is to be done; the default is five
         * seconds. After that time moves on, and the run is no longer a function of its seed.
         */
        public Builder patience(Duration patience) {
            this.patience = Objects.requireNonNull(patience, "patience is a duration");
            return this;
        }

        /**
         * How long, in real time, a run that has nothing else to do waits for threads it does not know, such as those of
         * an executor given to {@code on}, before it calls itself deadlocked; the default is not at all.
         */
        public Builder outsideWait(Duration wait) {
            this.outsideWait = Objects.requireNonNull(wait, "outsideWait is a duration");
            return this;
        }

        /** The end of a run may leave fibers, timers and blocking calls behind. */
        public Builder allowLeaks() {
            this.leaksAllowed = true;
            return this;
        }

        /** Errors that nobody else hears of do not fail a run; {@link TestRuntime#reported} has them. */
        public Builder allowReports() {
            this.reportsAllowed = true;
            return this;
        }

        /** A runtime with these settings, at virtual time 0. */
        public TestRuntime build() {
            return new TestRuntime(this);
        }
    }
}
