package dev.clew.testkit;

import dev.clew.Fn;
import dev.clew.Outcome;
import dev.clew.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs one program under many schedules, looks for one under which it goes wrong, and shrinks that.
 *
 * <p><b>Semantics.</b> The program is made anew for each run, with fresh state, so that a run is a function of its
 * decisions alone. What counts as going wrong: what fails {@link TestRuntime#run} (deadlock, livelock, leaks, finalizers
 * left behind, errors that nobody heard of), an {@linkplain #invariant invariant} that does not hold after some step, and
 * an outcome that is not {@linkplain #expect expected}; without an expectation that is every {@link Outcome.Failed}. The
 * first failing run is shrunk to fewer and smaller decisions before it is shown.
 *
 * <p>Who decides is chosen by {@link #random}, {@link #pct}, {@link #roundRobin}, {@link #fifo}, {@link #strategies} or
 * {@link #exhaustive}; the last one called counts. Without any of them random and PCT runs of several depths take turns.
 *
 * <p><b>Errors.</b> {@link #check} throws the {@link RunFailure}, with its trace and a replay string for {@link #replay}.
 *
 * <p><b>Cost.</b> A run of some dozen steps takes a few microseconds. Nothing is kept of a run but a number.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Explore.program(Account::new, account -> account.deposit(1).both(account.deposit(2)))
 *         .runs(1000)
 *         .invariant("the balance is never negative", account -> account.balance() >= 0)
 *         .check();
 * }</pre>
 *
 * <p>Not thread-safe; each method changes this object and gives it back.
 *
 * @param <S> the state that a run begins with
 * @param <A> the value of the program
 */
public final class Explore<S extends @Nullable Object, A extends @Nullable Object> {
    private static final long STEP_LIMIT = 20_000;

    final Callable<? extends S> fresh;
    final Fn<? super S, ? extends Task<A>> program;
    final TestRuntime.Builder settings = TestRuntime.builder().stepLimit(STEP_LIMIT);
    final Checks<S, A> checks = new Checks<>();
    Plan plan = Plan.mixed();
    int runs;

    @Nullable
    Long seed;

    int cancels;
    boolean cancelsEverywhere;
    boolean planned;
    int shrinkRuns = 2_000;

    private Explore(Callable<? extends S> fresh, Fn<? super S, ? extends Task<A>> program) {
        this.fresh = Objects.requireNonNull(fresh, "what makes the state of a run");
        this.program = Objects.requireNonNull(program, "what makes the program of a run");
    }

    /** Explores the task that {@code program} makes; it is called once a run, and makes the state as well. */
    public static <A extends @Nullable Object> Explore<@Nullable Void, A> program(Callable<? extends Task<A>> program) {
        return new Explore<@Nullable Void, A>(() -> null, none -> program.call());
    }

    /** Explores the task that {@code program} makes of the state that {@code fresh} makes, both once a run. */
    public static <S extends @Nullable Object, A extends @Nullable Object> Explore<S, A> program(
            Callable<? extends S> fresh, Fn<? super S, ? extends Task<A>> program) {
        return new Explore<>(fresh, program);
    }

    // ---- who decides --------------------------------------------------------------------------------------

    /** How many runs are made at most; the default is 1000, but 10 round robin, 1 fifo, and all of an exhaustive search. */
    public Explore<S, A> runs(int runs) {
        if (runs < 1) {
            throw new IllegalArgumentException(
                    "an exploration makes at least one run, but " + runs + " were asked for");
        }
        this.runs = runs;
        return this;
    }

    /** The seed of the first run; the others follow it. The default is 1, or what {@link Seeds} says. */
    public Explore<S, A> seed(long first) {
        this.seed = first;
        return this;
    }

    /** Each run is {@link Strategy#random}. */
    public Explore<S, A> random() {
        return plan(Plan.random());
    }

    /** Each run is {@link Strategy#pct} of {@code depth}, with the length that runs were seen to have. */
    public Explore<S, A> pct(int depth) {
        return plan(Plan.pct(depth));
    }

    /** Each run is {@link Strategy#roundRobin}; the quantum is the seed. */
    public Explore<S, A> roundRobin() {
        return plan(Plan.roundRobin());
    }

    /** One run, {@link Strategy#fifo}. */
    public Explore<S, A> fifo() {
        return plan(Plan.fifo());
    }

    /** Each run is what {@code strategies} gives for its seed. */
    public Explore<S, A> strategies(LongFunction<? extends Strategy> strategies) {
        return plan(Plan.of(strategies));
    }

    /** Every run there is, as far as the first {@code depth} decisions go; after these all is as usual. */
    public Explore<S, A> exhaustive(int depth) {
        return exhaustive(depth, Integer.MAX_VALUE);
    }

    /**
     * Every run there is in which at most {@code unusual} of the first {@code depth} decisions are not as usual: few are
     * enough for most faults, and many more runs are within reach.
     */
    public Explore<S, A> exhaustive(int depth, int unusual) {
        if (depth < 0 || unusual < 0) {
            throw new IllegalArgumentException("the bounds of an exhaustive search are counted from 0, but they are "
                    + depth + " decisions, " + unusual + " of them unusual");
        }
        return plan(new Plan.Exhaustive(depth, unusual));
    }

    private Explore<S, A> plan(Plan plan) {
        this.plan = plan;
        this.planned = true;
        return this;
    }

    /** At binds it is decided whether to cancel the fiber that runs, until {@code atMost} have been cancelled in a run. */
    public Explore<S, A> cancelling(int atMost) {
        settings.cancelling(atMost);
        this.cancels = atMost;
        return this;
    }

    /**
     * Each run is repeated with the program cancelled from outside before its first step, before its second, and so on
     * until it has fewer steps; a step is a job begun or a bind entered. Without another strategy the runs are
     * {@link Strategy#fifo}, so that there are as many as the program has steps, and {@link Explored#exhausted} says that
     * all were made.
     */
    public Explore<S, A> cancelEverywhere() {
        this.cancelsEverywhere = true;
        return this;
    }

    // ---- what must hold -----------------------------------------------------------------------------------

    /** A condition that holds after every step, which is a job run until it ends or gives way; {@code rule} says it. */
    public Explore<S, A> invariant(String rule, Predicate<? super S> holds) {
        checks.invariant(rule, holds);
        return this;
    }

    /** As the other, for a program that keeps its state itself. */
    public Explore<S, A> invariant(String rule, BooleanSupplier holds) {
        checks.invariant(rule, state -> holds.getAsBoolean());
        return this;
    }

    /** How the program ends, whatever the schedule; {@code rule} says it. */
    public Explore<S, A> expect(String rule, Predicate<? super Outcome<A>> holds) {
        checks.expect(rule, (state, outcome) -> holds.test(outcome));
        return this;
    }

    /** How the program ends and what its state is then, whatever the schedule; {@code rule} says it. */
    public Explore<S, A> expect(String rule, BiPredicate<? super S, ? super Outcome<A>> holds) {
        checks.expect(rule, holds);
        return this;
    }

    /** A program that ends with an error is right, too. */
    public Explore<S, A> allowFailed() {
        checks.allowFailed();
        return this;
    }

    /** {@link TestRuntime.Builder#allowLeaks}. */
    public Explore<S, A> allowLeaks() {
        settings.allowLeaks();
        return this;
    }

    /** {@link TestRuntime.Builder#allowReports}. */
    public Explore<S, A> allowReports() {
        settings.allowReports();
        return this;
    }

    /** How many steps a run may take before it is a livelock; the default is twenty thousand. */
    public Explore<S, A> stepLimit(long limit) {
        settings.stepLimit(limit);
        return this;
    }

    /** {@link TestRuntime.Builder#patience}. */
    public Explore<S, A> patience(Duration patience) {
        settings.patience(patience);
        return this;
    }

    /** {@link TestRuntime.Builder#outsideWait}. A run that has to wait so is not a function of its decisions alone. */
    public Explore<S, A> outsideWait(Duration wait) {
        settings.outsideWait(wait);
        return this;
    }

    /** How many runs may be spent on shrinking a failure; the default is two thousand, 0 shows it as it was found. */
    public Explore<S, A> shrinkRuns(int atMost) {
        this.shrinkRuns = atMost;
        return this;
    }

    // ---- running ------------------------------------------------------------------------------------------

    /**
     * Explores, and throws what was found.
     *
     * @throws RunFailure where a run went wrong
     */
    public Explored check() {
        Explored explored = search();
        RunFailure failure = explored.failure();
        if (failure != null) {
            throw failure;
        }
        return explored;
    }

    /** Explores, and gives what was found. */
    public Explored search() {
        return new Search<>(this).go();
    }

    /**
     * Repeats one run, which a failure printed.
     *
     * @throws RunFailure where it goes wrong again, as it should; of kind {@link RunFailure.Kind#DIVERGED} where the
     *     program is not the one that was recorded
     */
    public Outcome<A> replay(String text) {
        return new Search<>(this).replay(Replay.parse(text));
    }
}
