package dev.clew.bench;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a competitor's turns.
 *
 * @param forks what each JVM gave that ended well
 * @param failure why it got no more turns, in a sentence; null where all ended well
 * @param overTime whether the failure is that a time limit was passed
 */
record Attempts(List<ForkResult> forks, @Nullable String failure, boolean overTime) {
    static final Attempts NONE = new Attempts(List.of(), null, false);

    Attempts and(ForkResult fork) {
        List<ForkResult> more = new ArrayList<>(forks);
        more.add(fork);
        return new Attempts(List.copyOf(more), failure, overTime);
    }

    Attempts failed(String why, boolean late) {
        return new Attempts(forks, why, late);
    }
}
