package dev.clew.internal.sched;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** The small words of the scheduler: the duty of a worker, rescues that somebody explains, and times. */
public final class SchedulerStress {
    private SchedulerStress() {}

    /** The monitor gives a worker's place away while that answers what it had been asked before. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "1, 1, 1"},
            expect = ACCEPTABLE,
            desc = "the place is given away, whether the worker came to answer or not")
    @Outcome(expect = FORBIDDEN, desc = "the monitor counts a place twice that nobody leaves")
    @State
    public static class BlockAnswer {
        private final Duty duty = new Duty();

        public BlockAnswer() {
            duty.ask();
        }

        @Actor
        public void monitor(III_Result result) {
            result.r1 = duty.block() ? 1 : 0;
        }

        @Actor
        public void worker(III_Result result) {
            result.r2 = duty.answer() ? 1 : 0;
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = duty.isBlocked() ? 1 : 0;
        }
    }

    /** A submitter puts a job, and wakes somebody only after it; meanwhile the sentinel finds the job. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "the submitter explains what the sentinel has found")
    @Outcome(expect = FORBIDDEN, desc = "a lost wake-up is counted that was none")
    @State
    public static class SubmitRescue {
        private final Rescues rescues = new Rescues();
        private volatile boolean job;
        private volatile boolean woken;

        @Actor
        public void submitter() {
            int before = rescues.count();
            job = true;
            woken = true;
            rescues.explain(before);
        }

        @Actor
        public void sentinel() {
            for (int i = 0; i < 3; i++) {
                look();
            }
        }

        private void look() {
            if (!isForgotten()) {
                return;
            }
            int before = rescues.count();
            rescues.add();
            if (!isForgotten()) {
                rescues.explain(before);
            }
        }

        private boolean isForgotten() {
            return job && !woken;
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = (int) rescues.unexplained();
        }
    }

    /** Two who stood there explain, one of them afterwards, while two rescues are counted. */
    @JCStressTest
    @Outcome(
            id = {"0, 2", "1, 2"},
            expect = ACCEPTABLE,
            desc = "what came while somebody stood there is explained once")
    @Outcome(expect = FORBIDDEN, desc = "a rescue is lost, or explained twice")
    @State
    public static class ExplainAdd {
        private final Rescues rescues = new Rescues();

        @Actor
        public void first() {
            rescues.explain(0);
        }

        @Actor
        public void sentinel() {
            rescues.add();
            rescues.explain(0);
            rescues.add();
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r1 = (int) rescues.unexplained();
            result.r2 = rescues.count();
        }
    }

    /** A worker parks and wakes while somebody reads its times twice. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "no time shrinks, and none is negative")
    @Outcome(expect = FORBIDDEN, desc = "time went back")
    @State
    public static class Times {
        private final IdleTime time = new IdleTime();

        public Times() {
            time.begin();
        }

        @Actor
        public void worker() {
            time.park();
            time.unpark();
        }

        @Actor
        public void reader(I_Result result) {
            IdleTime.Reading first = time.read();
            IdleTime.Reading second = time.read();
            boolean wrong = first.idleNanos() < 0
                    || first.busyNanos() < 0
                    || second.idleNanos() < first.idleNanos()
                    || second.busyNanos() < first.busyNanos();
            result.r1 = wrong ? 1 : 0;
        }
    }

    /** The monitor falls asleep while a submitter wakes a worker: each writes its own and reads the other's. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "the monitor sees a worker awake, or is stirred")
    @Outcome(expect = FORBIDDEN, desc = "the monitor sleeps while somebody works")
    @State
    public static class MonitorSleeps {
        private final IdleState idle = new IdleState(1);
        private final AtomicInteger asleep = new AtomicInteger();

        public MonitorSleeps() {
            idle.sleep(false);
        }

        @Actor
        public void monitor(II_Result result) {
            asleep.set(1);
            result.r1 = idle.awake();
        }

        @Actor
        public void submitter(II_Result result) {
            idle.claimWake();
            result.r2 = asleep.get();
        }
    }
}
