package dev.clew.internal.sched;

import dev.clew.internal.queue.ExternalQueue;
import java.util.function.ToLongFunction;

/** A reading of a pool's counts, summed over its workers; see {@code RuntimeMetrics} for what each means. */
public record PoolCounts(
        int workers,
        long jobsExecuted,
        long fibersStarted,
        long fibersSuspended,
        long forks,
        long branchesForked,
        long branchesStolen,
        long branchesPromoted,
        long branchesDropped,
        long stealsTried,
        long steals,
        long jobsStolen,
        long parks,
        long unparks,
        long safetyWakeUps,
        long spills,
        long timersSet,
        long timersCancelled,
        long timersFired,
        long singletonsSubmitted,
        long singletonsPresent,
        long batchesSubmitted,
        long batchesPresent) {

    static PoolCounts read(Worker[] workers, SharedCounts shared, ExternalQueue external, Clock timers, int suspended) {
        return new PoolCounts(
                workers.length,
                sum(workers, WorkerCounts::executedCount),
                sum(workers, WorkerCounts::fibersCount) + shared.fibers.sum() + shared.guests.sum(),
                suspended,
                sum(workers, WorkerCounts::forksCount) + shared.forks.sum(),
                sum(workers, WorkerCounts::branchesForkedCount) + shared.branchesForked.sum(),
                sum(workers, WorkerCounts::branchesStolenCount),
                sum(workers, WorkerCounts::branchesPromotedCount) + shared.branchesPromoted.sum(),
                sum(workers, WorkerCounts::branchesDroppedCount) + shared.branchesDropped.sum(),
                sum(workers, WorkerCounts::stealsTriedCount),
                sum(workers, WorkerCounts::stealsCount),
                sum(workers, WorkerCounts::jobsStolenCount),
                sum(workers, WorkerCounts::parksCount),
                shared.unparks.sum(),
                sum(workers, WorkerCounts::safetyWakesCount),
                sum(workers, WorkerCounts::spillsCount),
                timers.setCount(),
                timers.cancelledCount(),
                timers.firedCount(),
                external.singletonsSubmittedCount(),
                external.singletonsPresentCount(),
                external.batchesSubmittedCount(),
                external.batchesPresentCount());
    }

    /** The counts of a scheduler that has no workers: what it gives its executor counts as put into a queue. */
    static PoolCounts read(SharedCounts shared, Clock timers, int suspended, long given, long run) {
        return new PoolCounts(
                0,
                run,
                shared.fibers.sum(),
                suspended,
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
                timers.setCount(),
                timers.cancelledCount(),
                timers.firedCount(),
                given,
                Math.max(0, given - run),
                0,
                0);
    }

    private static long sum(Worker[] workers, ToLongFunction<WorkerCounts> count) {
        long sum = 0;
        for (Worker worker : workers) {
            sum += count.applyAsLong(worker.counts());
        }
        return sum;
    }
}
