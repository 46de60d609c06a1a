package dev.clew.internal.sched;

/** Is shown jobs where they lie, for a dump. Jobs move meanwhile: one may be shown twice, or not at all. */
public interface JobVisitor {

    /** {@code job} lay, or ran, in {@code place} of worker {@code worker}, -1 where that is no worker's. */
    void found(Runnable job, Place place, int worker);

    /** {@code job} runs on worker {@code worker}, and its thread is at {@code stack}. */
    void running(Runnable job, int worker, StackTraceElement[] stack);

    /** How many more it takes notice of; what is found beyond that is only counted. */
    int room();

    /** {@code count} fibers were not shown, since there was no room. */
    void notShown(long count);

    /** Where a job lies. */
    enum Place {
        NEXT_SLOT,
        RING,
        BRANCHES,
        EXTERNAL,
        BATCH,
        /** In the registry of fibers that have suspended: it may be anywhere, mostly waiting. */
        REGISTRY
    }
}
