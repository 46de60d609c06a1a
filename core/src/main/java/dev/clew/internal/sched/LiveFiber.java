package dev.clew.internal.sched;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A fiber as the registry of live fibers sees it: linked intrusively, and something that can be asked to stop. */
public interface LiveFiber {

    /** Asks the fiber to stop, without waiting. */
    void requestCancel();

    /**
     * The scheduler closes: asks the fiber to stop, unless it is part of another one, or another one needs it still
     * ({@link #isSpared}). That one stops it when it stops itself, and needs it until then: it may be a branch of a
     * finalizer.
     */
    void requestClose();

    /** Whether a masked region, such as a finalizer, has started the fiber: it is stopped when nothing else lives. */
    boolean isSpared();

    /**
     * Ends the fiber's wait whatever it waits for, or has it give its carrier back: only once the scheduler is closed, so
     * that the fiber ends.
     */
    void abandon();

    /**
     * What this fiber waits for, in words that follow "waits for", such as "the end of #3"; {@code name} gives other
     * fibers their names. To be asked of a fiber that does not run.
     */
    String describeWait(Function<? super LiveFiber, String> name);

    /** How many finalizers are registered here, or have begun and not ended. To be asked of a fiber that waits. */
    int finalizersHeld();

    /** The next of {@link KeptFibers}; only of a fiber that waits there, once the scheduler is closed. */
    @Nullable
    LiveFiber nextKept();

    void setNextKept(@Nullable LiveFiber fiber);

    @Nullable
    LiveFiber previousLive();

    void setPreviousLive(@Nullable LiveFiber fiber);

    @Nullable
    LiveFiber nextLive();

    void setNextLive(@Nullable LiveFiber fiber);

    /** Which stripe of the registry holds this fiber, or -1. */
    int liveStripe();

    void setLiveStripe(int stripe);
}
