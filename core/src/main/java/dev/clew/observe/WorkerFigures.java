package dev.clew.observe;

import dev.clew.WorkerMetrics;

/** The figures of one worker, as management beans give them; see {@link WorkerMetrics}. */
public final class WorkerFigures {
    private final WorkerMetrics metrics;

    WorkerFigures(WorkerMetrics metrics) {
        this.metrics = metrics;
    }

    /** Name of its thread. */
    public String getThread() {
        return metrics.thread();
    }

    /** How often it took something from a queue and ran it. */
    public long getJobsExecuted() {
        return metrics.jobsExecuted();
    }

    /** Fibers made by runs and by {@code start}; branches that became fibers are not among them. */
    public long getFibersStarted() {
        return metrics.fibersStarted();
    }

    /** Of those, how many ended here with a value. */
    public long getFibersSucceeded() {
        return metrics.fibersSucceeded();
    }

    /** How many ended here with an error. */
    public long getFibersFailed() {
        return metrics.fibersFailed();
    }

    /** How many ended here as cancelled. */
    public long getFibersCanceled() {
        return metrics.fibersCanceled();
    }

    /** Moves through a queue asked for explicitly, by {@code Task.fork}. */
    public long getForks() {
        return metrics.forks();
    }

    /** Sides of {@code both} and ranges of {@code gather} laid out for thieves. */
    public long getBranchesForked() {
        return metrics.branchesForked();
    }

    /** Branches and parts of ranges that it took from other workers, each then a fiber. */
    public long getBranchesStolen() {
        return metrics.branchesStolen();
    }

    /** Branches and parts of ranges that became fibers because their owner gave its worker back. */
    public long getBranchesPromoted() {
        return metrics.branchesPromoted();
    }

    /** Branches never begun, because the other side failed or was cancelled. */
    public long getBranchesDropped() {
        return metrics.branchesDropped();
    }

    /** Jobs that lie ready in its own queues. */
    public long getQueueLengthNow() {
        return metrics.queueLengthNow();
    }

    /** Jobs that it ran next because its job before had just made them ready. */
    public long getNextSlotHits() {
        return metrics.nextSlotHits();
    }

    /** How often its full ring gave half of itself to the external queue. */
    public long getSpills() {
        return metrics.spills();
    }

    /** Looks into another worker's queue that had something. */
    public long getStealsTried() {
        return metrics.stealsTried();
    }

    /** Looks that took something. */
    public long getSteals() {
        return metrics.steals();
    }

    /** What they took. */
    public long getJobsStolen() {
        return metrics.jobsStolen();
    }

    /** How often it went to sleep. */
    public long getParks() {
        return metrics.parks();
    }

    /** Timers set. */
    public long getTimersSet() {
        return metrics.timersSet();
    }

    /** Timers cancelled before they fired. */
    public long getTimersCancelled() {
        return metrics.timersCancelled();
    }

    /** Timers fired. */
    public long getTimersFired() {
        return metrics.timersFired();
    }

    /** How often its timers were freed of cancelled ones. */
    public long getTimersPacked() {
        return metrics.timersPacked();
    }

    /** How long after their deadlines it fired timers, in all. */
    public long getTimerLagNanos() {
        return metrics.timerLagNanos();
    }

    /** The longest of these; in a difference, the longest until the later reading. */
    public long getTimerLagMaxNanos() {
        return metrics.timerLagMaxNanos();
    }

    /** How long it was awake: running jobs, or looking for some. */
    public long getBusyNanos() {
        return metrics.busyNanos();
    }

    /** How long it slept. */
    public long getIdleNanos() {
        return metrics.idleNanos();
    }
}
