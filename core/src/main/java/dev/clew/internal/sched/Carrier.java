package dev.clew.internal.sched;

import dev.clew.internal.queue.BranchDeque;
import org.jspecify.annotations.Nullable;

/**
 * What a fiber runs on: a worker, the deterministic runtime, a thread of somebody's executor, or a guest (a thread that
 * called {@code runSync} and evaluates the task's beginning itself).
 *
 * <p>Only a worker has a deque, so only there do branches wait for a thief at no cost. Everywhere else a forking node
 * takes the slower way that suits the place.
 */
public abstract class Carrier {
    /** Threads that are not ours have a stack of unknown size, partly used: a fiber there starts this deep. */
    public static final int FOREIGN_DEPTH = 192;

    private final Scheduler scheduler;
    private final @Nullable BranchDeque branches;
    private final int baseDepth;

    protected Carrier(Scheduler scheduler, @Nullable BranchDeque branches, int baseDepth) {
        this.scheduler = scheduler;
        this.branches = branches;
        this.baseDepth = baseDepth;
    }

    public final Scheduler scheduler() {
        return scheduler;
    }

    /** Where pending branches of the running fiber lie; null where branches cannot wait. */
    public final @Nullable BranchDeque branches() {
        return branches;
    }

    /** The depth at which evaluation starts. */
    public final int baseDepth() {
        return baseDepth;
    }

    /** Whether this is a caller's own thread, which must hand its fiber to the pool before it forks or waits. */
    public boolean isGuest() {
        return false;
    }

    /** A branch was pushed: count it, and ask for help where a run grows long. */
    public void branchPushed() {}

    /**
     * {@code node} is about to be entered, where the scheduler {@linkplain Scheduler#explores explores}: a carrier that has
     * no thieves may play one here.
     *
     * @param first what {@code node} itself enters at once, with nothing that others could see in between; null where
     *     there is no such node
     */
    public void entering(Object node, @Nullable Object first) {}

    /** The element {@code node} of a range is about to be entered: as {@link #entering}, but no fiber gives way here. */
    public void beginning(Object node) {}

    /** Branches or range parts, made fibers because their owner suspended, or because they were forked off the pool. */
    public void countPromoted() {}

    /** Branches dropped unstarted, because a sibling failed or was cancelled. */
    public void countDropped() {}

    /** A {@code fork}: an explicit move through a queue. */
    public void countFork() {}

    /** A fiber made by {@code start} or by a run; a run's beginning on a caller's own thread counts only as it leaves it. */
    public void countFiber() {}

    /** The end of a fiber made by {@code start} or by a run. Closing waits until all that were counted have ended. */
    public void countEnded(Ending how) {}
}
