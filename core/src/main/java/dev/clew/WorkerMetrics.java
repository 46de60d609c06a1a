package dev.clew;

import dev.clew.internal.sched.WorkerReading;

/**
 * What one worker has done: a part of {@link RuntimeMetrics}. Each count is monotone unless it says "now".
 *
 * @param thread name of its thread; {@code others} for what happened on threads that are no workers
 * @param jobsExecuted how often it took something from a queue and ran it
 * @param fibersStarted fibers made by runs and by {@code start}; branches that became fibers are not among them
 * @param fibersSucceeded of those, how many ended here with a value
 * @param fibersFailed how many ended here with an error
 * @param fibersCanceled how many ended here as cancelled
 * @param forks moves through a queue asked for explicitly, by {@link Task#fork}
 * @param branchesForked sides of {@code both} and ranges of {@code gather} laid out for thieves
 * @param branchesStolen branches and parts of ranges that it took from other workers, each then a fiber
 * @param branchesPromoted branches and parts of ranges that became fibers because their owner gave its worker back
 * @param branchesDropped branches never begun, because the other side failed or was cancelled
 * @param queueLengthNow jobs that lie ready in its own queues
 * @param nextSlotHits jobs that it ran next because its job before had just made them ready
 * @param spills how often its full ring gave half of itself to the external queue
 * @param stealsTried looks into another worker's queue that had something
 * @param steals looks that took something
 * @param jobsStolen what they took
 * @param parks how often it went to sleep
 * @param timersSet timers set
 * @param timersCancelled timers cancelled before they fired
 * @param timersFired timers fired
 * @param timersPacked how often its timers were freed of cancelled ones
 * @param timerLagNanos how long after their deadlines it fired timers, in all
 * @param timerLagMaxNanos the longest of these; in a difference, the longest until the later reading
 * @param busyNanos how long it was awake: running jobs, or looking for some
 * @param idleNanos how long it slept
 */
public record WorkerMetrics(
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

    static WorkerMetrics of(WorkerReading r) {
        return new WorkerMetrics(
                r.thread(),
                r.jobsExecuted(),
                r.fibersStarted(),
                r.fibersSucceeded(),
                r.fibersFailed(),
                r.fibersCanceled(),
                r.forks(),
                r.branchesForked(),
                r.branchesStolen(),
                r.branchesPromoted(),
                r.branchesDropped(),
                r.queueLengthNow(),
                r.nextSlotHits(),
                r.spills(),
                r.stealsTried(),
                r.steals(),
                r.jobsStolen(),
                r.parks(),
                r.timersSet(),
                r.timersCancelled(),
                r.timersFired(),
                r.timersPacked(),
                r.timerLagNanos(),
                r.timerLagMaxNanos(),
                r.busyNanos(),
                r.idleNanos());
    }

    /** What happened between {@code before} and this reading; the figures that say "now" are this reading's. */
    public WorkerMetrics since(WorkerMetrics before) {
        return new WorkerMetrics(
                thread,
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
                timersSet - before.timersSet,
                timersCancelled - before.timersCancelled,
                timersFired - before.timersFired,
                timersPacked - before.timersPacked,
                timerLagNanos - before.timerLagNanos,
                timerLagMaxNanos,
                busyNanos - before.busyNanos,
                idleNanos - before.idleNanos);
    }
}
