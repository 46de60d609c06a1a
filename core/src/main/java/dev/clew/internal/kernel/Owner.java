package dev.clew.internal.kernel;

import static dev.clew.internal.kernel.Node.UNWIND;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.queue.Stealable;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Who evaluates elements of a {@link Crew}, one at a time, and the strand they run in.
 *
 * <p>While it runs on a worker its unstarted elements lie open to thieves in the worker's deque. An element that suspends
 * keeps the fiber it was running in; what is unstarted then goes to a ring and on in another fiber.
 */
abstract class Owner extends InnerStrand implements Forked, FiberEnd, Dumped {
    private final Crew crew;
    private final ElementFrame frame = new ElementFrame(this);
    private final boolean explores;

    /** The place of the element in flight. */
    protected int index;

    /** What {@link Sink} keeps for this owner. */
    @Nullable
    Object accumulated;

    /** Links of the crew, under its lock. */
    @Nullable
    Owner previousOwner;

    @Nullable
    Owner nextOwner;

    /** What lies in the deque for this owner; null where nothing does. */
    private @Nullable Stealable offered;

    /** An owner inside {@code fiber}; {@code around} is the fiber's strand there. */
    Owner(Crew crew, FiberState fiber, Strand around) {
        super(fiber, around);
        this.crew = crew;
        this.explores = crew.scheduler().explores();
    }

    Crew crew() {
        return crew;
    }

    @Override
    final void stopBeside(FiberState f) {
        if (f == crew.parent()) {
            crew.abandon();
        }
    }

    @Override
    final boolean stallsIn(StallRound round) {
        return crew.stallsIn(round);
    }

    /** Takes the next element, sets {@link #index}, and gives its task; null where there is none. */
    abstract @Nullable Node<?> next(FiberState f);

    /** Whether there may be elements for others. */
    abstract boolean hasMore();

    /** What is laid into the deque. */
    abstract Stealable offer();

    /** Nothing of this owner is to be had any more; what it has laid into the deque is spent. */
    abstract void close();

    /** Takes all that is unstarted, or a part while its owner is at work, into a fiber of its own. */
    abstract @Nullable FiberState takeForJob();

    /** The owner gave its carrier back: whoever finds this in a ring may take all of it. */
    abstract void markLeft();

    /** Begins the work of this owner in its fiber. */
    final @Nullable Object begin(FiberState f, int depth) {
        if (f.deque() != null) {
            f.carrier().branchPushed();
        }
        return work(f, depth);
    }

    private @Nullable Object work(FiberState f, int depth) {
        layOut(f);
        for (; ; ) {
            Node<?> element = next(f);
            if (element == null) {
                return finish(f);
            }
            refresh(f);
            if (explores) {
                f.carrier().beginning(element);
            }
            Object value = element.eval(f, this, depth + 1);
            if (value != UNWIND) {
                put(value);
            } else if (f.isCapturing()) {
                f.push(frame);
                if (f.deque() == null) {
                    // Also where it only went deep: when it gives its thread back later, nobody comes by here.
                    ownerLeft(f.scheduler());
                }
                return UNWIND;
            } else if (f.isFailing()) {
                crew.elementFailed(f);
            } else if (!f.isCancelledTo(this)) {
                return cancelledFromOutside(f);
            } else {
                crew.elementCancelledItself();
            }
        }
    }

    /** Shows thieves what is unstarted. */
    private void layOut(FiberState f) {
        BranchDeque deque = f.deque();
        if (deque != null) {
            if (offered == null && hasMore()) {
                Stealable entry = offer();
                offered = entry;
                deque.push(entry);
            }
        }
    }

    /** Lays a new offer out where the last one was used up for another reason than the end of the input. */
    final void renewOffer(FiberState f) {
        Stealable last = offered;
        BranchDeque deque = f.deque();
        if (last != null && deque != null && last.spent() && hasMore() && crew.hasRoom()) {
            deque.popIf(last);
            offered = null;
            layOut(f);
        }
    }

    /** Each element begins with the locals of the whole, and no element inherits another's request to stop. */
    private void refresh(FiberState f) {
        context = crew.outer().context;
        if (isCancelled()) {
            resetCancelled();
            if (crew.isStopping()) {
                f.cancelStrand(this);
            }
        }
    }

    private void put(@Nullable Object value) {
        try {
            crew.sink().put(this, index, value);
        } catch (Throwable thrown) {
            crew.elementFailed(thrown, null);
        }
    }

    private @Nullable Object finish(FiberState f) {
        withdraw(f);
        try {
            crew.sink().ownerDone(this);
        } catch (Throwable thrown) {
            crew.elementFailed(thrown, null);
        }
        return f == crew.parent() ? crew.await(f) : null;
    }

    private @Nullable Object cancelledFromOutside(FiberState f) {
        withdraw(f);
        return f == crew.parent() ? crew.awaitStopped(f, f.cancelTarget()) : UNWIND;
    }

    private void withdraw(FiberState f) {
        close();
        Stealable entry = offered;
        offered = null;
        BranchDeque deque = f.deque();
        if (entry != null && deque != null) {
            deque.popIf(entry);
        }
    }

    // ---- others -----------------------------------------------------------------------------------

    @Override
    public final Scheduler scheduler() {
        return crew.scheduler();
    }

    @Override
    public final void ownerLeft(Scheduler scheduler) {
        offered = null;
        markLeft();
        if (hasMore() && crew.hasRoom()) {
            try {
                crew.submit(this);
            } catch (Throwable refused) {
                crew.fail(refused);
            }
        }
    }

    @Override
    public final void run(Carrier carrier) {
        FiberState child = takeForJob();
        if (child != null) {
            carrier.countPromoted();
            child.run(carrier);
        }
    }

    @Override
    public final void fiberEnded(FiberState ended) {
        if (ended.endKind() == FiberState.END_FAILED) {
            crew.fail(ended.endError());
        } else if (ended.endKind() == FiberState.END_CANCELED) {
            crew.elementCancelledItself();
        }
        crew.leave(this);
    }

    @Override
    public final FiberState dumpedParent() {
        return crew.parent();
    }

    @Override
    public final @Nullable CallSite dumpedSite() {
        return crew.callSite();
    }

    /** The element in flight was reified. Leaves this strand first, then does what the nested call would have done. */
    private static final class ElementFrame extends Frame {
        private final Owner owner;

        ElementFrame(Owner owner) {
            this.owner = owner;
        }

        @Override
        @Nullable
        CallSite callSite() {
            return owner.crew.callSite();
        }

        private void leave(FiberState f) {
            f.setStrand(owner.parent());
        }

        @Override
        public @Nullable Object resume(FiberState f, Strand strand, @Nullable Object value) {
            leave(f);
            owner.put(value);
            return owner.work(f, f.baseDepth());
        }

        @Override
        public @Nullable Object failed(FiberState f, Strand strand) {
            leave(f);
            owner.crew.elementFailed(f);
            return owner.work(f, f.baseDepth());
        }

        @Override
        public @Nullable Object cancelled(FiberState f, Strand strand) {
            leave(f);
            if (!f.isCancelledTo(owner)) {
                return owner.cancelledFromOutside(f);
            }
            owner.crew.elementCancelledItself();
            return owner.work(f, f.baseDepth());
        }
    }

    /** The beginning of an owner that is a fiber of its own. */
    static final class Start extends Node<@Nullable Object> {
        private final Owner owner;

        Start(Owner owner) {
            this.owner = owner;
        }

        @Override
        public @Nullable Object eval(FiberState f, Strand strand, int depth) {
            return owner.begin(f, depth);
        }
    }
}
