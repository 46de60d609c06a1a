package dev.clew.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an exploration came to.
 *
 * @param runs how often the program was run, shrinking included
 * @param steps jobs begun and binds entered, in all
 * @param decisions how many questions were answered, in all
 * @param distinct how many of the runs decided differently from all before
 * @param exhausted whether every run within the bounds was made; only an exhaustive search and one that cancels
 *     everywhere can say so
 * @param elapsed real time
 * @param failure the smallest failing run that was found; null where none failed
 */
public record Explored(
        long runs,
        long steps,
        long decisions,
        long distinct,
        boolean exhausted,
        Duration elapsed,
        @Nullable RunFailure failure) {

    /** Runs a second. */
    public long runsPerSecond() {
        return perSecond(runs);
    }

    /** Steps a second. */
    public long stepsPerSecond() {
        return perSecond(steps);
    }

    private long perSecond(long count) {
        return (long) (count * 1e9 / Math.max(1, elapsed.toNanos()));
    }

    @Override
    public String toString() {
        return runs + " runs, " + distinct + " of them distinct" + (exhausted ? ", which are all there are" : "") + "; "
                + decisions + " decisions in " + steps + " steps; " + elapsed.toMillis() + " ms, " + runsPerSecond()
                + " runs and " + stepsPerSecond() + " steps a second"
                + (failure == null ? "" : "; failed: " + failure.kind());
    }
}
