package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.sched.Bridge;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.sched.Trampoline;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One running evaluation: the fiber as the evaluator, the scheduler and its holders see it.
 *
 * <p>The run loop evaluates a node by nested calls ({@link Node}); when they unwind with something left to do it reifies
 * them as frames, and goes on with frames until the fiber ends or gives its carrier back.
 *
 * <p><b>Who owns a fiber.</b> At any moment one thread: the one that runs it, or the one that holds its only entry in a
 * queue, or nobody while it waits. The wait cell hands it over ({@link WaitCell}); so does a queue. All fields but those
 * that {@link FiberControl} and {@link FiberHandle} mark as anybody's are written by the owner alone.
 */
public final class FiberState extends FiberControl {
    /** An executor refused a fiber as it woke from {@code waited}: it goes on with that failure. */
    private record Refusal(WaitCell waited, Throwable error) {}

    /**
     * A fiber that will evaluate {@code node} when it is first run.
     *
     * @param from whose locals and executor it inherits; null for none
     */
    FiberState(Scheduler scheduler, Node<?> node, @Nullable Strand from, @Nullable FiberEnd end) {
        this(scheduler, from);
        prepare(node, end);
        if (!isPart()) {
            startedIn(from);
        }
    }

    /** A fiber that {@link #prepare} is still to be called on. */
    FiberState(Scheduler scheduler, @Nullable Strand from) {
        super(scheduler);
        if (from != null) {
            context = from.context;
        }
    }

    /** Sets what the fiber evaluates, and who is told of its end. */
    void prepare(Node<?> node, @Nullable FiberEnd told) {
        about = node;
        tell(told);
    }

    // ---- the run loop -----------------------------------------------------------------------------

    /** {@link #suspend}, unless {@code c} has its answer already; then nothing unwinds. */
    @Nullable
    Object await(Strand current, WaitCell c) {
        if (!c.isDecided()) {
            return suspend(current, c);
        }
        Object value = c.take(this);
        return value != UNWIND ? c.resume(this, current, value) : c.failed(this, current);
    }

    /** Hands a new fiber to its executor; throws what the executor throws. */
    void begin() {
        Executor target = executor();
        if (target == null) {
            scheduler.submitLast(this);
            return;
        }
        scheduler.fiberSuspended(this);
        try {
            Trampoline.execute(target, this);
        } catch (Throwable refused) {
            scheduler.fiberEnded(this);
            throw refused;
        }
    }

    @Override
    public void run(Carrier c) {
        if (carrier != c) {
            // A collector that goes by generations makes a store into an old object dear.
            carrier = c;
        }
        countBinds(c.branches() == null && !c.isGuest());
        Bridge bridge = scheduler.bridge();
        try {
            if (bridge == null) {
                start();
            } else {
                startBridged(bridge);
            }
        } catch (Throwable broken) {
            // Nothing here throws but the runtime itself: stack overflow in the loop, out of memory, a bug of ours.
            try {
                broke(broken);
            } catch (OutOfMemoryError again) {
                scheduler.keep(this, again);
            }
        }
    }

    /** The thread gets what the fiber carries for as long as it runs it. After {@link #start} the fiber is somebody else's. */
    private void startBridged(Bridge bridge) {
        SIGNAL.getAndBitwiseOr(this, BRIDGED);
        @Nullable Object[] before = bridge.capture();
        @Nullable Object[] mine = Context.carriedOf(strand.context);
        if (mine != null) {
            bridge.restore(mine);
        }
        try {
            start();
        } finally {
            bridge.restore(before);
        }
    }

    /** A run from outside begins with what its caller's thread has. */
    void carryFromCaller() {
        Bridge bridge = scheduler.bridge();
        if (bridge != null) {
            saveCarried(bridge, this);
        }
    }

    private void broke(Throwable broken) {
        try {
            if (Fatal.isFatal(broken)) {
                scheduler.fatal(broken);
            } else {
                scheduler.report("the evaluator broke; the fiber ends here, without its finalizers", broken);
            }
        } finally {
            abort(broken);
        }
    }

