package dev.clew.internal.kernel;

/** How an attempt to end two waits at once has ended. */
public enum Match {
    /** Both are ended; the other's fiber finds that out by itself. */
    RUNS,
    /** Both are ended; the other's fiber waits to be woken. */
    WAITS,
    /** Neither: the other had ended already. */
    GONE,
    /** Neither: the own one has ended already. */
    OVER,
    /** Neither: both are arms of one choice, which cannot meet itself. */
    SAME;

    static Match of(Win other) {
        return switch (other) {
            case LOST -> GONE;
            case RUNS -> RUNS;
            case WAITS -> WAITS;
        };
    }
}
