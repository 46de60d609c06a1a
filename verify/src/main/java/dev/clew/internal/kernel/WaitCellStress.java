package dev.clew.internal.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.Task;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** One wait: who ends it, who wakes its fiber, and what that one sees of the fiber. */
public final class WaitCellStress {
    private WaitCellStress() {}

    private static FiberState fiber(Shelf shelf, Task<?> task) {
        return new FiberState(shelf, Node.of(task, "the task of a test"), null, null);
    }

    /** A fiber parks in a cell that is cancelled and then completed. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "one has ended it, and the fiber was woken if it had parked")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither; or a fiber that sleeps for ever or is woken twice")
    @State
    public static class ParkEnd {
        private final Shelf shelf = new Shelf();
        private final FiberState fiber = fiber(shelf, Task.never());
        private final WaitCell cell = new WaitCell();
        private boolean parked;
        private boolean completed;
        private boolean cancelled;

        @Actor
        public void parks() {
            cell.prepare(fiber);
            parked = cell.park();
        }

        @Actor
        public void ends() {
            cancelled = cell.cancel();
            completed = cell.complete(1);
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r1 = (completed ? 1 : 0) + (cancelled ? 1 : 0);
            result.r2 = shelf.submitted() - (parked ? 1 : 0);
        }
    }

    /** One completes and one cancels what a fiber waits in. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 1"},
            expect = ACCEPTABLE,
            desc = "one has ended it, and has woken the fiber")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither; or a fiber that sleeps for ever or is woken twice")
    @State
    public static class CompleteCancel {
        private final Shelf shelf = new Shelf();
        private final WaitCell cell = new WaitCell();

        public CompleteCancel() {
            FiberState fiber = fiber(shelf, Task.never());
            cell.prepare(fiber);
            cell.park();
        }

        @Actor
        public void completes(III_Result result) {
            result.r1 = cell.complete(1) ? 1 : 0;
        }

        @Actor
        public void cancels(III_Result result) {
            result.r2 = cell.cancel() ? 1 : 0;
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = shelf.submitted();
        }
    }

    /** Two complete. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 1", "0, 1, 2"},
            expect = ACCEPTABLE,
            desc = "the value is that of the one who has won")
    @Outcome(expect = FORBIDDEN, desc = "both, or neither, or another's value")
    @State
    public static class CompleteComplete {
        private final WaitCell cell = new WaitCell();

        @Actor
        public void first(III_Result result) {
            result.r1 = cell.complete(1) ? 1 : 0;
        }

        @Actor
        public void second(III_Result result) {
            result.r2 = cell.complete(2) ? 1 : 0;
        }

        @Arbiter
        public void rest(III_Result result) {
            Object state = cell.state();
            result.r3 = state == null ? 0 : (int) Answer.valueOf(state);
        }
    }

    /** What the fiber has written plainly before it parked is seen by who wakes it. */
    @JCStressTest
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "the waker sees the frames")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "the fiber had not parked: nobody but itself looks at them")
    @Outcome(expect = FORBIDDEN, desc = "the waker runs on without frames")
    @State
    public static class Frames {
        private final WaitCell cell = new WaitCell();
        private int frames;

        @Actor
        public void parks() {
            frames = 7;
            cell.park();
        }

        @Actor
        public void wakes(I_Result result) {
            result.r1 = cell.win(Answer.value(1)) == Win.WAITS ? frames : -1;
        }
    }

    /** A fiber goes to wait for what never comes while it is cancelled: signal and cell, each written and then the other read. */
    @JCStressTest
    @Outcome(id = "3", expect = ACCEPTABLE, desc = "cancelled")
    @Outcome(expect = FORBIDDEN, desc = "it waits for ever")
    @State
    public static class CancelSignal {
        private final Shelf shelf = new Shelf();
        private final FiberState fiber = fiber(shelf, Task.never());

        @Actor
        public void waits() {
            fiber.run(shelf.foreign());
        }

        @Actor
        public void cancels() {
            fiber.requestCancel();
        }

        @Arbiter
        public void end(I_Result result) {
            shelf.runAll();
            result.r1 = fiber.endKind();
        }
    }

    /** A fiber is asked to give way while it goes on: it does at most once, and goes on after it. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "1, 1"},
            expect = ACCEPTABLE,
            desc = "it ends, and has given way or was past it")
    @Outcome(expect = FORBIDDEN, desc = "it is lost, or gives way for ever")
    @State
    public static class YieldSignal {
        private final Shelf shelf = new Shelf();
        private final FiberState fiber =
                fiber(shelf, Task.now(1).flatMap(one -> Task.delay(() -> one)).flatMap(Task::now));

        @Actor
        public void runs() {
            fiber.run(shelf.foreign());
        }

        @Actor
        public void asks() {
            fiber.requestYield();
        }

        @Arbiter
        public void end(II_Result result) {
            result.r2 = shelf.submitted();
            shelf.runAll();
            result.r1 = fiber.endKind();
        }
    }

    /** A fiber ends while another comes to join it. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the joiner has the outcome")
    @Outcome(expect = FORBIDDEN, desc = "the joiner waits for ever, or sees no outcome")
    @State
    public static class JoinEnd {
        private final Shelf shelf = new Shelf();
        private final FiberState joined = fiber(shelf, Task.now(5));
        private final FiberState joiner = fiber(shelf, joined.join());

        @Actor
        public void ends() {
            joined.run(shelf.foreign());
        }

        @Actor
        public void joins() {
            joiner.run(shelf.foreign());
        }

        @Arbiter
        public void end(II_Result result) {
            shelf.runAll();
            result.r1 = joiner.endKind();
            Object outcome = joiner.endValue();
            result.r2 = isFive(outcome) ? 1 : 0;
        }

        private static boolean isFive(@Nullable Object outcome) {
            return outcome instanceof dev.clew.Outcome.Succeeded<?> succeeded
                    && Integer.valueOf(5).equals(succeeded.value());
        }
    }
}
