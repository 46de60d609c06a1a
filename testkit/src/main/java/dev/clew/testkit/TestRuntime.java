package dev.clew.testkit;

import dev.clew.Fiber;
import dev.clew.FiberDump;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.kernel.Dumps;
import dev.clew.internal.kernel.Runs;
import dev.clew.internal.sched.LiveFiber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
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
 * {@link #tickFor} let a test look at the moments between. One thread at a time uses a runtime; what a strategy has
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
    private static final int MOST_SHOWN = 50;
    private static final int MOST_DUMPED = 10_000;

    private final VirtualScheduler scheduler;
    private final Builder settings;
    private int unfinished;
    private boolean broken;

    private TestRuntime(Builder settings) {
        this.settings = settings.copy();
        Strategy strategy = settings.strategy;
        this.scheduler = new VirtualScheduler(
                strategy == null ? Strategy.random(settings.seed) : strategy,
                settings.seed,
                settings.cancels,
                settings.cancelAt);
    }

    /** A runtime that explores at random with {@code seed}. */
    public static TestRuntime seeded(long seed) {
        return builder().seed(seed).build();
    }

    /** A runtime that decides nothing: first ready, first run. */
    public static TestRuntime fifo() {
        return builder().strategy(Strategy.fifo()).build();
    }

    /**
     * A runtime that decides what {@code text} says: what {@link RunFailure#replay} gave and its message shows. The same
     * program then runs as it did; where it does not, that is a {@link RunFailure} of kind
     * {@link RunFailure.Kind#DIVERGED}.
     */
    public static TestRuntime replay(String text) {
        return builder().replay(text).build();
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
        return runToEnd(started);
    }

    private <A extends @Nullable Object> Outcome<A> runToEnd(Started<A> started) {
        drive(() -> {
            while (started.outcome == null) {
                if (!progress()) {
                    throw deadlock();
                }
            }
            settle();
        });
        checkReplayed();
        checkReports();
        checkLeft();
        return Objects.requireNonNull(started.outcome, "the loop above ends with an outcome");
    }

    /** Makes {@code task} ready. Nothing of it runs before {@link #tick}, {@link #advance} or {@link #run}. */
    public <A extends @Nullable Object> Started<A> start(Task<A> task) {
        Started<A> started = new Started<>();
        drive(() -> {
            Fiber<A> fiber = Runs.start(scheduler, task, outcome -> {
                started.outcome = outcome;
                unfinished--;
            });
            started.fiber = fiber;
            unfinished++;
            scheduler.setMain((LiveFiber) fiber);
        });
        return started;
    }

    /** Runs all that is ready, and what that makes ready, while time stands still. */
    public void tick() {
        drive(this::settle);
    }

    /**
     * Moves time by {@code duration}, and runs everything that becomes ready on the way at its own moment: what is ready
     * now, then what the next timer wakes, and so on to the end of the duration.
     */
    public void tickFor(Duration duration) {
        long nanos = forward(duration);
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

    /**
     * Moves the clock by {@code duration} and runs nothing, as where a machine was busy or asleep: timers on the way fire,
     * in their order, and what they make ready runs at the next {@link #tick}, late.
     */
    public void advance(Duration duration) {
        long nanos = forward(duration);
        drive(() -> {
            long end = scheduler.nanoTime() + nanos;
            while (scheduler.hasTimer() && scheduler.nextTimer() <= end) {
                scheduler.moveTo(scheduler.nextTimer());
            }
            scheduler.moveTo(end);
        });
    }

    private static long forward(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos < 0) {
            throw new IllegalArgumentException("time goes forward only, so it cannot be moved by " + duration);
        }
        return nanos;
    }

    /**
     * Checks what {@link #run} checks at its end: that all that was started has ended, that no fiber, timer or blocking call
     * is left, and that no error was reported. For tests that drive a runtime step by step.
     *
     * @throws RunFailure where something is left
     */
    public void checkNothingLeft() {
        drive(() -> {});
        checkReplayed();
        checkReports();
        checkLeft();
    }

    /** The virtual time since this runtime was made. */
    public Duration now() {
        return Duration.ofNanos(scheduler.nanoTime());
    }

    /**
     * How long until something is to be done: zero where something is ready, else until the next timer; null where nothing
     * ever will be, unless another thread makes it so.
     */
    public @Nullable Duration nextInterval() {
        if (scheduler.hasReady()) {
            return Duration.ZERO;
        }
        return scheduler.hasTimer() ? Duration.ofNanos(scheduler.nextTimer() - scheduler.nanoTime()) : null;
    }

    /** How many fibers have suspended and not ended. */
    public int liveFibers() {
        return scheduler.fibers().live();
    }

    /** How many timers are set. */
    public long timers() {
        return scheduler.timersSet();
    }

    /** Jobs begun and binds entered so far. */
    public long steps() {
        return scheduler.steps();
    }

    /** How many decisions there were so far, and how many of them were not the usual one. */
    public Decided decided() {
        return new Decided(scheduler.trace().size(), scheduler.trace().deviations());
    }

    /** What happened so far, in words, a line each. */
    public List<String> trace() {
        return TraceWords.of(scheduler.trace());
    }

    /**
     * Decisions of a run.
     *
     * @param all those that were asked for
     * @param unusual those that were not answered "as usual"
     */
    public record Decided(int all, int unusual) {}

    /** How many branches and ranges were forked so far. */
    public long branchesForked() {
        return scheduler.forked();
    }

    /** How many branches and parts of ranges the strategy made fibers, in the place of a thief. */
    public long branchesStolen() {
        return scheduler.stolen();
    }

    /**
     * The fibers there are, ten thousand at most, as {@link dev.clew.TaskRuntime#dump()} shows them: what is ready lies in the
     * ring of worker 0, and numbers are those that failures of a run call fibers by. Between two runs or ticks it is exact;
     * called by a step, it shows that step as running.
     */
    public FiberDump dump() {
        return Dumps.of(scheduler, "test", MOST_DUMPED);
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
            throw broke(
                    RunFailure.Kind.DEADLOCK, "", "the thread was interrupted while a blocking call was waited for");
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
        if (scheduler.step()) {
            checkInvariants();
            return true;
        }
        return (scheduler.blocks() && scheduler.awaitBlocking(settings.patience.toNanos()))
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

    private void checkInvariants() {
        for (Invariant invariant : settings.invariants) {
            boolean holds;
            try {
                holds = invariant.check.getAsBoolean();
            } catch (Throwable thrown) {
                throw broke(
                        RunFailure.Kind.INVARIANT,
                        invariant.rule,
                        "an invariant does not hold: " + invariant.rule + "; its check threw " + thrown,
                        thrown);
            }
            if (!holds) {
                throw broke(
                        RunFailure.Kind.INVARIANT,
                        invariant.rule,
                        "an invariant does not hold after step " + scheduler.steps() + ": " + invariant.rule);
            }
        }
    }

    private void checkLimit() {
        Throwable fatal = scheduler.fatalError();
        if (fatal != null) {
            throw broke(RunFailure.Kind.FATAL, "", "the evaluator met a fatal error", fatal);
        }
        checkDivergence(scheduler.divergence());
        if (scheduler.isOverLimit()) {
            throw broke(
                    RunFailure.Kind.LIVELOCK,
                    "",
                    "livelock: the run had not ended after " + settings.stepLimit + " steps, with "
                            + scheduler.readyJobs() + " jobs ready and " + liveFibers()
                            + " fibers alive that have waited; find the loop, or give stepLimit more"
                            + waiting());
        }
    }

    private void checkReplayed() {
        checkDivergence(scheduler.divergence());
        if (scheduler.strategy() instanceof ReplayStrategy replayed) {
            checkDivergence(replayed.unused());
        }
    }

    private void checkDivergence(@Nullable String divergence) {
        if (divergence != null) {
            throw broke(
                    RunFailure.Kind.DIVERGED,
                    "",
                    "the decisions do not fit the run: " + divergence
                            + ". A replay needs the program that was recorded, unchanged, with fresh state, and with the"
                            + " same settings; explore again to get a new replay string");
        }
    }

    private RunFailure deadlock() {
        String blocked = scheduler.blocks()
                ? scheduler.blockingCalls() + " blocking calls did not end within " + settings.patience
                        + " of real time; make them end, or give patience more"
                : "no blocking call runs; find who should wake them (another thread: see outsideWait)";
        return broke(
                RunFailure.Kind.DEADLOCK,
                "",
                "deadlock: the task has not ended, nothing is ready, and no timer is set; " + liveFibers()
                        + " fibers wait for ever, and " + blocked + waiting());
    }

    private void checkLeft() {
        int fibers = liveFibers();
        long timers = scheduler.timersSet();
        int calls = scheduler.blockingCalls();
        if (settings.leaksAllowed || (fibers == 0 && timers == 0 && calls == 0 && unfinished == 0)) {
            return;
        }
        int held = scheduler.fibers().all().stream()
                .mapToInt(LiveFiber::finalizersHeld)
                .sum();
        String left =
                (unfinished > 0 ? unfinished + " tasks have not ended, and the run has" : "the task has ended and")
                        + " left " + fibers + " fibers that wait, " + timers + " timers and " + calls
                        + " blocking calls";
        if (held > 0) {
            throw broke(
                    RunFailure.Kind.UNFINALIZED,
                    "",
                    "finalizers not run: " + left + ", and those fibers hold " + held
                            + " finalizers; join or cancel what it starts" + waiting());
        }
        throw broke(
                RunFailure.Kind.LEAK,
                "",
                "leak: " + left + "; join or cancel what it starts, or call allowLeaks" + waiting());
    }

    /** The fibers that wait, a line each. */
    private String waiting() {
        if (settings.brief) {
            return "";
        }
        List<LiveFiber> all = scheduler.fibers().all();
        StringBuilder lines = new StringBuilder();
        for (LiveFiber fiber : all.subList(0, Math.min(all.size(), MOST_SHOWN))) {
            int held = fiber.finalizersHeld();
            lines.append("\n  ")
                    .append(FiberNumbers.name(fiber))
                    .append(" waits for ")
                    .append(fiber.describeWait(FiberNumbers::name))
                    .append(
                            held == 0
                                    ? ""
                                    : ", with " + held + (held == 1 ? " finalizer" : " finalizers") + " not run");
        }
        if (all.size() > MOST_SHOWN) {
            lines.append("\n  and ").append(all.size() - MOST_SHOWN).append(" more");
        }
        return lines.toString();
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
                    reports.get(0).what(),
                    "errors were reported that nobody else heard of: " + all + " (call allowReports to expect them)",
                    reports.stream().map(Report::error).toArray(Throwable[]::new));
        }
    }

    /** Ends this runtime with a failure that somebody else found in the run. */
    RunFailure broke(RunFailure.Kind kind, String rule, String message, Throwable... causes) {
        broken = true;
        Trace trace = scheduler.trace();
        String replay = replayText();
        List<String> words = settings.brief ? List.of() : TraceWords.shortened(TraceWords.of(trace));
        scheduler.close();
        return new RunFailure(
                kind,
                rule,
                message + ".\nVirtual time " + now() + ", step " + scheduler.steps() + ". " + hint(replay),
                words,
                replay,
                trace.deviations(),
                List.of(causes));
    }

    private String hint(String replay) {
        String seed = settings.strategy == null ? " " + Seeds.hint(settings.seed) : "";
        return replay.isEmpty() ? seed.trim() : "Replay: \"" + replay + "\"." + seed;
    }

    private String replayText() {
        Strategy strategy = scheduler.strategy();
        String who = strategy.replay();
        Trace trace = scheduler.trace();
        if (who.isEmpty()) {
            if (!trace.isComplete()) {
                return "";
            }
            who = Replay.DECISIONS + ":" + trace.decisions().encode();
        }
        return new Replay(who, settings.cancels, settings.cancelAt).text();
    }

    Trace recorded() {
        return scheduler.trace();
    }

    private record Invariant(String rule, BooleanSupplier check) {}

    /** Settings of a new runtime. Not thread-safe. */
    public static final class Builder {
        private long seed = 1;
        private @Nullable Strategy strategy;
        private long stepLimit = 20_000_000;
        private Duration patience = Duration.ofSeconds(5);
        private Duration outsideWait = Duration.ZERO;
        private boolean leaksAllowed;
        private boolean reportsAllowed;
        private int cancels;
        private long cancelAt;
        private boolean brief;
        private List<Invariant> invariants = List.of();

        private Builder() {}

        Builder copy() {
            Builder copy = new Builder();
            copy.seed = seed;
            copy.strategy = strategy;
            copy.stepLimit = stepLimit;
            copy.patience = patience;
            copy.outsideWait = outsideWait;
            copy.leaksAllowed = leaksAllowed;
            copy.reportsAllowed = reportsAllowed;
            copy.cancels = cancels;
            copy.cancelAt = cancelAt;
            copy.brief = brief;
            copy.invariants = invariants;
            return copy;
        }

        /** The seed of the random strategy and of what tasks leave to chance, and what failures print. The default is 1. */
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

        /** Decides as {@code text} says, which {@link RunFailure#replay} gave: as {@link TestRuntime#replay}. */
        public Builder replay(String text) {
            return replay(Replay.parse(text));
        }

        Builder replay(Replay replay) {
            this.strategy = replay.strategy();
            this.cancels = replay.cancels();
            this.cancelAt = replay.cancelAt();
            return this;
        }

        /** The strategy is asked at binds whether to cancel the fiber that runs, until it has cancelled {@code atMost}. */
        public Builder cancelling(int atMost) {
            if (atMost < 0) {
                throw new IllegalArgumentException(
                        "cancels are counted from 0, but at most " + atMost + " were asked for");
            }
            this.cancels = atMost;
            return this;
        }

        /** The task started last is cancelled from outside before step {@code step}, counted from 1; 0 for never. */
        public Builder cancelBefore(long step) {
            if (step < 0) {
                throw new IllegalArgumentException("steps are counted from 1, so there is none before step " + step);
            }
            this.cancelAt = step;
            return this;
        }

        /** A condition that holds after every step, which is a job run until it ends or gives way; {@code rule} says it. */
        public Builder invariant(String rule, BooleanSupplier holds) {
            List<Invariant> all = new ArrayList<>(invariants);
            all.add(new Invariant(rule, holds));
            invariants = List.copyOf(all);
            return this;
        }

        /** Failures without their traces, which cost more than the runs of a search for a smaller one. */
        Builder brief() {
            this.brief = true;
            return this;
        }

        /** A runtime with these settings, at virtual time 0. */
        public TestRuntime build() {
            return new TestRuntime(this);
        }
    }
}
