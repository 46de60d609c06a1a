package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.queue.BranchDeque;
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
 * One running evaluation: the fiber as the evaluator, the scheduler and its holders see it.
 *
 * <p>The run loop evaluates a node by nested calls ({@link Node}); when they unwind with something left to do it reifies
 * them as frames, and goes on with frames until the fiber ends or gives its carrier back.
 *
 * <p><b>Who owns a fiber.</b> At any moment one thread: the one that runs it, or the one that holds its only entry in a
 * queue, or nobody while it waits. The wait cell hands it over ({@link WaitCell}); so does a queue. All fields below
 * but those marked <i>any</i> are written by the owner alone.
 *
 * <pre>
 * field        | writer | access         | pairs with
 * -------------+--------+----------------+---------------------------------------------------------
 * signal       | any    | atomic OR, AND | read opaquely at each bind; a hint, see stopAt
 * cell         | owner  | volatile       | canceller: sets cancelled, signal, then reads cell;
 *              |        |                | parker: writes cell, then reads signal, then parks it
 * ended        | owner  | volatile       | joiners (under the lock), branches
 * joiners      | any    | lock on this   |
 * the rest     | owner  | plain          | cell state, queues
 * </pre>
 */
public final class FiberState extends Strand implements Fiber<@Nullable Object>, LiveFiber {
    private static final VarHandle SIGNAL = VarHandles.field(MethodHandles.lookup(), "signal", int.class);
    private static final VarHandle CELL = VarHandles.field(MethodHandles.lookup(), "cell", WaitCell.class);
    private static final VarHandle ENDED = VarHandles.field(MethodHandles.lookup(), "ended", int.class);

    // Bits of signal: all above DEPTH_LIMIT.
    private static final int CANCEL = 1 << 8;
    private static final int YIELD = 1 << 9;
    /** Never cleared: the scheduler wants to be asked at each bind. */
    private static final int EXPLORE = 1 << 10;

    // Reasons of unwinding. Up to DEEP the frames are captured.
    private static final int SUSPENDED = 0;
    private static final int YIELDING = 1;
    private static final int MOVING = 2;
    private static final int DEEP = 3;
    private static final int FAILED = 4;
    private static final int CANCELLED = 5;

    // How a fiber ended.
    static final int RUNNING = 0;
    static final int END_SUCCEEDED = 1;
    static final int END_FAILED = 2;
    static final int END_CANCELED = 3;

    private static final Node<?>[] NO_FRAMES = new Node<?>[0];

    private final Scheduler scheduler;
    private @Nullable FiberEnd end;

    private Carrier carrier;
    private @Nullable BranchDeque deque;
    private Strand strand;

    @SuppressWarnings("unused")
    private int signal;

    private @Nullable Node<?>[] frames = NO_FRAMES;
    private int top;
    private int reason = MOVING;

    /** The error of FAILED, the strand of CANCELLED, the cell of SUSPENDED. */
    private @Nullable Object cause;

    /** What to evaluate after YIELDING, MOVING, DEEP; at first the fiber's task. */
    private @Nullable Node<?> pending;

    /** Set while a cancel was seen that was masked: unmasking raises the signal again. */
    private boolean cancelDeferred;

    /** An executor refused this fiber: it goes on, on the pool, with this failure. */
    private @Nullable Throwable rejection;

    @SuppressWarnings("unused")
    private @Nullable WaitCell cell;

    @SuppressWarnings("unused")
    private int ended;

    private @Nullable Object endValue;
    private @Nullable WaitList joiners;

    private @Nullable LiveFiber previousLive;
    private @Nullable LiveFiber nextLive;
    private int liveStripe = -1;

    /**
     * A fiber that will evaluate {@code node} when it is first run.
     *
     * @param from whose locals, executor and trace it inherits; null for none
     */
    FiberState(Scheduler scheduler, Node<?> node, @Nullable Strand from, @Nullable FiberEnd end) {
        this(scheduler, from);
        prepare(node, end);
    }

