package dev.clew.testkit;

import org.jspecify.annotations.Nullable;

/**
 * Gives the answers of a list of decisions, and 0 for all others.
 *
 * <p>A strict one is for a run that is to be the same again: where it cannot be, it says so in {@link #divergence}. The
 * other is for shrinking: a decision that does not fit its place waits for the next that it fits.
 */
final class ReplayStrategy implements Strategy {
    private final Decisions decisions;
    private final boolean strict;
    private int asked;
    private int next;
    private @Nullable String divergence;

    ReplayStrategy(Decisions decisions, boolean strict) {
        this.decisions = decisions;
        this.strict = strict;
    }

    @Override
    public int choose(Choice choice, int n) {
        int place = asked++;
        if (next == decisions.size() || place < decisions.place(next)) {
            return 0;
        }
        int answer = decisions.answer(next);
        if (decisions.choice(next) == choice && answer < n) {
            next++;
            return answer;
        }
        if (strict && divergence == null) {
            divergence = "decision " + (place + 1) + " was the answer " + answer + " to " + decisions.choice(next)
                    + ", but now it is " + choice + " among " + n;
        }
        return 0;
    }

    /** Where the run differs from the recorded one; null where it has not yet. */
    @Nullable
    String divergence() {
        return divergence;
    }

    /** What is left of the decisions at the end of the run, in words; null where nothing is. */
    @Nullable
    String unused() {
        int left = decisions.size() - next;
        return left == 0
                ? null
                : "the run is over after " + asked + " decisions, and " + left + " recorded ones are left";
    }

    @Override
    public String replay() {
        return Replay.DECISIONS + ":" + decisions.encode();
    }
}
