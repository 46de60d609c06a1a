package dev.clew.internal.sched;

import dev.clew.internal.queue.ExternalQueue;
import dev.clew.internal.timer.TimerHeap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

    static PoolCounts read(
            Worker[] workers,
            SharedCounts shared,
            Rescues rescues,
            ExternalQueue external,
            @Nullable Clock clock,
            int suspended) {
        // Ends before beginnings: both only grow, so no reading says that more timers ended than were set.
        long timersFired = sumOfHeaps(workers, TimerHeap::firedCount) + (clock == null ? 0 : clock.firedCount());
        long timersCancelled =
                sumOfHeaps(workers, TimerHeap::cancelledCount) + (clock == null ? 0 : clock.cancelledCount());
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
                rescues.unexplained(),
                sum(workers, WorkerCounts::spillsCount),
                sumOfHeaps(workers, TimerHeap::setCount) + (clock == null ? 0 : clock.setCount()),
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

    /** The counts of a scheduler that has no workers: what it gives its executor counts as put into a queue. */
    static PoolCounts read(SharedCounts shared, Clock clock, int suspended, long given, long run) {
        long timersFired = clock.firedCount();
        long timersCancelled = clock.cancelledCount();
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
                clock.setCount(),
                timersCancelled,
                timersFired,
                0,
                0,
                0,
                given,
                Math.max(0, given - run),
                0,
                0);
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
