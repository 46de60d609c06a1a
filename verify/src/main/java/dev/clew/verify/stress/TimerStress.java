package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Timers: each ends once. */
public final class TimerStress {
    private TimerStress() {}

    /** One cancels while another fires. */
    @JCStressTest
    @Outcome(id = "1, 0, 0, 0", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(id = "0, 1, 0, 0", expect = ACCEPTABLE, desc = "fired")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither, or a count that is wrong")
    @State
    public static class CancelFire {
        private final TimerHeap heap = new TimerHeap();
        private final TimerEntry entry = heap.add(1, () -> {});

        @Actor
        public void cancel(IIII_Result result) {
            result.r1 = entry.cancel() ? 1 : 0;
        }

        @Actor
        public void fire(IIII_Result result) {
            heap.fireDue(1, job -> result.r2++);
        }

        @Arbiter
        public void rest(IIII_Result result) {
            heap.fireDue(1, job -> result.r3++);
            long wrong = heap.live()
                    + Math.abs(heap.cancelledCount() - result.r1)
                    + Math.abs(heap.firedCount() - result.r2 - result.r3);
            result.r4 = (int) wrong;
        }
    }

    /** Two fire. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 0, 0", "0, 1, 0, 0"},
            expect = ACCEPTABLE,
            desc = "fired by one of them")
    @Outcome(expect = FORBIDDEN, desc = "by both, or neither, or still there")
    @State
    public static class FireFire {
        private final TimerHeap heap = new TimerHeap();

        public FireFire() {
            heap.add(1, () -> {});
        }

        @Actor
        public void first(IIII_Result result) {
            heap.fireDue(1, job -> result.r1++);
        }

        @Actor
        public void second(IIII_Result result) {
            heap.fireDue(1, job -> result.r2++);
        }

        @Arbiter
        public void rest(IIII_Result result) {
            result.r3 = heap.fireDue(1, job -> {});
            result.r4 = heap.size();
        }
    }

    /** Two cancel. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 0, 0", "0, 1, 0, 0"},
            expect = ACCEPTABLE,
            desc = "one of them has cancelled it")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither, or still there")
    @State
    public static class CancelCancel {
        private final TimerHeap heap = new TimerHeap();
        private final TimerEntry entry = heap.add(1, () -> {});

        @Actor
        public void first(IIII_Result result) {
            result.r1 = entry.cancel() ? 1 : 0;
        }

        @Actor
        public void second(IIII_Result result) {
            result.r2 = entry.cancel() ? 1 : 0;
        }

        @Arbiter
        public void rest(IIII_Result result) {
            result.r3 = heap.fireDue(1, job -> {});
            result.r4 = heap.size();
        }
    }
}
