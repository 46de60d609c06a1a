package dev.clew.bench;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a competitor's turns.
 *
 * @param forks what each JVM gave that ended well
 * @param seconds what all its JVMs took, from their starts to their ends
 * @param failure why it got no more turns, in a sentence; null where all ended well
 * @param overTime whether the failure is that a time limit was passed
 */
record Attempts(
        List<ForkResult> forks, double seconds, @Nullable String failure, boolean overTime) {
    static final Attempts NONE = new Attempts(List.of(), 0, null, false);

    Attempts and(ForkResult fork) {
        List<ForkResult> more = new ArrayList<>(forks);
        more.add(fork);
        return new Attempts(List.copyOf(more), seconds, failure, overTime);
    }

    Attempts failed(String why, boolean late) {
        return new Attempts(forks, seconds, why, late);
    }

    /** The same after so many seconds more. */
    Attempts took(double more) {
        return new Attempts(forks, seconds + more, failure, overTime);
    }

    /** Whether it had its turn of this round, counted from 0, or gets none any more. */
    boolean had(int round) {
        return failure != null || forks.size() > round;
    }
}
