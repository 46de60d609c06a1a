package dev.clew.internal.kernel;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.sched.Trampoline;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The right side of a {@link BothNode} or a {@link RaceNode}, and the strand of whichever side its owner evaluates inline.
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
abstract class Branch extends InnerStrand implements Forked, FiberEnd, Dumped {
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", int.class);
    private static final VarHandle CHILD = VarHandles.field(MethodHandles.lookup(), "child", FiberState.class);

    private static final int PENDING = 0;
    private static final int CLAIMED = 1;
    private static final int TAKEN = 2;
    private static final int DONE = 4;
    private static final int CANCEL = 8;
    private static final int OWNER_WAITS = 16;

    @SuppressWarnings("unused")
    private int state = PENDING;

    @SuppressWarnings("unused")
    private @Nullable FiberState child;

    private @Nullable WaitCell waiter;

    /** Nobody had begun the right side when the whole was cancelled, and nobody will. The owner's alone. */
    private boolean dropped;

    Branch(FiberState owner, Strand parent) {
        super(owner, parent);
    }

    /** What a taker evaluates. */
    abstract Node<?> right();

    /** Whether the left side must stop where the right side, run by a taker, ended first and in the way {@code endKind}. */
    abstract boolean stopsLeft(int endKind);

    /** The fiber that forked this. */
    FiberState owner() {
        return fiber();
    }

    /** The strand of the whole. */
    final Strand outer() {
        return parent();
    }

    private int stateVolatile() {
        return (int) STATE.getVolatile(this);
    }

    final boolean isDone() {
        return (stateVolatile() & DONE) != 0;
    }

    final boolean claim() {
        return STATE.compareAndSet(this, PENDING, CLAIMED);
    }

    /** The child of a branch that was taken; null only until its taker has published it. */
    private @Nullable FiberState childVolatile() {
        return (FiberState) CHILD.getVolatile(this);
    }

    /** The child of a branch that is done. */
    final FiberState ended() {
        FiberState c = childVolatile();
        if (c == null) {
            throw new IllegalStateException("a branch is done, but was run by nobody");
        }
        return c;
    }

    // ---- the owner --------------------------------------------------------------------------------

    /** Where there is no deque a branch cannot lie and wait: it goes to the strand's executor. */
    final void forkElsewhere(FiberState fiber, Strand strand) {
        Executor executor = strand.executor();
        fiber.carrier().branchPushed();
        if (executor != null) {
            Trampoline.execute(executor, this);
        } else {
            fiber.scheduler().submitLast(this);
        }
    }

    final void leaveDeque(FiberState fiber) {
        BranchDeque deque = fiber.deque();
        if (deque != null) {
            deque.popIf(this);
        }
    }

    /** Makes sure that a branch nobody has begun never begins; false where it has. */
    final boolean drop(FiberState fiber) {
        boolean unstarted = dropped || claim();
        leaveDeque(fiber);
        if (unstarted) {
            fiber.carrier().countDropped();
        }
        return unstarted;
    }

    /** Whether {@link #stopBeside} found the right side not begun. */
    final boolean isDropped() {
        return dropped;
    }

    @Override
    final void stopBeside(FiberState fiber) {
        dropped = dropped || claim();
        if (!dropped) {
            stopChild();
        }
    }

    /** Asks the child to stop; false where it has ended already. */
    final boolean stopChild() {
        int before = (int) STATE.getAndBitwiseOr(this, CANCEL);
        if ((before & DONE) == 0) {
            FiberState c = childVolatile();
            if (c != null) {
                c.requestCancel();
            }
        }
        return (before & DONE) == 0;
    }

    /** The side that the owner is not in: not begun it may run any moment; one that has ended otherwise than well stops the owner. */
    @Override
    final boolean stallsIn(StallRound round) {
        int s = stateVolatile();
        if ((s & CANCEL) != 0) {
            return false;
        }
        if ((s & DONE) != 0) {
            return !stopsLeft(ended().endKind());
        }
        return s == CLAIMED || childStallsIn(round, s);
    }

    /** Whether the owner, which waits for the end of the child, waits in vain. */
    final boolean waitsInVain(StallRound round) {
        return childStallsIn(round, stateVolatile());
    }

    private boolean childStallsIn(StallRound round, int s) {
        FiberState c = childVolatile();
        if ((s & TAKEN) == 0 || (s & (DONE | CANCEL)) != 0 || c == null) {
            return false;
        }
        round.add(c);
        return true;
    }

    /** What the owner waits for, in words. */
    final String describeChild(Function<? super LiveFiber, String> name) {
        FiberState c = childVolatile();
        return "the other side of " + whole() + (c == null ? "" : ", " + name.apply(c));
    }

    /** What this is one side of, in words. */
    abstract String whole();

    /** Where that stands in the user's code; null where that is not known. */
    abstract @Nullable CallSite wholeSite();

    // ---- for a dump --------------------------------------------------------------------------------

    /** The fiber that this became; null where it is none yet. From any thread. */
    @Nullable
    FiberState child() {
        return childVolatile();
    }

    @Override
    public FiberState dumpedParent() {
        return fiber();
    }

    @Override
    public @Nullable CallSite dumpedSite() {
        CallSite right = CallSites.ofTask(right());
        return right != null && right.isKnown() ? right : wholeSite();
    }

    // ---- the taker --------------------------------------------------------------------------------

    @Override
    public Scheduler scheduler() {
        return owner().scheduler();
    }

    private @Nullable FiberState take() {
        if (!STATE.compareAndSet(this, PENDING, TAKEN)) {
            return null;
        }
        FiberState c = new FiberState(owner().scheduler(), right(), outer(), this);
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
        return right();
    }

    @Override
    public boolean isSpent() {
        return stateVolatile() != PENDING;
    }

    @Override
    public void requestYield() {
        FiberState c = childVolatile();
        if (c != null) {
            c.requestYield();
        }
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
        } else if ((before & CANCEL) == 0 && stopsLeft(fiber.endKind())) {
            // The owner may be in the left side, which must stop; if it is past it, the signal finds the strand over.
            owner().cancelStrand(this);
        }
    }

    /** Has {@code cell} completed when the child ends; false if it has ended, and nothing will be called. */
    final boolean await(WaitCell cell) {
        waiter = cell;
        return ((int) STATE.getAndBitwiseOr(this, OWNER_WAITS) & DONE) == 0;
    }

    final void stopWaiting() {
        STATE.getAndBitwiseAnd(this, ~OWNER_WAITS);
    }
}
