package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The right side of a {@link BothNode}, and the strand of whichever side its owner evaluates inline.
 *
 * <p>It becomes a fiber only when a thief takes it, or when its owner gave its carrier back and a worker finds it in a
 * ring first.
 *
 * <pre>
 *            owner claims                        owner runs it inline
 *   PENDING ──────────────▶ CLAIMED
 *      │  │  owner drops
 *      │  └───────────────▶ CLAIMED              never begun
 *      │ thief takes
 *      ▼          child published                child ends
 *    TAKEN ─────────────────▶ TAKEN ────────────▶ TAKEN | DONE
 *      + CANCEL: the owner wants the child to stop     + OWNER_WAITS: the owner's wait cell is in waiter
 * </pre>
 *
 * <p>The low bits move by compare-and-set; the flags are set by atomic OR, and OWNER_WAITS is cleared by atomic AND, all
 * here. An owner whose wait is cancelled clears OWNER_WAITS, looks for DONE, and only then sets another waiter: so a child
 * that found the flag reads the waiter that the flag was set for, and a wait that is over already ignores it.
 *
 * <pre>
 * field  | writer             | access          | pairs with
 * -------+--------------------+-----------------+------------------------------------------------------------
 * state  | owner, taker       | atomic          | itself
 * child  | taker, once        | volatile        | CANCEL: the taker publishes the child, then rereads CANCEL;
 *        |                    |                 | the owner sets CANCEL, then reads child
 * waiter | owner              | plain           | OWNER_WAITS
 * </pre>
 *
 * <p>The child's result needs no field here: it stands in the child, which DONE publishes.
 */
final class Branch extends Strand implements Forked, FiberEnd, Dumped {
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", int.class);
    private static final VarHandle CHILD = VarHandles.field(MethodHandles.lookup(), "child", FiberState.class);

    private static final int PENDING = 0;
    private static final int CLAIMED = 1;
    private static final int TAKEN = 2;
    private static final int DONE = 4;
    private static final int CANCEL = 8;
    private static final int OWNER_WAITS = 16;

    private final FiberState owner;
    private final BothNode<?, ?, ?> node;

    @SuppressWarnings("unused")
    private int state = PENDING;

    @SuppressWarnings("unused")
    private @Nullable FiberState child;

    private @Nullable WaitCell waiter;

    Branch(FiberState owner, Strand parent, BothNode<?, ?, ?> node) {
        super(parent);
        this.owner = owner;
        this.node = node;
    }

    /** The fiber that forked this. */
    FiberState owner() {
        return owner;
    }

    /** The strand of the whole. */
    Strand outer() {
        Strand p = parent;
        if (p == null) {
            throw new IllegalStateException("a branch lies in a strand");
        }
        return p;
    }

    private int stateVolatile() {
        return (int) STATE.getVolatile(this);
    }

    private boolean isDone() {
        return (stateVolatile() & DONE) != 0;
    }

    private boolean claim() {
        return STATE.compareAndSet(this, PENDING, CLAIMED);
    }

    /** The child of a branch that was taken; null only until its taker has published it. */
    private @Nullable FiberState childVolatile() {
        return (FiberState) CHILD.getVolatile(this);
    }

    /** The child of a branch that is done. */
    private FiberState ended() {
        FiberState c = childVolatile();
        if (c == null) {
            throw new IllegalStateException("a branch is done, but was run by nobody");
        }
        return c;
    }

    // ---- the owner --------------------------------------------------------------------------------

