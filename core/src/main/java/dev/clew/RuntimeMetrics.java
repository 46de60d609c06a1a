package dev.clew;

/**
 * A reading of what a runtime has done and is doing. Each count is monotone unless it says "now"; a reading taken while
 * the runtime works is not one moment's, and is exact at rest. Keeping the counts costs a worker a
 * plain store each, and other threads an atomic addition; reading takes the short locks of the registry of suspended fibers.
 *
 * <p>On a runtime with a {@linkplain TaskRuntime.Builder#compute compute executor} of the user's, which has no workers, that
 * executor is the external queue, and what it has run of it are the jobs executed.
 *
 * @param workers compute threads
 * @param jobsExecuted how often a worker took something from a queue and ran it
 * @param fibersStarted fibers made by runs and by {@code start}; branches that became fibers are not among them
 * @param fibersSuspendedNow fibers that have suspended and not ended
 * @param forks moves through a queue asked for explicitly, by {@link Task#fork}
 * @param branchesForked sides of {@code both} and ranges of {@code gather} laid out for thieves
 * @param branchesStolen branches and parts of ranges that another worker took, each then a fiber
 * @param branchesPromoted branches and parts of ranges that became fibers because their owner gave its worker back
 * @param branchesDropped branches never begun, because the other side failed or was cancelled
 * @param stealsTried looks into another worker's queue that had something
 * @param steals looks that took something
 * @param jobsStolen what they took
 * @param parks how often a worker went to sleep
 * @param unparks how often a sleeping worker was woken
 * @param safetyWakeUps how often work was found by the sentinel for which nobody had been woken; should be 0
 * @param spills how often a full ring gave half of itself to the external queue
 * @param timersSet timers set
 * @param timersCancelled timers cancelled before they fired
 * @param timersFired timers fired
 * @param timersPacked how often a worker's timers were freed of cancelled ones
 * @param timerLagNanos how long after their deadlines timers were fired, in all
 * @param timerLagMaxNanos the longest of these; in a difference, the longest until the later reading
 * @param singletonsSubmitted single jobs put into the external queue
 * @param singletonsPresentNow single jobs lying there
 * @param batchesSubmitted batches put into the external queue
 * @param batchesPresentNow batches lying there
 */
public record RuntimeMetrics(
        int workers,
        long jobsExecuted,
        long fibersStarted,
        long fibersSuspendedNow,
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
        long singletonsPresentNow,
        long batchesSubmitted,
        long batchesPresentNow) {

    /**
     * Sides of {@code both} and ranges of {@code gather} of which nobody but their owner took a part: no fiber, no queue, no
     * wake-up. A range from which several parts were taken counts against this as often, so it is a lower bound, and never
     * negative.
     */
    public long branchesInlined() {
        return Math.max(0, branchesForked - branchesStolen - branchesPromoted - branchesDropped);
    }

    /** What happened between {@code before} and this reading; the figures that say "now" are this reading's. */
    public RuntimeMetrics since(RuntimeMetrics before) {
        return new RuntimeMetrics(
                workers,
                jobsExecuted - before.jobsExecuted,
                fibersStarted - before.fibersStarted,
                fibersSuspendedNow,
                forks - before.forks,
                branchesForked - before.branchesForked,
                branchesStolen - before.branchesStolen,
                branchesPromoted - before.branchesPromoted,
                branchesDropped - before.branchesDropped,
                stealsTried - before.stealsTried,
                steals - before.steals,
                jobsStolen - before.jobsStolen,
                parks - before.parks,
                unparks - before.unparks,
                safetyWakeUps - before.safetyWakeUps,
                spills - before.spills,
                timersSet - before.timersSet,
                timersCancelled - before.timersCancelled,
                timersFired - before.timersFired,
                timersPacked - before.timersPacked,
                timerLagNanos - before.timerLagNanos,
                timerLagMaxNanos,
                singletonsSubmitted - before.singletonsSubmitted,
                singletonsPresentNow,
                batchesSubmitted - before.batchesSubmitted,
                batchesPresentNow);
    }
}
