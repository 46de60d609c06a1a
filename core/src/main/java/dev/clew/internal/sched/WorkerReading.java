package dev.clew.internal.sched;

import dev.clew.internal.timer.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * A reading of the counts of one worker, or of what happened on all other threads; see {@code WorkerMetrics} for what each
 * means.
 */
public record WorkerReading(
        String thread,
        long jobsExecuted,
        long fibersStarted,
        long fibersSucceeded,
        long fibersFailed,
        long fibersCanceled,
        long forks,
        long branchesForked,
        long branchesStolen,
        long branchesPromoted,
        long branchesDropped,
        long queueLengthNow,
        long nextSlotHits,
        long spills,
        long stealsTried,
        long steals,
        long jobsStolen,
        long parks,
        long timersSet,
        long timersCancelled,
        long timersFired,
        long timersPacked,
        long timerLagNanos,
        long timerLagMaxNanos,
        long busyNanos,
        long idleNanos) {

    /** Ends before beginnings: both only grow, so no reading says that more ended than began. */
    static WorkerReading of(Worker worker) {
        WorkerCounts counts = worker.counts();
        TimerHeap heap = worker.timers().heap();
        long fired = heap.firedCount();
        long cancelled = heap.cancelledCount();
        long succeeded = counts.fibersSucceededCount();
        long failed = counts.fibersFailedCount();
        long canceled = counts.fibersCanceledCount();
        IdleTime.Reading time = counts.idleTime().read();
        return new WorkerReading(
                worker.thread().getName(),
                counts.executedCount(),
                counts.fibersCount(),
                succeeded,
                failed,
                canceled,
                counts.forksCount(),
                counts.branchesForkedCount(),
                counts.branchesStolenCount(),
                counts.branchesPromotedCount(),
                counts.branchesDroppedCount(),
                worker.queueLength(),
                counts.nextSlotHitsCount(),
                counts.spillsCount(),
                counts.stealsTriedCount(),
                counts.stealsCount(),
                counts.jobsStolenCount(),
                counts.parksCount(),
                heap.setCount(),
                cancelled,
                fired,
                heap.packedCount(),
                counts.timerLagNanos(),
                counts.timerLagMaxNanos(),
                time.busyNanos(),
                time.idleNanos());
    }

    /** What happened on threads that are no workers, and on {@code clock}; {@code run} jobs were executed there. */
    static WorkerReading ofOthers(SharedCounts shared, @Nullable Clock clock, long run) {
        long fired = clock == null ? 0 : clock.firedCount();
        long cancelled = clock == null ? 0 : clock.cancelledCount();
        long guests = shared.guests.sum();
        long succeeded = shared.fibersSucceeded.sum() + guests;
        long failed = shared.fibersFailed.sum();
        long canceled = shared.fibersCanceled.sum();
        return new WorkerReading(
                "others",
                run,
                shared.fibers.sum() + guests,
                succeeded,
                failed,
                canceled,
                shared.forks.sum(),
                shared.branchesForked.sum(),
                0,
                shared.branchesPromoted.sum(),
                shared.branchesDropped.sum(),
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                clock == null ? 0 : clock.setCount(),
                cancelled,
                fired,
                0,
                0,
                0,
                0,
                0);
    }
}