    /** A fiber that {@link #prepare} is still to be called on. */
    FiberState(Scheduler scheduler, @Nullable Strand from) {
        super(null);
        this.scheduler = scheduler;
        this.carrier = scheduler.foreign();
        this.strand = this;
        if (from != null) {
            context = from.context;
        }
        if (scheduler.explores()) {
            signal = EXPLORE;
        }
    }

    /** Sets what the fiber evaluates, and who is told of its end. */
    void prepare(Node<?> node, @Nullable FiberEnd told) {
        pending = node;
        end = told;
    }

    // ---- what nodes use -------------------------------------------------------------------------

    @Override
    public Scheduler scheduler() {
        return scheduler;
    }

    Carrier carrier() {
        return carrier;
    }

    /** Where a branch may wait for a thief; null where it cannot. */
    @Nullable
    BranchDeque deque() {
        return deque;
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
        return reason == CANCELLED && cause == s;
    }

    boolean isCancelling() {
        return reason == CANCELLED;
    }

    /** Whether the run ends with this unwinding. */
    boolean isGivingBack() {
        return reason < DEEP;
    }

    /** The error of a failure that is on its way out. */
    Throwable error() {
        Object e = cause;
        if (e instanceof Throwable error) {
            return error;
        }
        throw new IllegalStateException("no failure is on its way out; the cause is " + e);
    }

    /** The strand to which a cancellation is on its way out. */
    Strand cancelTarget() {
        Object s = cause;
        if (s instanceof Strand target) {
            return target;
        }
        throw new IllegalStateException("no cancellation is on its way out; the cause is " + s);
    }

    void push(Node<?> frame) {
        @Nullable Node<?>[] stack = frames;
        if (top == stack.length) {
            stack = Arrays.copyOf(stack, Math.max(4, top * 2));
            frames = stack;
        }
        stack[top++] = frame;
    }

    /** Ends the evaluation of a node with {@code error}. */
    Object raise(Throwable error) {
        if (Fatal.isFatal(error)) {
            scheduler.fatal(error);
        }
        cause = error;
        reason = FAILED;
        return UNWIND;
    }

