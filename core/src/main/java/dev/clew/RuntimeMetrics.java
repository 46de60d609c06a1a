package dev.clew;

import dev.clew.internal.sched.PoolCounts;
import dev.clew.internal.sched.WorkerReading;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A reading of what a runtime has done and is doing. Each count is monotone unless it says "now"; a reading taken while
 * the runtime works is not one moment's, and is exact at rest. Keeping the counts costs a worker a
 * plain store each, and other threads an atomic addition; reading takes the short locks of the registry of suspended fibers.
 *
 * <p>On a runtime with a {@linkplain TaskRuntime.Builder#compute compute executor} of the user's, which has no workers, that
 * executor is the external queue, and what it has run of it are the jobs executed.
 *
 * <p><b>Example.</b> Steals a second, over ten seconds:
 *
 * <pre>{@code
 * RuntimeMetrics before = runtime.metrics();
 * Task<Double> rate = Task.sleep(Duration.ofSeconds(10))
 *         .map(slept -> runtime.metrics().since(before).perSecond(RuntimeMetrics::steals));
 * }</pre>
 *
 * @param elapsedNanos how long ago the runtime began, by the system's clock; in a difference, the time between the readings
 * @param workers compute threads, with those that stand in for one that user code blocks, and without spare ones
 * @param jobsExecuted how often a worker took something from a queue and ran it
 * @param fibersStarted fibers made by runs and by {@code start}; branches that became fibers are not among them
 * @param fibersSucceeded of those, how many ended with a value
 * @param fibersFailed how many ended with an error
 * @param fibersCanceled how many ended as cancelled
 * @param forks moves through a queue asked for explicitly, by {@link Task#fork}
 * @param branchesForked sides of {@code both} and ranges of {@code gather} laid out for thieves
 * @param branchesStolen branches and parts of ranges that another worker took, each then a fiber
 * @param branchesPromoted branches and parts of ranges that became fibers because their owner gave its worker back
 * @param branchesDropped branches never begun, because the other side failed or was cancelled
 * @param queueLengthNow jobs that lie ready in the queues of workers
 * @param nextSlotHits jobs that a worker ran next because its job before had just made them ready
 * @param spills how often a full ring gave half of itself to the external queue
 * @param stealsTried looks into another worker's queue that had something
 * @param steals looks that took something
 * @param jobsStolen what they took
 * @param parks how often a worker went to sleep
 * @param safetyWakeUps how often the sentinel found work for which nobody had been woken and nobody was about to be; should
 *     be 0
 * @param timersSet timers set
 * @param timersCancelled timers cancelled before they fired
 * @param timersFired timers fired
 * @param timersPacked how often a worker's timers were freed of cancelled ones
 * @param timerLagNanos how long after their deadlines timers were fired, in all
 * @param timerLagMaxNanos the longest of these; in a difference, the longest until the later reading
 * @param busyNanos how long workers were awake, running jobs or looking for some, in all
 * @param idleNanos how long workers slept, in all
 * @param fibersSuspendedNow fibers that have suspended and not ended
 * @param unparks how often a sleeping worker was woken
 * @param blockingThreadsNow threads of the runtime's own for blocking code, those that wait for more of it included
 * @param yieldsAsked how often a fiber that ran for long while others waited was asked to give way
 * @param blockedWorkersReplaced how often another worker took the place of one that user code blocked
 * @param starvationWarnings warnings that jobs or timers waited for too long, or that no thread could be added for them
 * @param singletonsSubmitted single jobs put into the external queue
 * @param singletonsPresentNow single jobs lying there
 * @param batchesSubmitted batches put into the external queue
 * @param batchesPresentNow batches lying there
 * @param perWorker the same for each worker; what happened on other threads is in the totals only
 */
public record RuntimeMetrics(
        long elapsedNanos,
        int workers,
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
        long safetyWakeUps,
        long timersSet,
        long timersCancelled,
        long timersFired,
        long timersPacked,
        long timerLagNanos,
        long timerLagMaxNanos,
        long busyNanos,
        long idleNanos,
        long fibersSuspendedNow,
        long unparks,
        long blockingThreadsNow,
        long yieldsAsked,
        long blockedWorkersReplaced,
        long starvationWarnings,
        long singletonsSubmitted,
        long singletonsPresentNow,
        long batchesSubmitted,
        long batchesPresentNow,
        List<WorkerMetrics> perWorker) {

    public RuntimeMetrics {
        perWorker = List.copyOf(perWorker);
    }

    static RuntimeMetrics of(PoolCounts c) {
        List<WorkerMetrics> workers =
                c.workers().stream().map(WorkerMetrics::of).toList();
        return new RuntimeMetrics(
                c.elapsedNanos(),
                c.activeWorkers(),
                c.total(WorkerReading::jobsExecuted),
                c.total(WorkerReading::fibersStarted),
                c.total(WorkerReading::fibersSucceeded),
                c.total(WorkerReading::fibersFailed),
                c.total(WorkerReading::fibersCanceled),
                c.total(WorkerReading::forks),
                c.total(WorkerReading::branchesForked),
                c.total(WorkerReading::branchesStolen),
                c.total(WorkerReading::branchesPromoted),
                c.total(WorkerReading::branchesDropped),
                c.total(WorkerReading::queueLengthNow),
                c.total(WorkerReading::nextSlotHits),
                c.total(WorkerReading::spills),
                c.total(WorkerReading::stealsTried),
                c.total(WorkerReading::steals),
                c.total(WorkerReading::jobsStolen),
                c.total(WorkerReading::parks),
                c.safetyWakeUps(),
                c.total(WorkerReading::timersSet),
                c.total(WorkerReading::timersCancelled),
                c.total(WorkerReading::timersFired),
                c.total(WorkerReading::timersPacked),
                c.total(WorkerReading::timerLagNanos),
                workers.stream()
                        .mapToLong(WorkerMetrics::timerLagMaxNanos)
                        .max()
                        .orElse(0),
                c.total(WorkerReading::busyNanos),
                c.total(WorkerReading::idleNanos),
                c.fibersSuspendedNow(),
                c.unparks(),
                c.blockingThreadsNow(),
                c.yieldsAsked(),
                c.blockedWorkersReplaced(),
                c.starvationWarnings(),
                c.singletonsSubmitted(),
                c.singletonsPresentNow(),
                c.batchesSubmitted(),
                c.batchesPresentNow(),
                workers);
    }

    /** Fibers made by runs and by {@code start} that have ended, however they did. */
    public long fibersEnded() {
        return fibersSucceeded + fibersFailed + fibersCanceled;
    }

    /** Fibers made by runs and by {@code start} that have not ended. */
    public long fibersLiveNow() {
        return Math.max(0, fibersStarted - fibersEnded());
    }

    /**
     * Sides of {@code both} and ranges of {@code gather} of which nobody but their owner took a part: no fiber, no queue, no
     * wake-up. A range from which several parts were taken counts against this as often, so it is a lower bound, and never
     * negative.
     */
    public long branchesInlined() {
        return Math.max(0, branchesForked - branchesStolen - branchesPromoted - branchesDropped);
    }

    /**
     * What happened between {@code before} and this reading of the same runtime; the figures that say "now" are this
     * reading's. A worker that began in between is shown with all it did.
     */
    public RuntimeMetrics since(RuntimeMetrics before) {
        return new RuntimeMetrics(
                elapsedNanos - before.elapsedNanos,
                workers,
                jobsExecuted - before.jobsExecuted,
                fibersStarted - before.fibersStarted,
                fibersSucceeded - before.fibersSucceeded,
                fibersFailed - before.fibersFailed,
                fibersCanceled - before.fibersCanceled,
                forks - before.forks,
                branchesForked - before.branchesForked,
                branchesStolen - before.branchesStolen,
                branchesPromoted - before.branchesPromoted,
                branchesDropped - before.branchesDropped,
                queueLengthNow,
                nextSlotHits - before.nextSlotHits,
                spills - before.spills,
                stealsTried - before.stealsTried,
                steals - before.steals,
                jobsStolen - before.jobsStolen,
                parks - before.parks,
                safetyWakeUps - before.safetyWakeUps,
                timersSet - before.timersSet,
                timersCancelled - before.timersCancelled,
                timersFired - before.timersFired,
                timersPacked - before.timersPacked,
                timerLagNanos - before.timerLagNanos,
                timerLagMaxNanos,
                busyNanos - before.busyNanos,
                idleNanos - before.idleNanos,
                fibersSuspendedNow,
                unparks - before.unparks,
                blockingThreadsNow,
                yieldsAsked - before.yieldsAsked,
                blockedWorkersReplaced - before.blockedWorkersReplaced,
                starvationWarnings - before.starvationWarnings,
                singletonsSubmitted - before.singletonsSubmitted,
                singletonsPresentNow,
                batchesSubmitted - before.batchesSubmitted,
                batchesPresentNow,
                sinceEach(before.perWorker));
    }

    private List<WorkerMetrics> sinceEach(List<WorkerMetrics> before) {
        List<WorkerMetrics> differences = new ArrayList<>(perWorker.size());
        for (int i = 0; i < perWorker.size(); i++) {
            WorkerMetrics worker = perWorker.get(i);
            differences.add(i < before.size() ? worker.since(before.get(i)) : worker);
        }
        return differences;
    }

    /**
     * How often a second something happened: {@code since(before).perSecond(RuntimeMetrics::steals)}. 0 where no time has
     * passed.
     */
    public double perSecond(ToLongFunction<RuntimeMetrics> count) {
        return elapsedNanos <= 0 ? 0 : count.applyAsLong(this) * 1e9 / elapsedNanos;
    }
}
