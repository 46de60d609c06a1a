package dev.clew.internal.sched;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Room before the counts, so that they share no cache line with what others write. */
abstract class WorkerCountsPadding {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;
}

/**
 * What one worker has done. Plain numbers that the worker alone writes, with opaque stores: each is monotone for whoever
 * reads, and exact once the worker is at rest.
 *
 * <p>Jobs executed, fibers begun and ended, and branches forked are read by the scheduler itself; all others for metrics alone
 * ({@link Counting}).
 */
final class WorkerCounts extends WorkerCountsPadding {
    private static final VarHandle CURRENT = VarHandles.field(MethodHandles.lookup(), "current", Runnable.class);
    private static final VarHandle EXECUTED = count("executed");
    private static final VarHandle FORKS = count("forks");
    private static final VarHandle FIBERS = count("fibers");
    private static final VarHandle FIBERS_SUCCEEDED = count("fibersSucceeded");
    private static final VarHandle FIBERS_FAILED = count("fibersFailed");
    private static final VarHandle FIBERS_CANCELED = count("fibersCanceled");
    private static final VarHandle BRANCHES_FORKED = count("branchesForked");
    private static final VarHandle BRANCHES_STOLEN = count("branchesStolen");
    private static final VarHandle BRANCHES_PROMOTED = count("branchesPromoted");
    private static final VarHandle BRANCHES_DROPPED = count("branchesDropped");
    private static final VarHandle STEALS_TRIED = count("stealsTried");
    private static final VarHandle STEALS = count("steals");
    private static final VarHandle JOBS_STOLEN = count("jobsStolen");
    private static final VarHandle NEXT_SLOT_HITS = count("nextSlotHits");
    private static final VarHandle PARKS = count("parks");
    private static final VarHandle SPILLS = count("spills");
    private static final VarHandle TIMER_LAG = count("timerLag");
    private static final VarHandle TIMER_LAG_MAX = count("timerLagMax");

    @SuppressWarnings("unused")
    private @Nullable Runnable current;

    private long executed;
    private long forks;
    private long fibers;
    private long fibersSucceeded;
    private long fibersFailed;
    private long fibersCanceled;
    private long branchesForked;
    private long branchesStolen;
    private long branchesPromoted;
    private long branchesDropped;
    private long stealsTried;
    private long steals;
    private long jobsStolen;
    private long nextSlotHits;
    private long parks;
    private long spills;
    private long timerLag;
    private long timerLagMax;

    private final IdleTime idleTime = new IdleTime();

    private static VarHandle count(String name) {
        return VarHandles.field(MethodHandles.lookup(), name, long.class);
    }

    IdleTime idleTime() {
        return idleTime;
    }

    void setCurrent(@Nullable Runnable job) {
        CURRENT.setOpaque(this, job);
    }

    @Nullable
    Runnable current() {
        return (Runnable) CURRENT.getOpaque(this);
    }

    void executed() {
        EXECUTED.setOpaque(this, executed + 1);
    }

    void forked() {
        if (Counting.ON) {
            FORKS.setOpaque(this, forks + 1);
        }
    }

    void fiberStarted() {
        FIBERS.setOpaque(this, fibers + 1);
    }

    /** Released after whatever the fiber has started, so that who sees its end sees those as well. */
    void fiberEnded(Ending how) {
        switch (how) {
            case SUCCEEDED -> FIBERS_SUCCEEDED.setRelease(this, fibersSucceeded + 1);
            case FAILED -> FIBERS_FAILED.setRelease(this, fibersFailed + 1);
            case CANCELED -> FIBERS_CANCELED.setRelease(this, fibersCanceled + 1);
        }
    }

    /** Counts one, and gives the count. */
    long branchForked() {
        long n = branchesForked + 1;
        BRANCHES_FORKED.setOpaque(this, n);
        return n;
    }

    void branchStolen() {
        if (Counting.ON) {
            BRANCHES_STOLEN.setOpaque(this, branchesStolen + 1);
        }
    }

    void branchPromoted() {
        if (Counting.ON) {
            BRANCHES_PROMOTED.setOpaque(this, branchesPromoted + 1);
        }
    }

    void branchDropped() {
        if (Counting.ON) {
            BRANCHES_DROPPED.setOpaque(this, branchesDropped + 1);
        }
    }

    void stealTried() {
        if (Counting.ON) {
            STEALS_TRIED.setOpaque(this, stealsTried + 1);
        }
    }

    void stole(int jobs) {
        if (Counting.ON) {
            STEALS.setOpaque(this, steals + 1);
            JOBS_STOLEN.setOpaque(this, jobsStolen + jobs);
        }
    }

    void nextSlotHit() {
        if (Counting.ON) {
            NEXT_SLOT_HITS.setOpaque(this, nextSlotHits + 1);
        }
    }

    void parked() {
        if (Counting.ON) {
            PARKS.setOpaque(this, parks + 1);
        }
    }

    void spilled() {
        if (Counting.ON) {
            SPILLS.setOpaque(this, spills + 1);
        }
    }

    /** The worker has fired a timer, its own or another's, so long after the deadline. */
    void timerFired(long lateNanos) {
        if (Counting.ON) {
            TIMER_LAG.setOpaque(this, timerLag + lateNanos);
            if (lateNanos > timerLagMax) {
                TIMER_LAG_MAX.setOpaque(this, lateNanos);
            }
        }
    }

    /** The worker's own reading, plain. */
    long branchesForked() {
        return branchesForked;
    }

    long executedCount() {
        return (long) EXECUTED.getOpaque(this);
    }

    long forksCount() {
        return (long) FORKS.getOpaque(this);
    }

    long fibersCount() {
        return (long) FIBERS.getOpaque(this);
    }

    long fibersEndedCount() {
        return fibersSucceededCount() + fibersFailedCount() + fibersCanceledCount();
    }

    long fibersSucceededCount() {
        return (long) FIBERS_SUCCEEDED.getAcquire(this);
    }

    long fibersFailedCount() {
        return (long) FIBERS_FAILED.getAcquire(this);
    }

    long fibersCanceledCount() {
        return (long) FIBERS_CANCELED.getAcquire(this);
    }

    long branchesForkedCount() {
        return (long) BRANCHES_FORKED.getOpaque(this);
    }

    long branchesStolenCount() {
        return (long) BRANCHES_STOLEN.getOpaque(this);
    }

    long branchesPromotedCount() {
        return (long) BRANCHES_PROMOTED.getOpaque(this);
    }

    long branchesDroppedCount() {
        return (long) BRANCHES_DROPPED.getOpaque(this);
    }

    long stealsTriedCount() {
        return (long) STEALS_TRIED.getOpaque(this);
    }

    long stealsCount() {
        return (long) STEALS.getOpaque(this);
    }

    long jobsStolenCount() {
        return (long) JOBS_STOLEN.getOpaque(this);
    }

    long nextSlotHitsCount() {
        return (long) NEXT_SLOT_HITS.getOpaque(this);
    }

    long parksCount() {
        return (long) PARKS.getOpaque(this);
    }

    long spillsCount() {
        return (long) SPILLS.getOpaque(this);
    }

    long timerLagNanos() {
        return (long) TIMER_LAG.getOpaque(this);
    }

    long timerLagMaxNanos() {
        return (long) TIMER_LAG_MAX.getOpaque(this);
    }
}
