package dev.clew.internal.sched;

import dev.clew.internal.queue.ExternalQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** A reading of a scheduler's counts; see {@code RuntimeMetrics} for what each means. */
public record PoolCounts(
        long elapsedNanos,
        int activeWorkers,
        List<WorkerReading> workers,
        WorkerReading others,
        long fibersSuspendedNow,
        long unparks,
        long safetyWakeUps,
        long blockingThreadsNow,
        long yieldsAsked,
        long blockedWorkersReplaced,
        long starvationWarnings,
        long singletonsSubmitted,
        long singletonsPresentNow,
        long batchesSubmitted,
        long batchesPresentNow) {

    /** The sum over all workers and the others. */
    public long total(ToLongFunction<WorkerReading> count) {
        return workers.stream().mapToLong(count).sum() + count.applyAsLong(others);
    }

    static PoolCounts read(Pool pool, Worker[] workers, ExternalQueue external) {
        List<WorkerReading> readings = new ArrayList<>(workers.length);
        for (Worker worker : workers) {
            readings.add(WorkerReading.of(worker));
        }
        SharedCounts shared = pool.shared;
        Clock clock = pool.replacedClock();
        return new PoolCounts(
                pool.ageNanos(),
                pool.idle().workers(),
                List.copyOf(readings),
                WorkerReading.ofOthers(shared, clock, 0),
                pool.liveFibers(),
                shared.unparks.sum(),
                pool.rescues().unexplained(),
                pool.blockingThreadCount(),
                shared.yieldsAsked.sum(),
                shared.blockedReplaced.sum(),
                shared.starvationWarnings.sum(),
                external.singletonsSubmittedCount(),
                external.singletonsPresentCount(),
                external.batchesSubmittedCount(),
                external.batchesPresentCount());
    }

    /**
     * The counts of a scheduler that has no workers: what it has {@code given} its executor counts as put into a queue, and
     * what that has {@code run} of it as executed.
     */
    static PoolCounts read(DrivenScheduler scheduler, Clock clock, long run, long given) {
        return new PoolCounts(
                scheduler.ageNanos(),
                0,
                List.of(),
                WorkerReading.ofOthers(scheduler.shared, clock, run),
                scheduler.liveFibers(),
                0,
                0,
                scheduler.blockingThreadCount(),
                0,
                0,
                0,
                given,
                Math.max(0, given - run),
                0,
                0);
    }
}
