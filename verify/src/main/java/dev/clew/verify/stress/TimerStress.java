package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.internal.timer.Alarm;
import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Timers: each ends once, and none is slept over. */
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

    /** One sets from outside while the owner sets the alarm and would sleep. */
    @JCStressTest
    @Outcome(id = "1, 5", expect = ACCEPTABLE, desc = "the owner sleeps for the timer, and is told of it besides")
    @Outcome(id = "0, 5", expect = ACCEPTABLE, desc = "the owner sleeps for the timer")
    @Outcome(id = "1, 9", expect = ACCEPTABLE, desc = "the setter wakes the owner")
    @Outcome(expect = FORBIDDEN, desc = "the timer is slept over")
    @State
    public static class SetWhileGoingToSleep {
        private final TimerHeap heap = new TimerHeap();
        private final Alarm alarm = new Alarm(heap);

        public SetWhileGoingToSleep() {
            heap.add(9, () -> {});
            alarm.set();
        }

        @Actor
        public void setter(II_Result result) {
            result.r1 = alarm.isAfter(heap.addFromOutside(5, () -> {})) ? 1 : 0;
        }

        @Actor
        public void owner(II_Result result) {
            result.r2 = (int) alarm.set();
        }
    }

    /** One cancels what the alarm is set to, and then sets a later one, while the owner goes to sleep. */
    @JCStressTest
    @Outcome(
            id = {"0, 5", "1, 5"},
            expect = ACCEPTABLE,
            desc = "the owner wakes too early, and then sees the timer")
    @Outcome(
            id = {"0, 7", "1, 7"},
            expect = ACCEPTABLE,
            desc = "the owner sleeps for the timer")
    @Outcome(id = "1, 9", expect = ACCEPTABLE, desc = "the setter wakes the owner")
    @Outcome(expect = FORBIDDEN, desc = "the timer is slept over")
    @State
    public static class CancelWhileGoingToSleep {
        private final TimerHeap heap = new TimerHeap();
        private final Alarm alarm = new Alarm(heap);
        private final TimerEntry first = heap.add(5, () -> {});

        public CancelWhileGoingToSleep() {
            heap.add(9, () -> {});
        }

        @Actor
        public void setter(II_Result result) {
            first.cancel();
            result.r1 = alarm.isAfter(heap.addFromOutside(7, () -> {})) ? 1 : 0;
        }

        @Actor
        public void owner(II_Result result) {
            result.r2 = (int) alarm.set();
        }
    }

    /** The inbox is emptied while others read the next deadline. */
    @JCStressTest
    @Outcome(id = "5, 5, 2", expect = ACCEPTABLE, desc = "it is never out of sight")
    @Outcome(expect = FORBIDDEN, desc = "it was, or fires not in its time")
    @State
    public static class EmptyRead {
        private final TimerHeap heap = new TimerHeap();

        public EmptyRead() {
            heap.add(9, () -> {});
            heap.addFromOutside(5, () -> {});
        }

        @Actor
        public void owner() {
            heap.add(7, () -> {});
        }

        @Actor
        public void reader(III_Result result) {
            result.r1 = (int) heap.nextDeadline();
            result.r2 = (int) heap.nextDeadline();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = heap.fireDue(7, job -> {});
        }
    }

    /** One sets and cancels from outside, and one as the owner does, who then fires. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "each is cancelled or fired, and none is left")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither, or one is left")
    @State
    public static class SetCancelFire {
        private final TimerHeap heap = new TimerHeap();
        private int outside;
        private int inside;
        private int fired;

        @Actor
        public void outside() {
            outside = heap.addFromOutside(1, () -> {}).cancel() ? 1 : 0;
        }

        @Actor
        public void inside() {
            inside = heap.add(1, () -> {}).cancel() ? 1 : 0;
            fired = heap.tryFireDue(1, (callback, late) -> {});
        }

        @Arbiter
        public void rest(II_Result result) {
            int left = heap.fireDue(1, job -> {});
            result.r1 = 2 - outside - inside - fired - left;
            result.r2 = (int) heap.live() + heap.size() + (heap.nextDeadline() == TimerHeap.NONE ? 0 : 100);
        }
    }
}
