package dev.clew.observe;

import dev.clew.TaskRuntime;
import java.util.List;

/** The beans of one runtime: each attribute is read from the runtime's metrics as it is asked for. */
final class Beans {
    private Beans() {}

    record Workers(TaskRuntime runtime) implements WorkersMXBean {
        @Override
        public List<WorkerFigures> getWorkers() {
            return runtime.metrics().perWorker().stream()
                    .map(WorkerFigures::new)
                    .toList();
        }
    }

    record Timers(TaskRuntime runtime) implements TimersMXBean {
        @Override
        public long getTimersSet() {
            return runtime.metrics().timersSet();
        }

        @Override
        public long getTimersCancelled() {
            return runtime.metrics().timersCancelled();
        }

        @Override
        public long getTimersFired() {
            return runtime.metrics().timersFired();
        }

        @Override
        public long getTimersPacked() {
            return runtime.metrics().timersPacked();
        }

        @Override
        public long getTimerLagNanos() {
            return runtime.metrics().timerLagNanos();
        }

        @Override
        public long getTimerLagMaxNanos() {
            return runtime.metrics().timerLagMaxNanos();
        }
    }

    record Whole(TaskRuntime runtime) implements TaskRuntimeMXBean {
        @Override
        public String getDescription() {
            return runtime.toString();
        }

        @Override
        public int getWorkers() {
            return runtime.metrics().workers();
        }

        @Override
        public long getElapsedNanos() {
            return runtime.metrics().elapsedNanos();
        }

        @Override
        public long getJobsExecuted() {
            return runtime.metrics().jobsExecuted();
        }

        @Override
        public long getFibersStarted() {
            return runtime.metrics().fibersStarted();
        }

        @Override
        public long getFibersSucceeded() {
            return runtime.metrics().fibersSucceeded();
        }

        @Override
        public long getFibersFailed() {
            return runtime.metrics().fibersFailed();
        }

        @Override
        public long getFibersCanceled() {
            return runtime.metrics().fibersCanceled();
        }

        @Override
        public long getForks() {
            return runtime.metrics().forks();
        }

        @Override
        public long getBranchesForked() {
            return runtime.metrics().branchesForked();
        }

        @Override
        public long getBranchesStolen() {
            return runtime.metrics().branchesStolen();
        }

        @Override
        public long getBranchesPromoted() {
            return runtime.metrics().branchesPromoted();
        }

        @Override
        public long getBranchesDropped() {
            return runtime.metrics().branchesDropped();
        }

        @Override
        public long getQueueLengthNow() {
            return runtime.metrics().queueLengthNow();
        }

        @Override
        public long getNextSlotHits() {
            return runtime.metrics().nextSlotHits();
        }

        @Override
        public long getSpills() {
            return runtime.metrics().spills();
        }

        @Override
        public long getStealsTried() {
            return runtime.metrics().stealsTried();
        }

        @Override
        public long getSteals() {
            return runtime.metrics().steals();
        }

        @Override
        public long getJobsStolen() {
            return runtime.metrics().jobsStolen();
        }

        @Override
        public long getParks() {
            return runtime.metrics().parks();
        }

        @Override
        public long getSafetyWakeUps() {
            return runtime.metrics().safetyWakeUps();
        }

        @Override
        public long getBusyNanos() {
            return runtime.metrics().busyNanos();
        }

        @Override
        public long getIdleNanos() {
            return runtime.metrics().idleNanos();
        }

        @Override
        public long getFibersSuspendedNow() {
            return runtime.metrics().fibersSuspendedNow();
        }

        @Override
        public long getUnparks() {
            return runtime.metrics().unparks();
        }

        @Override
        public long getBlockingThreadsNow() {
            return runtime.metrics().blockingThreadsNow();
        }

        @Override
        public long getYieldsAsked() {
            return runtime.metrics().yieldsAsked();
        }

        @Override
        public long getBlockedWorkersReplaced() {
            return runtime.metrics().blockedWorkersReplaced();
        }

        @Override
        public long getStarvationWarnings() {
            return runtime.metrics().starvationWarnings();
        }

        @Override
        public long getFibersEnded() {
            return runtime.metrics().fibersEnded();
        }

        @Override
        public long getFibersLiveNow() {
            return runtime.metrics().fibersLiveNow();
        }

        @Override
        public long getBranchesInlined() {
            return runtime.metrics().branchesInlined();
        }
    }
}
