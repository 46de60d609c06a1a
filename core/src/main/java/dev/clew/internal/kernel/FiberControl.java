package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Bridge;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Decision;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A fiber as its nodes see it: the reason of an unwinding and what goes with it, frames, masks, and the signal by which
 * others reach it.
 *
 * <pre>
 * field        | writer | access         | pairs with
 * -------------+--------+----------------+---------------------------------------------------------
 * signal       | any    | atomic OR, AND | read opaquely at each bind; a hint, see stopAt; volatile in park
 * about        | owner  | plain; volatile | canceller: sets cancelled, signal, then reads about;
 *              |        | as it parks    | parker: writes its cell there, then reads signal, then parks it
 * the rest     | owner  | plain          | hand-over of the fiber: state of the cell, queues
 * </pre>
 */
abstract class FiberControl extends FiberHandle {
    static final VarHandle SIGNAL = VarHandles.field(MethodHandles.lookup(), "signal", int.class);
    static final VarHandle ABOUT = VarHandles.field(MethodHandles.lookup(), "about", Object.class);

    // Bits of signal: none below DEPTH_LIMIT.
    /** A strand of this fiber is cancelled, or was. */
    static final int CANCEL = 1 << 8;

    private static final int YIELD = 1 << 9;
    /** Binds are counted, since the fiber runs on an executor of the user's and must give others a turn. */
    private static final int COUNTED = 1 << 11;

    /** How many binds a fiber evaluates on an executor of the user's before it goes to the end of the queue there. */
    private static final int MOST_BINDS = 4096;

    /** Never cleared: the scheduler wants to be asked at each bind. */
    private static final int EXPLORE = 1 << 10;

    /** The fiber carries thread-locals, so that a node that forks must be replaced. Never cleared. */
    static final int BRIDGED = 1 << 12;

    // Reasons of unwinding. Up to DEEP the frames are captured.
    static final int SUSPENDED = 0;
    static final int YIELDING = 1;
    static final int MOVING = 2;
    static final int DEEP = 3;
    static final int FAILED = 4;
    static final int CANCELLED = 5;

    /** The executor of a fiber that no other takes. That it was refused has been reported. */
    static final Executor ANYWHERE = Runnable::run;

    static final Node<?>[] NO_FRAMES = new Node<?>[0];

    Carrier carrier;

    Strand strand;

    @SuppressWarnings("unused")
    private int signal;

    @Nullable
    Node<?>[] frames = NO_FRAMES;

    int top;

    /**
     * Why it unwinds, and so what it is {@link #about}: the error of FAILED, the strand of CANCELLED, the cell of SUSPENDED, or
     * what is evaluated after YIELDING, MOVING and DEEP, at first the fiber's task.
     */
    byte reason = MOVING;

    private short binds;

    /** What the last error has passed; null where it passed nothing, and without tracing. */
    private @Nullable Trail trail;

    /** Set while a cancel was seen that was masked: unmasking raises the signal again. */
    boolean cancelDeferred;

    FiberControl(Scheduler scheduler) {
        super(scheduler);
        this.carrier = scheduler.foreign();
        this.strand = this;
        if (scheduler.explores()) {
            signal = EXPLORE;
            scheduler.fiberBorn(this);
        }
    }

    // ---- what nodes use -------------------------------------------------------------------------

    Carrier carrier() {
        return carrier;
    }

    /** Where a branch may wait for a thief; null where it cannot. */
    @Nullable
    BranchDeque deque() {
        return carrier.branches();
    }

    /** A reified boundary is passed: what follows is evaluated in {@code s}. */
    void setStrand(Strand s) {
        strand = s;
    }

    int baseDepth() {
        return carrier.baseDepth();
    }

    int signal() {
        return (int) SIGNAL.getOpaque(this);
    }

    /** Whether the frames on the way out must push themselves. */
    boolean isCapturing() {
        return reason <= DEEP;
    }

    boolean isFailing() {
        return reason == FAILED;
    }

    /** Whether a cancellation is on its way out to {@code s}. */
    boolean isCancelledTo(Strand s) {
        return reason == CANCELLED && about == s;
    }

