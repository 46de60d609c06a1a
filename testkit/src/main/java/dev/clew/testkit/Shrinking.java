package dev.clew.testkit;

import org.jspecify.annotations.Nullable;

/**
 * Makes a failing run simpler: fewer decisions that are not the usual ones, then smaller answers, then an earlier end.
 *
 * <p>Delta debugging over the list of these decisions (Zeller, Hildebrandt: "Simplifying and Isolating Failure-Inducing
 * Input", TSE 2002): halves are left out, then quarters, down to single ones, as long as the run fails in the same way. A
 * decision left out changes which questions follow, so those that are kept wait for the next question that they fit; what
 * is compared and kept is the run that came of it. At last, since a wait may keep what is not needed: every run of one or
 * two such decisions, as far as the bound on runs goes.
 */
final class Shrinking<S extends @Nullable Object, A extends @Nullable Object> {
    private static final long MOST_STEPS = 20_000_000;

    /** Runs of so few decisions are looked for, whatever the failing run was. */
    private static final int MOST_SOUGHT = 2;

    /** Where the decisions of a run that could not be made simpler take more letters, its strategy and seed are shown. */
    private static final int MOST_TEXT = 200;

    private final Search<S, A> search;
    private int runsLeft;
    private long stepsLeft = MOST_STEPS;

    Shrinking(Search<S, A> search, int runs) {
        this.search = search;
        this.runsLeft = runs;
    }

    /** One failing run, and how to make it again. */
    private record Found(Decisions decisions, RunFailure failure, Replay replay) {}

    RunFailure shrink(Search.Ran<A> ran) {
        RunFailure first = found(ran);
        if (first.replay().isEmpty() || !ran.trace().isComplete() || first.kind() == RunFailure.Kind.DIVERGED) {
            return first;
        }
        Decisions all = ran.trace().decisions();
        Replay seeded = Replay.parse(first.replay());
        Replay plain = replay(all, seeded);
        Found best = new Found(all, first, plain.text().length() <= MOST_TEXT ? plain : seeded);
        if (runsLeft > 0) {
            best = lessCancelling(best);
            best = fewer(best);
            best = smaller(best);
            best = few(best);
        }
        Search.Ran<A> shown = search.run(best.replay.strategy(), best.replay.cancels(), best.replay.cancelAt(), false);
        return shown.failure() == null ? unstable(first) : shown.failure();
    }

    private static RunFailure found(Search.Ran<?> ran) {
        RunFailure failure = ran.failure();
        if (failure == null) {
            throw new IllegalStateException("only a failing run is shrunk");
        }
        return failure;
    }

    /** The same decisions do not fail again: the program is not a function of them. */
    private static RunFailure unstable(RunFailure first) {
        first.addSuppressed(
                new IllegalStateException("the run was repeated with the same decisions and did not fail again;"
                        + " a program must be made anew for each run, with fresh state, and must not look at real time, threads,"
                        + " random numbers or identity hashes"));
        return first;
    }

    /** Without the cancel from outside, where that was not needed. */
    private Found lessCancelling(Found best) {
        if (best.replay.cancelAt() == 0) {
            return best;
        }
        Found without = attempt(best.decisions, new Replay("", best.replay.cancels(), 0), best);
        return without == null ? best : without;
    }

    private Found fewer(Found start) {
        Found best = start;
        Found none = attempt(Decisions.NONE, best.replay, best);
        if (none != null) {
            return none;
        }
        for (int chunk = Math.max(1, best.decisions.size() / 2); chunk >= 1; ) {
            boolean better = false;
            for (int end = best.decisions.size(); end > 0; ) {
                int from = Math.max(0, end - chunk);
                Found smaller = attempt(best.decisions.without(from, end), best.replay, best);
                if (smaller != null) {
                    best = smaller;
                    better = true;
                    end = Math.min(from, best.decisions.size());
                } else {
                    end = from;
                }
            }
            if (!better || chunk > 1) {
                chunk = chunk == 1 ? 0 : Math.max(1, Math.min(chunk, best.decisions.size()) / 2);
            }
        }
        return best;
    }

    private Found smaller(Found start) {
        Found best = start;
        for (int i = 0; i < best.decisions.size(); i++) {
            for (int answer = 1; answer < best.decisions.answer(i); answer++) {
                Found smaller = attempt(best.decisions.with(i, answer), best.replay, best);
                if (smaller != null) {
                    best = smaller;
                    break;
                }
            }
        }
        return best;
    }

    /** Where all but a decision or two may be for nothing, looks at every run of so few. */
    private Found few(Found start) {
        Found best = start;
        for (int unusual = 1; unusual <= MOST_SOUGHT && unusual < best.decisions.size(); unusual++) {
            Plan.Exhaustive bounds = new Plan.Exhaustive(Integer.MAX_VALUE, unusual);
            for (Decisions next = Decisions.NONE; next != null && mayRun(); ) {
                Search.Ran<A> ran = ran(next, best.replay);
                Found smaller = better(ran, best.replay, best);
                if (smaller != null) {
                    return smaller;
                }
                next = Exhaustion.following(ran.trace(), bounds);
            }
        }
        return best;
    }

    private boolean mayRun() {
        return runsLeft > 0 && stepsLeft > 0;
    }

    private Search.Ran<A> ran(Decisions decisions, Replay like) {
        runsLeft--;
        Search.Ran<A> ran = search.run(new ReplayStrategy(decisions, false), like.cancels(), like.cancelAt(), true);
        stepsLeft -= ran.steps();
        return ran;
    }

    /** The run of {@code decisions}, if it fails as {@code best} does and is simpler. */
    private @Nullable Found attempt(Decisions decisions, Replay like, Found best) {
        return mayRun() ? better(ran(decisions, like), like, best) : null;
    }

    private @Nullable Found better(Search.Ran<A> ran, Replay like, Found best) {
        RunFailure failure = ran.failure();
        if (failure == null
                || failure.kind() != best.failure.kind()
                || !failure.rule().equals(best.failure.rule())
                || !ran.trace().isComplete()) {
            return null;
        }
        Decisions kept = ran.trace().decisions();
        boolean simpler = kept.isSimplerThan(best.decisions) || like.cancelAt() < best.replay.cancelAt();
        return simpler ? new Found(kept, failure, replay(kept, like)) : null;
    }

    private static Replay replay(Decisions decisions, Replay like) {
        String who = decisions.size() == 0 ? Fifo.NAME : Replay.DECISIONS + ":" + decisions.encode();
        return new Replay(who, like.cancels(), like.cancelAt());
    }
}
