package dev.clew.internal.kernel;

/** Who is told, once, on the thread that ran the last step, that a fiber has ended. */
interface FiberEnd {
    void fiberEnded(FiberState fiber);

    /** Whether a failure is heard by the one who is told, so that it needs no report. */
    default boolean hearsFailure() {
        return true;
    }
}
