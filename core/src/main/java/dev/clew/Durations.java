package dev.clew;

import java.time.Duration;
import java.util.Objects;

/** Durations as nanoseconds. */
final class Durations {
    private Durations() {}

    /** {@code duration} in nanoseconds, cut to what fits (292 years); negative ones are refused. */
    static long nanos(Duration duration) {
        Objects.requireNonNull(duration, "a time limit or delay is a Duration, not null; use Duration.ZERO for none");
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a time limit or delay is not negative, but this one is " + duration
                    + "; use Duration.ZERO for none");
        }
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}
