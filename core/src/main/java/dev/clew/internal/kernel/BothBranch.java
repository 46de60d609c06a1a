package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One run of a {@link BothNode}: both values are needed, and the first error or cancellation stops the other side. */
final class BothBranch extends Branch {
    private final BothNode<?, ?, ?> node;

    BothBranch(FiberState owner, Strand parent, BothNode<?, ?, ?> node) {
        super(owner, parent);
        this.node = node;
    }

    @Override
    Node<?> right() {
        return node.right;
    }

    @Override
    String whole() {
        return "both";
    }

    @Override
    @Nullable
    CallSite wholeSite() {
        return node.callSite();
    }

    @Override
    boolean stopsLeft(int endKind) {
        return endKind != FiberState.END_SUCCEEDED;
    }

    /** The left side gave {@code value}: the right side's turn. */
    @Nullable
    Object leftEnded(FiberState fiber, @Nullable Object value, int depth) {
        Strand outer = outer();
        if (claim()) {
            BranchDeque deque = fiber.deque();
            if (deque != null) {
                deque.popClaimed(this);
            }
            context = outer.context;
            resetCancelled();
            Object right = node.right.eval(fiber, this, depth + 1);
            return right == UNWIND ? rightUnwound(fiber, value) : node.combine(fiber, value, right);
        }
        leaveDeque(fiber);
        if (isDropped()) {
            // The left side saw a cancellation from outside, and gave a value all the same.
            return selfCancelled(fiber, outer);
        }
        return new ChildWait(this, value).await(fiber, outer);
    }

    @Nullable
    Object leftUnwound(FiberState fiber) {
        if (fiber.isCapturing()) {
            fiber.push(new LeftFrame(this));
            return UNWIND;
        }
        if (fiber.isFailing()) {
            fiber.passing(node);
            return leftFailed(fiber);
        }
        return leftCancelled(fiber);
    }

    private @Nullable Object rightUnwound(FiberState fiber, @Nullable Object left) {
        if (fiber.isCapturing()) {
            fiber.push(new RightFrame(this, left));
            return UNWIND;
        }
        if (fiber.isFailing()) {
            fiber.passing(node);
            return UNWIND;
        }
        return rightCancelled(fiber);
    }

    /** The whole fails as its child did. */
    private Object childFailed(FiberState fiber, FiberState child) {
        fiber.takeOver(child);
        fiber.raise(child.endError());
        fiber.passing(node);
        return UNWIND;
    }

    private @Nullable Object rightCancelled(FiberState fiber) {
        return fiber.isCancelledTo(this) ? selfCancelled(fiber, outer()) : UNWIND;
    }

    private @Nullable Object leftFailed(FiberState fiber) {
        if (drop(fiber)) {
            return UNWIND;
        }
        Throwable error = fiber.error();
        if (isDone() && ended().endKind() == FiberState.END_FAILED) {
            // The child failed first, and the left side, asked to stop, failed as well.
            Throwable first = ended().endError();
            Suppressed.add(first, error);
            return childFailed(fiber, ended());
        }
        stopChild();
        return new StoppedWait(this, error, null).await(fiber, outer());
    }

    private @Nullable Object leftCancelled(FiberState fiber) {
        Strand outer = outer();
        Strand target = fiber.isCancelledTo(this) ? null : fiber.cancelTarget();
        if (drop(fiber)) {
            return target == null ? selfCancelled(fiber, outer) : UNWIND;
        }
        stopChild();
        return new StoppedWait(this, null, target).await(fiber, outer);
    }

    /** A side ended cancelled though nobody had asked it to: so does the strand around. */
    private static Object selfCancelled(FiberState fiber, Strand outer) {
        return fiber.cancelSelf(
                outer,
                "a side of both cancelled itself inside an uncancelable region, so there is no value; "
                        + "wrap that side in attempt, or do not cancel it");
    }

    // ---- frames: each leaves this strand first, then does what the nested call would have done --------------

    /** The left side was reified. */
    private static final class LeftFrame extends Frame {
        private final BothBranch branch;

