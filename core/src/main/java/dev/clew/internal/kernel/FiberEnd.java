package dev.clew.internal.kernel;

/** Who is told, once, on the thread that ran the last step, that a fiber has ended. */
interface FiberEnd {
    void fiberEnded(FiberState fiber);

    /** {@link #fiberEnded}; gives whether a failure of the fiber has been heard by that, or is to be reported. */
    default boolean hears(FiberState fiber) {
        fiberEnded(fiber);
        return true;
    }
}