    private void leaveDeque(FiberState fiber) {
        BranchDeque deque = fiber.deque();
        if (deque != null) {
            deque.popIf(this);
        }
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

    /** Makes sure that a branch nobody has begun never begins; false where it has. */
    private boolean drop(FiberState fiber) {
        boolean unstarted = claim();
        leaveDeque(fiber);
        if (unstarted) {
            fiber.carrier().countDropped();
        }
        return unstarted;
    }

    private void stopChild() {
        int before = (int) STATE.getAndBitwiseOr(this, CANCEL);
        if ((before & DONE) == 0) {
            FiberState c = childVolatile();
            if (c != null) {
                c.requestCancel();
            }
        }
    }

    /** A side ended cancelled though nobody had asked it to: so does the strand around. */
    private static Object selfCancelled(FiberState fiber, Strand outer) {
        return fiber.cancelSelf(
                outer,
                "a side of both cancelled itself inside an uncancelable region, so there is no value; "
                        + "wrap that side in attempt, or do not cancel it");
    }

    private String describeChild(Function<? super LiveFiber, String> name) {
        FiberState c = childVolatile();
        return "the other side of both" + (c == null ? "" : ", " + name.apply(c));
    }

    // ---- for a dump --------------------------------------------------------------------------------

    /** The fiber that this became; null where it is none yet. From any thread. */
    @Nullable
    FiberState child() {
        return childVolatile();
    }

    @Override
    public FiberState dumpedParent() {
        return owner;
    }

    @Override
    public @Nullable CallSite dumpedSite() {
        CallSite right = CallSites.ofTask(node.right);
        return right != null && right.isKnown() ? right : node.callSite();
    }

    // ---- the taker --------------------------------------------------------------------------------

    @Override
    public Scheduler scheduler() {
        return owner.scheduler();
    }

    private @Nullable FiberState take() {
        if (!STATE.compareAndSet(this, PENDING, TAKEN)) {
            return null;
        }
        FiberState c = new FiberState(owner.scheduler(), node.right, outer(), this);
        CHILD.setVolatile(this, c);
        if ((stateVolatile() & CANCEL) != 0) {
            c.requestCancel();
        }
        return c;
    }

    @Override
    public @Nullable Runnable steal() {
        return take();
    }

    @Override
    public boolean spent() {
        return (stateVolatile() & TAKEN) != 0;
    }

    @Override
    public void ownerLeft(Scheduler scheduler) {
        if (stateVolatile() == PENDING) {
            scheduler.submitLast(this);
        }
    }

    @Override
    public Object beginsWith() {
        return node.right;
    }

    @Override
    public boolean isSpent() {
        return stateVolatile() != PENDING;
    }

    /** A worker found this branch in a ring, or an executor was given it: runs it if the owner has not. */
    @Override
    public void run(Carrier carrier) {
        FiberState c = take();
        if (c != null) {
            carrier.countPromoted();
            c.run(carrier);
        }
    }

    @Override
    public void fiberEnded(FiberState fiber) {
        int before = (int) STATE.getAndBitwiseOr(this, DONE);
        if ((before & OWNER_WAITS) != 0) {
            WaitCell w = waiter;
            if (w != null) {
                w.complete(null);
            }
        } else if ((before & CANCEL) == 0 && fiber.endKind() != FiberState.END_SUCCEEDED) {
            // The owner may be in the left side, which must stop; if it is past it, the signal finds the strand over.
            owner.cancelStrand(this);
        }
    }

    /** Has {@code cell} completed when the child ends; false if it has ended, and nothing will be called. */
    private boolean await(WaitCell cell) {
        waiter = cell;
        return ((int) STATE.getAndBitwiseOr(this, OWNER_WAITS) & DONE) == 0;
    }

    private void stopWaiting() {
        STATE.getAndBitwiseAnd(this, ~OWNER_WAITS);
    }

    // ---- frames: each leaves this strand first, then does what the nested call would have done --------------

    /** The left side was reified. */
    private static final class LeftFrame extends Frame {
        private final Branch branch;

        LeftFrame(Branch branch) {
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
        private final Branch branch;
        private final @Nullable Object left;

        RightFrame(Branch branch, @Nullable Object left) {
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
        private final Branch branch;
        private final @Nullable Object left;

        ChildWait(Branch branch, @Nullable Object left) {
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
        private final Branch branch;
        private final @Nullable Throwable error;
        private final @Nullable Strand target;

        StoppedWait(Branch branch, @Nullable Throwable error, @Nullable Strand target) {
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
