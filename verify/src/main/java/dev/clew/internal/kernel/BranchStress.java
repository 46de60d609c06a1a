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

/** The state word of a branch: who begins it, whether its child is stopped, and whether its owner is told of the end. */
public final class BranchStress {
    private BranchStress() {}

    /** A branch whose right side gives 1, without a whole around it. */
    static final class One extends Branch {
        private static final Node<?> RIGHT = Node.of(Task.now(1), "the task of a test");

        One(FiberState owner) {
            super(owner, owner);
        }

        @Override
        Node<?> right() {
            return RIGHT;
        }

        @Override
        boolean stopsLeft(int endKind) {
            return endKind != FiberState.END_SUCCEEDED;
        }

        @Override
        String whole() {
            return "a test";
        }

        @Override
        @Nullable
        CallSite wholeSite() {
            return null;
        }
    }

    /** What all have: an owner that runs nothing. */
    abstract static class Base {
        final Shelf shelf = new Shelf();
        final FiberState owner = new FiberState(shelf, Node.of(Task.never(), "the task of a test"), null, null);
        final One branch = new One(owner);

        /** 1 where a child was made. */
        final int made() {
            return branch.child() == null ? 0 : 1;
        }
    }

    /** The owner claims while a thief steals. */
    @JCStressTest
    @Outcome(
            id = {"1, 0, 0", "0, 1, 1"},
            expect = ACCEPTABLE,
            desc = "one of the two has it, and a child is there if that is the thief")
    @Outcome(expect = FORBIDDEN, desc = "both have it, or nobody")
    @State
    public static class ClaimSteal extends Base {
        @Actor
        public void claims(III_Result result) {
            result.r1 = branch.claim() ? 1 : 0;
        }

        @Actor
        public void steals(III_Result result) {
            result.r2 = branch.steal() == null ? 0 : 1;
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = made();
        }
    }

    /** A thief steals what a worker finds in a ring. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "the thief has it, or the worker has run it")
    @Outcome(expect = FORBIDDEN, desc = "both have it, or nobody")
    @State
    public static class StealRun extends Base {
        private boolean stolen;

        @Actor
        public void steals() {
            stolen = branch.steal() != null;
        }

        @Actor
        public void finds() {
            branch.run(shelf.foreign());
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r1 = stolen ? 1 : 0;
            result.r2 = branch.isDone() ? 1 : 0;
        }
    }

    /** The owner wants the branch not to begin, or else to stop, while a thief takes it: flag and child, each written first. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it never begins")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the child is asked to stop")
    @Outcome(expect = FORBIDDEN, desc = "a child runs that nobody has asked to stop")
    @State
    public static class StopTake extends Base {
        private boolean dropped;

        @Actor
        public void owner() {
            branch.stopBeside(owner);
            dropped = branch.isDropped();
        }

        @Actor
        public void thief() {
            branch.steal();
        }

        @Arbiter
        public void rest(II_Result result) {
            FiberState child = branch.child();
            result.r1 = dropped ? 1 : 0;
            result.r2 = child != null && child.isCancelled() ? 1 : 0;
        }
    }

    /** The owner comes to wait for the child while that ends. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the owner is told, or sees the end; and the end has its value")
    @Outcome(expect = FORBIDDEN, desc = "the owner waits for ever")
    @State
    public static class AwaitEnd extends Base {
        private final WaitCell cell = new WaitCell();
        private final @Nullable Runnable child = branch.steal();
        private boolean waits;

        @Actor
        public void owner() {
            waits = branch.await(cell);
        }

        @Actor
        public void child() {
            if (child instanceof FiberState fiber) {
                fiber.run(shelf.foreign());
            }
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r1 = !waits || cell.isDecided() ? 1 : 0;
            result.r2 =
                    branch.isDone() && Integer.valueOf(1).equals(branch.ended().endValue()) ? 1 : 0;
        }
    }

    /** The owner's wait is cancelled and it waits anew, with another cell, while the child ends. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the second wait is told, or sees the end")
    @Outcome(expect = FORBIDDEN, desc = "the owner waits for ever")
    @State
    public static class WaitAnew extends Base {
        private final WaitCell first = new WaitCell();
        private final WaitCell second = new WaitCell();
        private final @Nullable Runnable child = branch.steal();
        private boolean waits;

        public WaitAnew() {
            branch.await(first);
        }

        @Actor
        public void owner() {
            branch.stopWaiting();
            waits = !branch.isDone() && branch.await(second);
        }

        @Actor
        public void child() {
            if (child instanceof FiberState fiber) {
                fiber.run(shelf.foreign());
            }
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = !waits || second.isDecided() ? 1 : 0;
        }
    }
}