    boolean isCancelling() {
        return reason == CANCELLED;
    }

    /** The error of a failure that is on its way out. */
    Throwable error() {
        Object e = about;
        if (e instanceof Throwable error) {
            return error;
        }
        throw new IllegalStateException("no failure is on its way out; the fiber is about " + e);
    }

    /** The strand to which a cancellation is on its way out. */
    Strand cancelTarget() {
        Object s = about;
        if (s instanceof Strand target) {
            return target;
        }
        throw new IllegalStateException("no cancellation is on its way out; the fiber is about " + s);
    }

    /** {@code node} has something left to do, but what it went into unwinds: it stays as a frame, or an error passes it. */
    void passing(Node<?> node) {
        if (reason <= DEEP) {
            push(node);
        } else if (Tracing.ON && reason == FAILED) {
            passed(node);
        }
    }

    /** The error on its way out passes {@code step}, a node or a site. */
    final void passed(Object step) {
        Trail t = trail;
        if (t != null && t.isAt(about)) {
            t.add(step);
        } else {
            firstPassed(step);
        }
    }

    private void firstPassed(Object step) {
        Throwable error = error();
        if (!Fatal.isFatal(error)) {
            Trail t = trail;
            if (t == null) {
                t = new Trail(error);
                trail = t;
            } else {
                t.raised(error);
            }
            t.add(step);
        }
    }

    /** A handler has answered an error with a value. */
    final void answered() {
        Trail t = trail;
        if (Tracing.ON && t != null) {
            t.answered();
        }
    }

    /** What {@code error} has passed in this fiber and in those it came from; null where that is not known. */
    final @Nullable Trail trailOf(Throwable error) {
        Trail t = trail;
        return t != null && t.isOf(error) ? t : null;
    }

    /** An error comes from elsewhere, with what it has passed there: a failure with it goes on with that. */
    final void takeOver(@Nullable Trail passed) {
        if (Tracing.ON && passed != null) {
            trail = Trail.copy(passed);
        }
    }

    /** {@link #takeOver(Trail)} of the error with which {@code ended} has failed, which passed the end of that fiber as well. */
    final void takeOver(FiberControl ended) {
        if (Tracing.ON) {
            Throwable error = ended.endError();
            Trail passed = Trail.copy(ended.trailOf(error));
            CallSite start = ended.startSite();
            if (start != null) {
                passed = passed == null ? new Trail(error) : passed;
                passed.add(start);
            }
            trail = passed;
        }
    }

    void push(Node<?> frame) {
        @Nullable Node<?>[] stack = frames;
        if (top == stack.length) {
            stack = Arrays.copyOf(stack, Math.max(2, top * 2));
            frames = stack;
        }
        stack[top++] = frame;
    }

    /** The fiber may wait for long: nothing of an error that was answered is kept but where it passed. */
    final void forgetError() {
        Trail t = trail;
        if (Tracing.ON && t != null) {
            t.forget();
        }
    }

    /** Ends the evaluation of a node with {@code error}. */
    Object raise(Throwable error) {
        if (Fatal.isFatal(error)) {
            trail = null;
            scheduler.fatal(error);
        }
        about = error;
        reason = FAILED;
        return UNWIND;
    }

    /**
     * The fiber woke to {@code value}, but the executor it wakes on had refused it: that is the error. It is added to
     * a failure that is on its way out already, and reported where that is a cancellation.
     */
    Object raiseRefusal(@Nullable Object value, Throwable refused) {
        if (value != UNWIND) {
            return raise(refused);
        }
        if (reason == FAILED) {
            Suppressed.add(error(), refused);
        } else if (strand.executor() != ANYWHERE) {
            scheduler.report("an executor refused a fiber that was being cancelled", refused);
        }
        return UNWIND;
    }

    /** Goes on unwinding with the cancellation of {@code target}, which a frame had interrupted. */
    Object unwindCancelledTo(Strand target) {
        about = target;
        reason = CANCELLED;
        return UNWIND;
    }

