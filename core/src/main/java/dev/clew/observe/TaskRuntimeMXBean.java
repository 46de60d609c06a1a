package dev.clew.observe;

import javax.management.MXBean;

/** What a runtime did and does, over all its workers and other threads; see {@link dev.clew.RuntimeMetrics}. */
@MXBean
public interface TaskRuntimeMXBean {

    /** The name of the runtime and what it runs on. */
    String getDescription();

    /** Compute threads. */
    int getWorkers();

    /** How long ago the runtime began, on its clock; in a difference, the time between the readings. */
    long getElapsedNanos();

    /** How often a worker took something from a queue and ran it. */
    long getJobsExecuted();

    /** Fibers made by runs and by {@code start}; branches that became fibers are not among them. */
    long getFibersStarted();

    /** Of those, how many ended with a value. */
    long getFibersSucceeded();

    /** How many ended with an error. */
    long getFibersFailed();

    /** How many ended as cancelled. */
    long getFibersCanceled();

    /** Moves through a queue asked for explicitly, by {@code Task.fork}. */
    long getForks();

    /** Sides of {@code both} and ranges of {@code gather} laid out for thieves. */
    long getBranchesForked();

    /** Branches and parts of ranges that another worker took, each then a fiber. */
    long getBranchesStolen();

    /** Branches and parts of ranges that became fibers because their owner gave its worker back. */
    long getBranchesPromoted();

    /** Branches never begun, because the other side failed or was cancelled. */
    long getBranchesDropped();

    /** Jobs that lie ready in the queues of workers. */
    long getQueueLengthNow();

    /** Jobs that a worker ran next because its job before had just made them ready. */
    long getNextSlotHits();

    /** How often a full ring gave half of itself to the external queue. */
    long getSpills();

    /** Looks into another worker's queue that had something. */
    long getStealsTried();

    /** Looks that took something. */
    long getSteals();

    /** What they took. */
    long getJobsStolen();

    /** How often a worker went to sleep. */
    long getParks();

    /** How often work was found by the sentinel for which nobody had been woken; should be 0. */
    long getSafetyWakeUps();

    /** How long workers were awake, running jobs or looking for some, in all. */
    long getBusyNanos();

    /** How long workers slept, in all. */
    long getIdleNanos();

    /** Fibers that have suspended and not ended. */
    long getFibersSuspendedNow();

    /** How often a sleeping worker was woken. */
    long getUnparks();

    /** Threads of the runtime's own for blocking code, those that wait for more of it included. */
    long getBlockingThreadsNow();

    /** How often a fiber that ran for long while others waited was asked to give way. */
    long getYieldsAsked();

    /** How often another worker took the place of one that user code blocked. */
    long getBlockedWorkersReplaced();

    /** Warnings that jobs or timers waited for too long. */
    long getStarvationWarnings();

    /** Fibers made by runs and by {@code start} that have ended. */
    long getFibersEnded();

    /** Fibers made by runs and by {@code start} that have not ended. */
    long getFibersLiveNow();

    /** Branches of which nobody but their owner took a part. */
    long getBranchesInlined();
}