        LeftFrame(BothBranch branch) {
            this.branch = branch;
        }

        @Override
        @Nullable
        CallSite callSite() {
            return branch.node.callSite();
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.setStrand(branch.outer());
            return branch.leftEnded(fiber, value, fiber.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            fiber.setStrand(branch.outer());
            return branch.leftFailed(fiber);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            fiber.setStrand(branch.outer());
            return branch.leftCancelled(fiber);
        }
    }

    /** The right side was reified while it ran inline. */
    private static final class RightFrame extends Frame {
        private final BothBranch branch;
        private final @Nullable Object left;

        RightFrame(BothBranch branch, @Nullable Object left) {
            this.branch = branch;
            this.left = left;
        }

        @Override
        @Nullable
        CallSite callSite() {
            return branch.node.callSite();
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.setStrand(branch.outer());
            return branch.node.combine(fiber, left, value);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            fiber.setStrand(branch.outer());
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            fiber.setStrand(branch.outer());
            return branch.rightCancelled(fiber);
        }
    }

    /** The left side has its value; the right side is another fiber's, and is waited for. */
    private static final class ChildWait extends WaitCell {
        private final BothBranch branch;
        private final @Nullable Object left;

        ChildWait(BothBranch branch, @Nullable Object left) {
            this.branch = branch;
            this.left = left;
        }

        @Override
        @Nullable
        CallSite callSite() {
            return branch.node.callSite();
        }

        @Nullable
        Object await(FiberState fiber, Strand outer) {
            if (branch.isDone() || !branch.await(this)) {
                return resume(fiber, outer, null);
            }
            return fiber.suspend(outer, this);
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return branch.describeChild(name);
        }

        @Override
        boolean stallsIn(StallRound round) {
            return branch.waitsInVain(round);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand outer, @Nullable Object ignored) {
            FiberState c = branch.ended();
            return switch (c.endKind()) {
                case FiberState.END_SUCCEEDED -> branch.node.combine(fiber, left, c.endValue());
                case FiberState.END_FAILED -> branch.childFailed(fiber, c);
                default -> selfCancelled(fiber, outer);
            };
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand outer) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, outer, null), refused);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand outer) {
            branch.stopWaiting();
            branch.stopChild();
            return new StoppedWait(branch, null, fiber.cancelTarget()).await(fiber, outer);
        }
    }

    /**
     * The whole will end with a failure or a cancellation, but not before the child has: waited for under a mask.
     *
     * <p>{@code error} set: the left side failed. {@code target} set: a cancellation from outside is on its way to it.
     * Neither: the left side ended cancelled, by the child's failure or cancellation or by itself.
     */
    private static final class StoppedWait extends WaitCell {
        private final BothBranch branch;
        private final @Nullable Throwable error;
        private final @Nullable Strand target;

        StoppedWait(BothBranch branch, @Nullable Throwable error, @Nullable Strand target) {
            this.branch = branch;
            this.error = error;
            this.target = target;
        }

        @Override
        @Nullable
        CallSite callSite() {
            return branch.node.callSite();
        }

        @Nullable
        Object await(FiberState fiber, Strand outer) {
            fiber.mask(outer);
            if (branch.isDone() || !branch.await(this)) {
                return resume(fiber, outer, null);
            }
            return fiber.suspend(outer, this);
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return branch.describeChild(name) + ", which was asked to stop";
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand outer, @Nullable Object ignored) {
            fiber.unmask(outer);
            FiberState c = branch.ended();
            boolean childFailed = c.endKind() == FiberState.END_FAILED;
            if (target != null) {
                if (childFailed) {
                    fiber.scheduler().report("a side of both failed while it was being cancelled", c.endError());
                }
                return fiber.unwindCancelledTo(target);
            }
            if (error != null) {
                if (childFailed) {
                    Suppressed.add(error, c.endError());
                }
                return fiber.raise(error);
            }
            return childFailed ? branch.childFailed(fiber, c) : selfCancelled(fiber, outer);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand outer) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, outer, null), refused);
        }
    }
}
