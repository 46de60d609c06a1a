package dev.clew.testkit;

import dev.clew.Outcome;
import dev.clew.Task;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The runs of one {@link Explore}. */
final class Search<S extends @Nullable Object, A extends @Nullable Object> {
    private final Explore<S, A> explore;
    private final long begun = System.nanoTime();
    private final Set<Long> seen = new HashSet<>();
    private long runs;
    private long steps;
    private long decisions;

    /** The most questions who runs that a run has had; PCT spreads its changes over as many. */
    private int length = 1;

    /** How a run went, with its failure where it failed. */
    record Ran<A extends @Nullable Object>(
            Trace trace,
            long steps,
            @Nullable RunFailure failure,
            @Nullable Outcome<A> outcome) {}

    Search(Explore<S, A> explore) {
        this.explore = explore;
    }

    Explored go() {
        boolean all;
        Ran<A> failed;
        if (explore.plan instanceof Plan.Exhaustive exhaustive) {
            Exhaustion<S, A> exhaustion =
                    new Exhaustion<>(this, exhaustive, explore.runs == 0 ? Integer.MAX_VALUE : explore.runs);
            failed = exhaustion.go();
            all = exhaustion.isComplete();
        } else {
            failed = bySeed();
            all = failed == null && explore.cancelsEverywhere && !explore.planned;
        }
        RunFailure failure = failed == null ? null : new Shrinking<>(this, explore.shrinkRuns).shrink(failed);
        return new Explored(
                runs, steps, decisions, seen.size(), all, Duration.ofNanos(System.nanoTime() - begun), failure);
    }

    private @Nullable Ran<A> bySeed() {
        Plan plan = explore.cancelsEverywhere && !explore.planned ? Plan.fifo() : explore.plan;
        if (!(plan instanceof Plan.BySeed seeded)) {
            throw new IllegalStateException("an exhaustive search goes through no seeds, but the plan is " + plan);
        }
        PrimitiveIterator.OfLong seeds =
                seeds(explore.runs == 0 ? seeded.usualRuns() : explore.runs).iterator();
        while (seeds.hasNext()) {
            long seed = seeds.nextLong();
            int now = length;
            Ran<A> failed = explore.cancelsEverywhere
                    ? everywhere(seeded, seed, now)
                    : failing(run(seeded.strategies().strategy(seed, now), explore.cancels, 0, true));
            if (failed != null) {
                return failed;
            }
        }
        return null;
    }

    private LongStream seeds(int count) {
        Long first = explore.seed;
        return first == null ? Seeds.of(count) : LongStream.range(first, first + count);
    }

    /** The run of a seed, cancelled before each of its steps. */
    private @Nullable Ran<A> everywhere(Plan.BySeed seeded, long seed, int now) {
        for (long k = 1; ; k++) {
            Ran<A> ran = run(seeded.strategies().strategy(seed, now), explore.cancels, k, true);
            if (ran.failure() != null) {
                return ran;
            }
            if (ran.steps() < k) {
                return null;
            }
        }
    }

    private static <A extends @Nullable Object> @Nullable Ran<A> failing(Ran<A> ran) {
        return ran.failure() == null ? null : ran;
    }

    boolean cancelsEverywhere() {
        return explore.cancelsEverywhere;
    }

    int cancels() {
        return explore.cancels;
    }

    Outcome<A> replay(Replay replay) {
        Ran<A> ran = run(replay.strategy(), replay.cancels(), replay.cancelAt(), false);
        RunFailure failure = ran.failure();
        Outcome<A> outcome = ran.outcome();
        if (failure != null) {
            throw failure;
        }
        return Objects.requireNonNull(outcome, "a run that did not fail has an outcome");
    }

    /** Runs the program once. {@code brief}: a failure has no trace, since it is not going to be shown. */
    Ran<A> run(Strategy strategy, int cancels, long cancelAt, boolean brief) {
        TestRuntime.Builder settings =
                explore.settings.copy().strategy(strategy).cancelling(cancels).cancelBefore(cancelAt);
        if (brief) {
            settings.brief();
        }
        S state;
        Task<A> task;
        try {
            state = explore.fresh.call();
            task = explore.program.apply(state);
        } catch (Throwable thrown) {
            throw new IllegalStateException(
                    "an exploration makes its program anew for each run, but making it threw " + thrown, thrown);
        }
        explore.checks.addInvariants(settings, state);
        TestRuntime runtime = settings.build();
        RunFailure failure = null;
        Outcome<A> outcome = null;
        try {
            outcome = runtime.run(task);
            explore.checks.checkOutcome(runtime, state, outcome);
        } catch (RunFailure found) {
            failure = found;
        }
        return count(new Ran<>(runtime.recorded(), runtime.steps(), failure, outcome));
    }

    private Ran<A> count(Ran<A> ran) {
        runs++;
        steps += ran.steps();
        decisions += ran.trace().size();
        seen.add(ran.trace().hash());
        length = Math.max(length, Math.min(1 << 20, ran.trace().moments()));
        return ran;
    }
}
