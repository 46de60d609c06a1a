package dev.clew.testkit;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The seeds of random tests.
 *
 * <p>Unless told otherwise a test uses the same seeds each time, so that it cannot fail by chance. The system property
 * {@code clew.seed} changes that: a number makes every random test use that one seed, which is how a failure is run
 * again; {@code random} gives fresh seeds.
 */
public final class Seeds {
    /** The system property that is read: a number, or {@code random}. */
    public static final String PROPERTY = "clew.seed";

    private Seeds() {}

    /** {@code count} seeds, or the one that the property names. */
    public static LongStream of(int count) {
        return of(count, System.getProperty(PROPERTY));
    }

    static LongStream of(int count, @Nullable String told) {
        if (told == null || told.isEmpty()) {
            return LongStream.rangeClosed(1, count);
        }
        if (told.equals("random")) {
            return new SplittableRandom().longs(count, 0, Long.MAX_VALUE);
        }
        try {
            return LongStream.of(Long.parseLong(told));
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(
                    "the system property " + PROPERTY
                            + " is a seed, a whole number of 64 bits, or the word random, not '" + told + "'",
                    notANumber);
        }
    }

    /** The words that a failure's message ends with. */
    public static String hint(long seed) {
        return "Seed " + seed + "; run it again with -D" + PROPERTY + "=" + seed + ".";
    }
}
