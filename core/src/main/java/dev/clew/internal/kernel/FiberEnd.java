package dev.clew.internal.kernel;

/** Who is told, once, on the thread that ran the last step, that a fiber has ended. */
interface FiberEnd {
    void fiberEnded(FiberState fiber);
}
