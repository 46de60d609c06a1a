package dev.clew.internal.sched;

import dev.clew.internal.queue.ExternalQueue;
import dev.clew.internal.timer.TimerHeap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

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
        long timersPacked,
        long timerLagNanos,
        long timerLagMaxNanos,
        long singletonsSubmitted,
        long singletonsPresent,
        long batchesSubmitted,
        long batchesPresent) {

    static PoolCounts read(Worker[] workers, SharedCounts shared, ExternalQueue external, int suspended) {
        // Ends before beginnings: both only grow, so no reading says that more timers ended than were set.
        long timersFired = sumOfHeaps(workers, TimerHeap::firedCount);
        long timersCancelled = sumOfHeaps(workers, TimerHeap::cancelledCount);
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
                sumOfHeaps(workers, TimerHeap::setCount),
                timersCancelled,
                timersFired,
                sumOfHeaps(workers, TimerHeap::packedCount),
                sum(workers, WorkerCounts::timerLagNanos),
                Stream.of(workers)
                        .mapToLong(w -> w.counts().timerLagMaxNanos())
                        .max()
                        .orElse(0),
                external.singletonsSubmittedCount(),
                external.singletonsPresentCount(),
                external.batchesSubmittedCount(),
                external.batchesPresentCount());
    }

    private static long sumOfHeaps(Worker[] workers, ToLongFunction<TimerHeap> count) {
        long sum = 0;
        for (Worker worker : workers) {
            sum += count.applyAsLong(worker.timers().heap());
        }
        return sum;
    }

    private static long sum(Worker[] workers, ToLongFunction<WorkerCounts> count) {
        long sum = 0;
        for (Worker worker : workers) {
            sum += count.applyAsLong(worker.counts());
        }
        return sum;
    }
}
