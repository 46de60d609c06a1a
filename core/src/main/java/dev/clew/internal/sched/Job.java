package dev.clew.internal.sched;

import org.jspecify.annotations.Nullable;

/**
 * Something a worker runs: a fiber, a branch that left its owner, a part of a range. It is its own queue entry.
 *
 * <p>As a {@link Runnable} it can be handed to an executor that is not ours; there it runs on the scheduler's
 * {@linkplain Scheduler#foreign() carrier for other threads}, and never inside another job ({@link Trampoline}).
 */
public abstract class Job implements Runnable {

    /** Runs until the job ends or gives {@code carrier} back. Never throws. */
    public abstract void run(Carrier carrier);

    /** Whether running this would do nothing, now and ever: somebody else did, or dropped, what it stands for. */
    public boolean isSpent() {
        return false;
    }

    /** What running this enters at once, before anything else; null where it goes on from a wait, or is not known. */
    public @Nullable Object beginsWith() {
        return null;
    }

    /** Asks what runs here to give its carrier back at its next step. Any thread; it may have ended. */
    public void requestYield() {}

    /** The scheduler this job belongs to. */
    public abstract Scheduler scheduler();

    @Override
    public final void run() {
        Trampoline.run(this);
    }
}
