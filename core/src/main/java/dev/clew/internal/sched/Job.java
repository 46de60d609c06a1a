package dev.clew.internal.sched;

/**
 * Something a worker runs: a fiber, a branch that left its owner, a part of a range. It is its own queue entry.
 *
 * <p>As a {@link Runnable} it can be handed to an executor that is not ours; there it runs on the scheduler's
 * {@linkplain Scheduler#foreign() carrier for other threads}, and never inside another job ({@link Trampoline}).
 */
public abstract class Job implements Runnable {

    /** Runs until the job ends or gives {@code carrier} back. Never throws. */
    public abstract void run(Carrier carrier);

    /** The scheduler this job belongs to. */
    public abstract Scheduler scheduler();

    @Override
    public final void run() {
        Trampoline.run(this);
    }
}