    /** Goes on unwinding with the cancellation of {@code target}, which a frame had interrupted. */
    Object unwindCancelledTo(Strand target) {
        cause = target;
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
            if ((s & EXPLORE) != 0) {
                explore();
            }
            if ((s & CANCEL) != 0 || (signal() & CANCEL) != 0) {
                SIGNAL.getAndBitwiseAnd(this, ~CANCEL);
                Strand target = findCancelled(current);
                if (target != null) {
                    unwindCancelledTo(target);
                    return true;
                }
                cancelDeferred = isCancelHidden(current);
            }
            if ((signal() & YIELD) != 0) {
                SIGNAL.getAndBitwiseAnd(this, ~YIELD);
                strand = current;
                pending = node;
                reason = YIELDING;
                return true;
            }
        }
        return isDeep(node, current, depth);
    }

    /** As {@link #stopAt} for a node on entering which no cancellation is seen: only the depth counts. */
    boolean isDeep(Node<?> node, Strand current, int depth) {
        if (depth < DEPTH_LIMIT) {
            return false;
        }
        strand = current;
        pending = node;
        reason = DEEP;
        return true;
    }

    private static final int DEPTH_LIMIT = Node.DEPTH_LIMIT;

    private void explore() {
        if (scheduler.decide(Decision.CANCEL, 2) == 1) {
            requestCancel();
        }
        if (scheduler.decide(Decision.YIELD, 2) == 1) {
            SIGNAL.getAndBitwiseOr(this, YIELD);
        }
    }

    /** The outermost cancelled strand that no mask hides; null where there is none. */
    private static @Nullable Strand findCancelled(Strand current) {
        Strand target = null;
        for (Strand s = current; s != null && s.mask == 0; s = s.parent) {
            if (s.isCancelled()) {
                target = s;
            }
        }
        return target;
    }

    /** Whether a strand is cancelled at all; a mask hides it. Else the signal was for a strand that is over. */
    private static boolean isCancelHidden(Strand current) {
        for (Strand s = current; s != null; s = s.parent) {
            if (s.isCancelled()) {
                return true;
            }
        }
        return false;
    }

    /** A wait was cancelled: starts to unwind to the strand that is meant. */
    Object unwindCancelled() {
        SIGNAL.getAndBitwiseAnd(this, ~CANCEL);
        Strand target = findCancelled(strand);
        if (target == null) {
            throw new IllegalStateException("a wait was cancelled, but no strand of its fiber is");
        }
        return unwindCancelledTo(target);
    }

    /**
     * Strand {@code current} cancels itself. Unwinds where that is seen at once; where it is masked fails with a
     * {@link CancellationException} that says {@code why}.
     */
    Object cancelSelf(Strand current, String why) {
        current.setCancelled();
        Strand target = findCancelled(current);
        if (target != null) {
            return unwindCancelledTo(target);
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
        unwindCancelledTo(target);
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
        cause = c;
        reason = SUSPENDED;
        return UNWIND;
    }

    /** {@link #suspend}, unless {@code c} has its answer already; then nothing unwinds. */
    @Nullable
    Object await(Strand current, WaitCell c) {
        if (!c.isDecided()) {
            return suspend(current, c);
        }
        Object value = c.take(this);
        return value != UNWIND ? c.resume(this, current, value) : c.failed(this, current);
    }

    /** Gives the carrier back and goes on with {@code next} behind what is ready on {@code target}. */
    Object moveTo(Strand current, @Nullable Executor target, Node<?> next) {
        current.setExecutor(target);
        strand = current;
        pending = next;
        reason = MOVING;
        return UNWIND;
    }

    /** Evaluates {@code node} from the run loop, at depth 0, once the frames on the way out are in order. */
    Object later(Strand current, Node<?> node) {
        strand = current;
        pending = node;
        reason = DEEP;
        return UNWIND;
    }

    /** A guest must not evaluate {@code node}: the pool does. */
    Object leaveGuest(Strand current, Node<?> node) {
        strand = current;
        pending = node;
        reason = MOVING;
        return UNWIND;
    }

    // ---- cancelling, from any thread --------------------------------------------------------------

    /** Asks {@code target}, a strand that runs or ran in this fiber, to stop. */
    void cancelStrand(Strand target) {
        target.setCancelled();
        SIGNAL.getAndBitwiseOr(this, CANCEL);
        WaitCell waiting = (WaitCell) CELL.getVolatile(this);
        if (waiting != null) {
            waiting.cancelFor(target);
        }
    }

    @Override
    public void requestCancel() {
        cancelStrand(this);
    }

    /** Asks the fiber to give its worker back at the next bind. */
    public void requestYield() {
        SIGNAL.getAndBitwiseOr(this, YIELD);
    }

    /** Hands a new fiber to its executor; throws what the executor throws. */
    void begin() {
        Executor target = executor();
        if (target == null) {
            scheduler.submitLast(this);
        } else {
            target.execute(this);
        }
    }

    // ---- the run loop -----------------------------------------------------------------------------

    @Override
    public void run(Carrier c) {
        carrier = c;
        deque = c.branches();
        try {
            start();
        } catch (Throwable broken) {
            // Nothing here throws but the runtime itself: stack overflow in the loop, out of memory, a bug of ours.
            broke(broken);
        }
    }

    private void broke(Throwable broken) {
        if (Fatal.isFatal(broken)) {
            scheduler.fatal(broken);
        } else {
            scheduler.report("the evaluator broke; the fiber ends here, without its finalizers", broken);
        }
        abort(broken);
    }

    private void start() {
        Scheduler.Phase phase = scheduler.phase();
        if (phase != Scheduler.Phase.OPEN) {
            if (phase == Scheduler.Phase.CLOSED) {
                Throwable fatal = scheduler.fatalError();
                end(fatal == null ? END_CANCELED : END_FAILED, fatal);
                return;
            }
            requestCancel();
        }
        int base = top;
        Object v;
        Throwable refused = rejection;
        if (refused != null) {
            rejection = null;
            CELL.setVolatile(this, null);
            v = raise(refused);
        } else if (reason == SUSPENDED) {
            WaitCell waited = (WaitCell) CELL.get(this);
            CELL.setVolatile(this, null);
            v = waited.take(this);
        } else {
            v = evalPending();
        }
        loop(base, v);
    }

    private @Nullable Object evalPending() {
        Node<?> node = pending;
        pending = null;
        if (node == null) {
            throw new IllegalStateException("a fiber was scheduled with nothing to do");
        }
        return node.eval(this, strand, carrier.baseDepth());
    }

    private void loop(int segment, @Nullable Object first) {
        int base = segment;
        Object v = first;
        for (; ; ) {
            if (v != UNWIND) {
                if (top == 0) {
                    end(END_SUCCEEDED, v);
                    return;
                }
                Node<?> frame = pop();
                base = top;
                v = frame.resume(this, strand, v);
            } else if (reason == DEEP) {
                reverse(base);
                base = top;
                v = evalPending();
            } else if (reason == FAILED) {
                if (top == 0) {
                    end(END_FAILED, cause);
                    return;
                }
                Node<?> frame = pop();
                base = top;
                v = frame.failed(this, strand);
            } else if (reason == CANCELLED) {
                if (top == 0) {
                    end(END_CANCELED, null);
                    return;
                }
                Node<?> frame = pop();
                base = top;
                v = frame.cancelled(this, strand);
            } else {
                reverse(base);
                v = giveBack();
                if (v == GIVEN) {
                    return;
                }
                base = top;
            }
        }
    }

    private static final Object GIVEN = new Object();

    /** Ends this run, unless what the fiber would wait for is there. After GIVEN the fiber is somebody else's. */
    private @Nullable Object giveBack() {
        moveBranches();
        if (reason == SUSPENDED) {
            return park();
        }
        Executor target = strand.executor();
        if (target == null) {
            scheduler.submitLast(this);
            return GIVEN;
        }
        try {
            target.execute(this);
            return GIVEN;
        } catch (Throwable refused) {
            strand.setExecutor(null);
            pending = null;
            return raise(refused);
        }
    }

    private @Nullable Object park() {
        WaitCell c = (WaitCell) cause;
        if (c == null) {
            throw new IllegalStateException("a fiber suspended without a wait cell");
        }
        if (liveStripe < 0) {
            scheduler.fiberSuspended(this);
        }
        c.prepare(this, strand);
        CELL.setVolatile(this, c);
        if ((signal() & CANCEL) != 0) {
            SIGNAL.getAndBitwiseAnd(this, ~CANCEL);
            if (findCancelled(strand) != null) {
                c.cancel();
            } else {
                cancelDeferred = isCancelHidden(strand);
            }
        }
        if (c.park()) {
            return GIVEN;
        }
        CELL.setVolatile(this, null);
        return c.take(this);
    }

    /** The wait is decided: whoever decided it puts the fiber where it goes on. */
    void wake() {
        Executor target = strand.executor();
        if (target == null) {
            scheduler.submit(this);
            return;
        }
        try {
            target.execute(this);
        } catch (Throwable refused) {
            strand.setExecutor(null);
            rejection = refused;
            scheduler.submit(this);
        }
    }

    /** The deque holds entries of the running fiber and of no other: what is pending goes to the ring. */
    private void moveBranches() {
        BranchDeque d = deque;
        if (d != null && !d.isEmpty()) {
            d.drainTo(entry -> ((Forked) entry).ownerLeft(scheduler));
        }
    }

    private Node<?> pop() {
        @Nullable Node<?>[] stack = frames;
        int i = --top;
        Node<?> frame = stack[i];
        stack[i] = null;
        if (frame == null) {
            throw new IllegalStateException("a fiber popped an empty frame at " + i);
        }
        return frame;
    }

    /** Frames were pushed innermost first; the innermost belongs on top. */
    private void reverse(int from) {
        @Nullable Node<?>[] stack = frames;
        for (int i = from, j = top - 1; i < j; i++, j--) {
            @Nullable Node<?> f = stack[i];
            stack[i] = stack[j];
            stack[j] = f;
        }
    }

    // ---- the end ----------------------------------------------------------------------------------

    private void end(int kind, @Nullable Object value) {
        if (liveStripe >= 0) {
            scheduler.fiberEnded(this);
        }
        moveBranches();
        frames = NO_FRAMES;
        top = 0;
        cause = null;
        endValue = value;
        FiberEnd told = end;
        if (told instanceof Strand) {
            ENDED.setVolatile(this, kind);
            told.fiberEnded(this);
            return;
        }
        WaitList waiting;
        synchronized (this) {
            ENDED.setVolatile(this, kind);
            waiting = joiners;
            joiners = null;
        }
        boolean heard = false;
        if (waiting != null) {
            for (; ; ) {
                WaitCell joiner;
                synchronized (this) {
                    joiner = waiting.poll();
                }
                if (joiner == null) {
                    break;
                }
                heard |= joiner.complete(null);
            }
        }
        if (told != null) {
            heard |= told.hearsFailure();
            told.fiberEnded(this);
        }
        if (kind == END_FAILED && !heard && value instanceof Throwable error) {
            scheduler.report("a fiber failed, and nobody was joining it", error);
        }
    }

    @Override
    public void abandon() {
        WaitCell waiting = (WaitCell) CELL.getVolatile(this);
        if (waiting != null) {
            waiting.cancel();
        }
    }

    /** Ends a fiber that nothing runs any more, because it was never begun or its evaluation broke. */
    void abort(Throwable error) {
        if ((int) ENDED.getVolatile(this) == RUNNING) {
            end(END_FAILED, error);
        }
    }

    int endKind() {
        return (int) ENDED.getVolatile(this);
    }

    @Nullable
    Object endValue() {
        return endValue;
    }

    /** How the fiber ended; only to be asked of one that has. */
    Outcome<@Nullable Object> outcome() {
        return switch (endKind()) {
            case END_SUCCEEDED -> new Outcome.Succeeded<>(endValue);
            case END_FAILED -> new Outcome.Failed<>(endError());
            case END_CANCELED -> new Outcome.Canceled<>();
            default -> throw new IllegalStateException("the fiber has not ended, so it has no outcome");
        };
    }

    Throwable endError() {
        Object error = endValue;
        if (error instanceof Throwable thrown) {
            return thrown;
        }
        throw new IllegalStateException("the fiber did not fail; it ended with " + error);
    }

    // ---- Fiber ------------------------------------------------------------------------------------

    @Override
    public Task<Outcome<@Nullable Object>> join() {
        return new FiberNodes.Join(this).map(done -> outcome());
    }

    @Override
    public Task<@Nullable Void> cancel() {
        return new FiberNodes.Cancel(this);
    }

    /** Registers a joiner; false if the fiber has ended, and nothing will be called. */
    boolean addJoiner(WaitCell joiner) {
        synchronized (this) {
            if ((int) ENDED.getVolatile(this) != RUNNING) {
                return false;
            }
            WaitList list = joiners;
            if (list == null) {
                list = new WaitList(this);
                joiners = list;
            }
            list.add(joiner);
            return true;
        }
    }

    // ---- LiveFiber --------------------------------------------------------------------------------

    @Override
    public @Nullable LiveFiber previousLive() {
        return previousLive;
    }

    @Override
    public void setPreviousLive(@Nullable LiveFiber fiber) {
        previousLive = fiber;
    }

    @Override
    public @Nullable LiveFiber nextLive() {
        return nextLive;
    }

    @Override
    public void setNextLive(@Nullable LiveFiber fiber) {
        nextLive = fiber;
    }

    @Override
    public int liveStripe() {
        return liveStripe;
    }

    @Override
    public void setLiveStripe(int stripe) {
        liveStripe = stripe;
    }
}
