package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.internal.sched.IdleState;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The idle state word as the pool uses it: no job is left alone with all asleep, and the word counts right. A queue is a
 * plain field here; the fences are those of {@code Pool.signalWork} and {@code Pool.hasWork}.
 */
public final class IdleStress {
    private IdleStress() {}

    /** A queue, and the steps of submitters and sleepers. */
    abstract static class Pool {
        final IdleState idle;
        private int queue;

        Pool(int workers, int asleep, int searching) {
            idle = new IdleState(workers);
            for (int i = 0; i < searching; i++) {
                idle.beginSearch();
            }
            for (int i = 0; i < asleep; i++) {
                idle.sleep(false);
            }
        }

        /** Puts a job into the queue; true if the submitter has taken it upon itself to wake somebody. */
        final boolean submit() {
            queue = 1;
            return signal();
        }

        final boolean signal() {
            VarHandle.fullFence();
            return idle.wantsWake() && idle.claimWake();
        }

        /** Goes to sleep; true if it sees a job on looking again. */
        final boolean sleep() {
            idle.sleep(true);
            VarHandle.fullFence();
            return queue == 1;
        }

        final boolean look() {
            return queue == 1;
        }
    }

    /** One submits while the only worker, which searches, goes to sleep. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the worker sees the job")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the submitter wakes it")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both")
    @Outcome(expect = FORBIDDEN, desc = "the job lies there with all asleep")
    @State
    public static class SubmitSleep extends Pool {
        public SubmitSleep() {
            super(1, 0, 1);
        }

        @Actor
        public void submitter(II_Result result) {
            result.r1 = submit() ? 1 : 0;
        }

        @Actor
        public void sleeper(II_Result result) {
            result.r2 = sleep() ? 1 : 0;
        }
    }

    /** Two submit while all sleep: one wakes a worker, and the other knows that one searches. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 65537", "0, 1, 65537"},
            expect = ACCEPTABLE,
            desc = "one wakes one")
    @Outcome(expect = FORBIDDEN, desc = "nobody does, or both")
    @State
    public static class SubmitSubmit extends Pool {
        public SubmitSubmit() {
            super(2, 2, 0);
        }

        @Actor
        public void first(III_Result result) {
            result.r1 = submit() ? 1 : 0;
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = submit() ? 1 : 0;
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = (idle.searching() << 16) + idle.awake();
        }
    }

    /** One submits while the last searcher finds something else and wakes another, if nobody has. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one sleeper is woken")
    @Outcome(expect = FORBIDDEN, desc = "none is, or two")
    @State
    public static class SubmitEndSearch extends Pool {
        private int woken;
        private int wokenByOther;

        public SubmitEndSearch() {
            super(4, 1, 1);
        }

        @Actor
        public void submitter() {
            woken = submit() ? 1 : 0;
        }

        @Actor
        public void searcher() {
            wokenByOther = idle.endSearch() && signal() ? 1 : 0;
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = woken + wokenByOther;
        }
    }

    /** One submits while of two searchers one finds something else and then the other goes to sleep. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "somebody sees the job or is woken for it")
    @Outcome(expect = FORBIDDEN, desc = "nobody does")
    @State
    public static class SubmitAmongSearchers extends Pool {
        private boolean woken;
        private boolean wokenByOther;
        private boolean seen;

        public SubmitAmongSearchers() {
            super(4, 0, 2);
        }

        @Actor
        public void submitter() {
            woken = submit();
        }

        @Actor
        public void searchers() {
            wokenByOther = idle.endSearch() && signal();
            seen = sleep();
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = woken || wokenByOther || seen ? 1 : 0;
        }
    }

    /** One takes back a wake that found nobody parked, while another relies on it. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the other wakes, or who takes it back looks on its behalf")
    @Outcome(expect = FORBIDDEN, desc = "nobody sees the job")
    @State
    public static class SubmitUnclaim extends Pool {
        private boolean woken;
        private boolean seen;

        public SubmitUnclaim() {
            super(1, 1, 0);
            idle.claimWake();
        }

        @Actor
        public void submitter() {
            woken = submit();
        }

        @Actor
        public void unclaimer() {
            idle.unclaimWake();
            VarHandle.fullFence();
            seen = look();
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = woken || seen ? 1 : 0;
        }
    }

    /** Two become the sentinel. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "one of them is")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither")
    @State
    public static class TwoSentinels {
        private final IdleState idle = new IdleState(2);

        @Actor
        public void first(II_Result result) {
            result.r1 = idle.becomeSentinel() ? 1 : 0;
        }

        @Actor
        public void second(II_Result result) {
            result.r2 = idle.becomeSentinel() ? 1 : 0;
        }
    }
}