    /**
     * Asked on entering a node where the depth is used up or the signal is not zero: whether {@code node} must not be
     * evaluated now. The reason is then set.
     */
    boolean stopAt(Node<?> node, Strand current, int depth) {
        int s = signal();
        if (s != 0) {
            if ((s & EXPLORE) != 0 && depth < Node.DEPTH_LIMIT) {
                explore(node);
            }
            if ((s & COUNTED) != 0 && ++binds >= MOST_BINDS) {
                binds = 0;
                SIGNAL.getAndBitwiseOr(this, YIELD);
            }
            if ((s & CANCEL) != 0 || (signal() & CANCEL) != 0) {
                SIGNAL.getAndBitwiseAnd(this, ~CANCEL);
                Strand target = findCancelled(current);
                if (target != null) {
                    beginCancelling(current, target);
                    return true;
                }
                cancelDeferred = isAnyCancelled(current);
            }
            if ((signal() & YIELD) != 0) {
                SIGNAL.getAndBitwiseAnd(this, ~YIELD);
                strand = current;
                about = node;
                reason = YIELDING;
                return true;
            }
            if ((s & BRIDGED) != 0 && node.forks() && isolate(node, current)) {
                return true;
            }
        }
        return isDeep(node, current, depth);
    }

    /** What {@code node} forks begins with what the thread has now; true where another is evaluated in its place. */
    private <A extends @Nullable Object> boolean isolate(Node<A> node, Strand current) {
        Bridge bridge = scheduler.bridge();
        if (bridge == null) {
            return false;
        }
        @Nullable Object[] values = saveCarried(bridge, current);
        Node<A> isolated = node.isolated(bridge, values);
        if (isolated == null) {
            return false;
        }
        later(current, Isolated.ended(isolated, bridge, values));
        return true;
    }

    /** Saves what the thread has in {@code current}, before others may run or inherit it. */
    static @Nullable Object[] saveCarried(Bridge bridge, Strand current) {
        @Nullable Object[] values = bridge.capture();
        current.context = Context.withCarried(current.context, values);
        return values;
    }

    /** As {@link #stopAt} for a node on entering which no cancellation is seen: only the depth counts. */
    boolean isDeep(Node<?> node, Strand current, int depth) {
        if (depth < Node.DEPTH_LIMIT) {
            return false;
        }
        strand = current;
        about = node;
        reason = DEEP;
        return true;
    }

    /** Binds are counted from now on, or no more. */
    final void countBinds(boolean counted) {
        if (((signal() & COUNTED) != 0) != counted) {
            binds = 0;
            if (counted) {
                SIGNAL.getAndBitwiseOr(this, COUNTED);
            } else {
                SIGNAL.getAndBitwiseAnd(this, ~COUNTED);
            }
        }
    }

    /** One of {@code n}, 0 to {@code n - 1}, by chance. */
    final int pick(int n) {
        return scheduler.explores()
                ? scheduler.decide(Decision.PICK, n)
                : (int) Long.remainderUnsigned(scheduler.random(), n);
    }

    private void explore(Node<?> node) {
        carrier.entering(node, node.first());
        if (scheduler.decide(Decision.CANCEL, 2) == 1) {
            requestCancel();
        }
        if (scheduler.decide(Decision.YIELD, 2) == 1) {
            SIGNAL.getAndBitwiseOr(this, YIELD);
        }
    }

    /** The outermost cancelled strand that no mask hides; null where there is none. */
    static @Nullable Strand findCancelled(Strand current) {
        Strand target = null;
        for (Strand s = current; s != null && s.mask == 0; s = s.parent()) {
            if (s.isCancelled()) {
                target = s;
            }
        }
        return target;
    }