    private void start() {
        Scheduler.Phase phase = scheduler.phase();
        if (phase != Scheduler.Phase.OPEN) {
            if (phase == Scheduler.Phase.CLOSED) {
                endClosed();
                return;
            }
            requestClose();
        }
        int base = top;
        Object v;
        if (reason == SUSPENDED) {
            v = wokeTo();
        } else {
            v = evalPending();
        }
        loop(base, v);
    }

    /** What the wait ended with. */
    private @Nullable Object wokeTo() {
        Object waited = about;
        // Who still finds the cell finds it decided.
        about = null;
        if (waited instanceof WaitCell cell) {
            return cell.take(this);
        }
        if (!(waited instanceof Refusal refusal)) {
            throw new IllegalStateException("a fiber woke that did not wait, but was about " + waited);
        }
        Object v = refusal.waited.take(this);
        if (v != UNWIND) {
            refusal.waited.undelivered(v);
        }
        return raiseRefusal(v, refusal.error);
    }

    private @Nullable Object evalPending() {
        Object next = about;
        about = null;
        if (next instanceof Node<?> node) {
            return node.eval(this, strand, carrier.baseDepth());
        }
        throw new IllegalStateException("a fiber was scheduled with nothing to do, but is about " + next);
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
                    end(END_FAILED, about);
                    return;
                }
                Node<?> frame = pop();
                base = top;
                if (Tracing.ON) {
                    passed(frame);
                }
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
        Bridge bridge = scheduler.bridge();
        if (bridge != null) {
            saveCarried(bridge, strand);
        }
        moveBranches();
        forgetError();
        if (reason == SUSPENDED) {
            return park();
        }
        if (carrier.isGuest()) {
            scheduler.foreign().countFiber();
        }
        Executor target = strand.executor();
        if (target != null) {
            enterRegistry();
        }
        try {
            giveTo(target);
            return GIVEN;
        } catch (Throwable refused) {
            return goOnRefused(target, refused);
        }
    }

    private void giveTo(@Nullable Executor target) {
        if (target == null) {
            scheduler.submitLast(this);
        } else {
            Trampoline.execute(target, this);
        }
    }

    /** Closing must find whatever no worker runs. */
    private void enterRegistry() {
        if (liveStripe() < 0) {
            scheduler.fiberSuspended(this);
        }
    }

    /**
     * An executor refused the fiber, which was to go on there: it goes on with that failure where the scheduler runs its
     * jobs, or, if it was that executor or that refuses as well, here.
     */
    private @Nullable Object goOnRefused(@Nullable Executor target, Throwable refused) {
        about = about instanceof Node<?> next ? next.refused(refused) : new Fail<>(refused);
        if (target != null) {
            strand.setExecutor(null);
            if (deque() != null) {
                return evalPending();
            }
            reason = MOVING;
            try {
                scheduler.submitLast(this);
                return GIVEN;
            } catch (Throwable again) {
                Suppressed.add(refused, again);
            }
        }
        stayAnywhere(refused);
        return evalPending();
    }

    /** There is no place left for this fiber but the threads that it meets: this one, and then whoever wakes it. */
    private void stayAnywhere(Throwable refused) {
        for (Strand s = strand; s != null; s = s.parent()) {
            if (s.executor() == null) {
                s.setExecutor(ANYWHERE);
            }
        }
        scheduler.report(
                "the compute executor refused a fiber, which goes on with that failure on the thread it met it on",
                refused);
    }

    private @Nullable Object park() {
        if (!(about instanceof WaitCell c)) {
            throw new IllegalStateException("a fiber suspended without a wait cell, but about " + about);
        }
        enterRegistry();
        c.prepare(strand);
        ABOUT.setVolatile(this, c);
        if (((int) SIGNAL.getVolatile(this) & CANCEL) != 0) {
            SIGNAL.getAndBitwiseAnd(this, ~CANCEL);
            if (findCancelled(strand) == null) {
                cancelDeferred = isAnyCancelled(strand);
            } else if (!c.cancel()) {
                // What was waited for came first and is delivered; the cancellation is seen at the next node.
                SIGNAL.getAndBitwiseOr(this, CANCEL);
            }
        }
        if (scheduler.phase() == Scheduler.Phase.CLOSED) {
            // Whoever closes wakes what he finds waiting; from now on nobody would.
            endClosed();
            return GIVEN;
        }
        if (c.park()) {
            return GIVEN;
        }
        about = null;
        return c.take(this);
    }

    /** The wait is decided: whoever decided it puts the fiber where it goes on. */
    void wake() {
        Executor target = strand.executor();
        try {
            if (target == null || scheduler.phase() == Scheduler.Phase.CLOSED) {
                scheduler.submit(this);
            } else {
                Trampoline.execute(target, this);
            }
        } catch (Throwable refused) {
            wakeRefused(target, refused);
        }
    }

    private void wakeRefused(@Nullable Executor target, Throwable refused) {
        if (about instanceof WaitCell waited) {
            about = new Refusal(waited, refused);
        }
        if (target != null) {
            strand.setExecutor(null);
            try {
                scheduler.submit(this);
                return;
            } catch (Throwable again) {
                Suppressed.add(refused, again);
            }
        }
        stayAnywhere(refused);
        Trampoline.execute(ANYWHERE, this);
    }

    /** The deque holds entries of the running fiber and of no other: what is pending goes to the ring. */
    private void moveBranches() {
        BranchDeque d = deque();
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

    @Override
    FiberState fiber() {
        return this;
    }

    private void end(int kind, @Nullable Object value) {
        moveBranches();
        forgetError();
        frames = NO_FRAMES;
        top = 0;
        try {
            finish(kind, value);
        } catch (OutOfMemoryError thrown) {
            scheduler.keep(this, thrown);
            return;
        }
        if (!isPart()) {
            carrier.countEnded(ending());
        }
    }

    /** The scheduler is closed: ends without another step. */
    private void endClosed() {
        if (endKind() != RUNNING) {
            tellAgain();
            return;
        }
        Throwable fatal = scheduler.fatalError();
        end(fatal == null ? END_CANCELED : END_FAILED, fatal);
    }

    /** The fiber has ended, but there was no memory to tell of it. */
    private void tellAgain() {
        try {
            tellEnd();
        } catch (OutOfMemoryError thrown) {
            scheduler.keep(this, thrown);
            return;
        }
        if (!isPart()) {
            carrier.countEnded(ending());
        }
    }

    @Override
    public void abandon() {
        requestYield();
        WaitCell waiting = waitsIn();
        if (waiting != null) {
            waiting.cancel();
        }
    }

    /** What the fiber waits in; null where it does not wait. From any thread. */
    @Nullable
    WaitCell waitsIn() {
        return ABOUT.getVolatile(this) instanceof WaitCell waiting ? waiting : null;
    }

    /** What is evaluated next; null where that is not known. Racy from other threads, for a dump. */
    @Nullable
    Node<?> next() {
        return about instanceof Node<?> node && !(node instanceof WaitCell) ? node : null;
    }

    @Override
    public @Nullable Object beginsWith() {
        return next();
    }

    @Override
    public String describeWait(Function<? super LiveFiber, String> name) {
        WaitCell waiting = waitsIn();
        return waiting == null ? "a turn to run" : waiting.describeWait(name);
    }

    @Override
    public int finalizersHeld() {
        int held = 0;
        for (int i = 0; i < top; i++) {
            Node<?> frame = frames[i];
            held += frame != null && frame.holdsFinalizer() ? 1 : 0;
        }
        return held;
    }

    /** Ends a fiber that nothing runs any more, because it was never begun or its evaluation broke. */
    void abort(Throwable error) {
        if (endKind() == RUNNING) {
            end(END_FAILED, error);
        }
    }
}