    /**
     * Whether {@code from} or a strand around it is cancelled. Where {@link #findCancelled} finds none of them a mask hides
     * it; if there is none either, the signal was for a strand that is over.
     */
    static boolean isAnyCancelled(@Nullable Strand from) {
        for (Strand s = from; s != null; s = s.parent()) {
            if (s.isCancelled()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Starts to unwind from {@code current} to {@code target}. A cancellation further out, which a mask hides, waits for the
     * unmasking.
     */
    private Object beginCancelling(Strand current, Strand target) {
        for (Strand s = current; s != null && s != target; s = s.parent()) {
            s.stopBeside(fiber());
        }
        if (isAnyCancelled(target.parent())) {
            cancelDeferred = true;
        }
        return unwindCancelledTo(target);
    }

    /** A wait was cancelled: starts to unwind to the strand that is meant. */
    Object unwindCancelled() {
        SIGNAL.getAndBitwiseAnd(this, ~CANCEL);
        Strand target = findCancelled(strand);
        if (target == null) {
            throw new IllegalStateException("a wait was cancelled, but no strand of its fiber is");
        }
        return beginCancelling(strand, target);
    }

    /**
     * Strand {@code current} cancels itself. Unwinds where that is seen at once; where it is masked fails with a
     * {@link CancellationException} that says {@code why}.
     */
    Object cancelSelf(Strand current, String why) {
        current.setCancelled();
        Strand target = findCancelled(current);
        if (target != null) {
            return beginCancelling(current, target);
        }
        cancelDeferred = true;
        return raise(new CancellationException(why));
    }

    /** Strand {@code current} asks to be cancelled at its next unmasked point; true where that is here. */
    boolean cancelSelfWhenUnmasked(Strand current) {
        current.setCancelled();
        Strand target = findCancelled(current);
        if (target == null) {
            cancelDeferred = true;
            return false;
        }
        beginCancelling(current, target);
        return true;
    }

    void mask(Strand current) {
        current.mask++;
    }

    /** Leaves a mask; not itself a point where cancellation is seen. */
    void unmask(Strand current) {
        setMask(current, current.mask - 1);
    }

    void setMask(Strand current, int mask) {
        current.mask = mask;
        if (mask == 0 && cancelDeferred) {
            cancelDeferred = false;
            SIGNAL.getAndBitwiseOr(this, CANCEL);
        }
    }

    /** Waits in {@code current} for {@code c}, which is pushed as the frame of the wait. */
    Object suspend(Strand current, WaitCell c) {
        push(c);
        strand = current;
        about = c;
        reason = SUSPENDED;
        return UNWIND;
    }

    /** Gives the carrier back and goes on with {@code next} behind what is ready on {@code target}. */
    Object moveTo(Strand current, @Nullable Executor target, Node<?> next) {
        current.setExecutor(target);
        strand = current;
        about = next;
        reason = MOVING;
        return UNWIND;
    }

    /** Evaluates {@code node} from the run loop, at depth 0, once the frames on the way out are in order. */
    Object later(Strand current, Node<?> node) {
        strand = current;
        about = node;
        reason = DEEP;
        return UNWIND;
    }

    /** A guest must not evaluate {@code node}: the pool does. */
    Object leaveGuest(Strand current, Node<?> node) {
        strand = current;
        about = node;
        reason = MOVING;
        return UNWIND;
    }

    // ---- KeptFibers -------------------------------------------------------------------------------

    /** A fiber that is kept takes no other step, so where it is is of no use any more. */
    @Override
    public @Nullable LiveFiber nextKept() {
        return strand instanceof FiberState next && next != this ? next : null;
    }

    @Override
    public void setNextKept(@Nullable LiveFiber fiber) {
        strand = fiber == null ? this : (FiberState) fiber;
    }

    // ---- cancelling, from any thread --------------------------------------------------------------

    /** Asks {@code target}, a strand that runs or ran in this fiber, to stop. */
    void cancelStrand(Strand target) {
        target.setCancelled();
        SIGNAL.getAndBitwiseOr(this, CANCEL);
        if (ABOUT.getVolatile(this) instanceof WaitCell waiting) {
            waiting.cancelFor(target);
        }
    }

    @Override
    public void requestCancel() {
        cancelStrand(this);
    }

    /** Asks the fiber to give its worker back at the next bind. */
    @Override
    public void requestYield() {
        SIGNAL.getAndBitwiseOr(this, YIELD);
    }
}
