package dev.clew.internal.kernel;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.sched.Ending;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A fiber as its holders see it: how it ended, who waits for that, and its place in the registry of live fibers.
 *
 * <pre>
 * field      | writer   | access       | pairs with
 * -----------+----------+--------------+----------------------------------------------------------
 * end        | maker    | plain        | publication of the fiber
 * ended      | owner    | release      | joiners, the branch or owner that is told
 * about      | owner    | plain; volatile as it suspends | ended; for the rest see FiberControl
 * joiners    | any      | compare-and-set | ended: set before the joiners are taken; see Awaited
 * links      | registry | its lock     |
 * liveStripe | owner    | plain        | hand-over of the fiber
 * </pre>
 */
abstract class FiberHandle extends Strand implements Fiber<@Nullable Object>, LiveFiber, Waiters {
    private static final VarHandle JOINERS = VarHandles.field(MethodHandles.lookup(), "joiners", Object.class);

    /** Stands in {@code joiners} once they have been taken. */
    private static final Object TOLD = new Object();

    private static final VarHandle ENDED = VarHandles.field(MethodHandles.lookup(), "ended", byte.class);

    // How a fiber ended.
    static final int RUNNING = 0;
    static final int END_SUCCEEDED = 1;
    static final int END_FAILED = 2;
    static final int END_CANCELED = 3;

    final Scheduler scheduler;
    private @Nullable FiberEnd end;

    @SuppressWarnings("unused")
    private byte ended;

    /** What the fiber is about: while it lives as its reason says ({@link FiberControl}), then the value or error of its end. */
    @Nullable
    Object about;

    @SuppressWarnings("unused")
    private @Nullable Object joiners;

    private @Nullable LiveFiber previousLive;
    private @Nullable LiveFiber nextLive;
    private int liveStripe = -1;

    /** Whoever started this fiber may need it to end itself: closing asks it last. */
    private boolean spared;

    FiberHandle(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    final @Nullable Strand parent() {
        return null;
    }

    /** The number by which the fiber is called in dumps, from 1; given when it is first asked for. */
    final int number() {
        int known = scheduler.numberOf(fiber());
        return known == 0 ? Numbers.of(this) : known;
    }

    @Override
    public final String toString() {
        return "fiber " + number();
    }

    @Override
    public final Scheduler scheduler() {
        return scheduler;
    }

    /**
     * Notes whether a masked region around {@code from} starts this fiber. A part of another fiber does not ask: who asks
     * for what is started in it goes on through it to where it was forked, and that region stays open as long as it lives.
     * So a deep nest of branches is not walked through once for each of them.
     */
    final void startedIn(@Nullable Strand from) {
        spared = isProtected(from);
    }

    /** Sets who is told of the end. */
    final void tell(@Nullable FiberEnd told) {
        end = told;
    }

    /** Where the fiber, or the one that it is part of, came from; null where that is not known, and without tracing. */
    final @Nullable Origin origin() {
        FiberHandle fiber = this;
        for (FiberHandle around = partOf(); around != null; around = around.partOf()) {
            fiber = around;
        }
        return fiber.ownOrigin();
    }

    private @Nullable Origin ownOrigin() {
        if (end instanceof ScopeChild child) {
            return child.origin;
        }
        return end instanceof Origin origin ? origin : null;
    }

    /** Where the task was built that this fiber was started with; null where that is not known. */
    final @Nullable CallSite startSite() {
        Origin own = ownOrigin();
        return own == null ? null : own.site();
    }

    /** The fiber that this is a branch or an element of; null where there is none. */
    final @Nullable FiberState partOf() {
        if (end instanceof Branch branch) {
            return branch.owner();
        }
        return end instanceof Owner owner ? owner.crew().parent() : null;
    }

    /** Whether this is a side of a race, which the end of another side ends. */
    final boolean isRacing() {
        return end instanceof RaceBranch
                || (end instanceof Owner owner && owner.crew().isRace());
    }

    @Override
    final boolean stallsIn(StallRound round) {
        return true;
    }

    /** Whether this is a branch or an owner of a range: part of another fiber, that stops it when it stops itself. */
    final boolean isPart() {
        return end instanceof Strand;
    }

    @Override
    final @Nullable Strand around() {
        if (end instanceof Branch branch) {
            return branch.outer();
        }
        if (end instanceof ScopeChild child) {
            return child.outer();
        }
        return end instanceof Owner owner ? owner.crew().outer() : null;
    }

    // ---- the end ----------------------------------------------------------------------------------

    /** The evaluation is over: tells all who are to be told. */
    final void finish(int kind, @Nullable Object value) {
        if (liveStripe >= 0) {
            scheduler.fiberEnded(this);
        }
        about = value;
        FiberEnd told = end;
        if (told instanceof Strand) {
            ENDED.setRelease(this, (byte) kind);
            told.fiberEnded(fiber());
            return;
        }
        ENDED.setRelease(this, (byte) kind);
        Object waiting = JOINERS.getAndSet(this, TOLD);
        if (told instanceof ScopeChild child) {
            // Its failure stops the others before anybody goes on with its outcome.
            child.fiberEnded(fiber());
        }
        boolean heard = told instanceof ScopeChild;
        try {
            heard |= Awaited.tell(waiting, Answer.value(null));
        } finally {
            if (told != null && !(told instanceof ScopeChild)) {
                heard |= told.hears(fiber());
            }
        }
        if (kind == END_FAILED && !heard && value instanceof Throwable error && error != scheduler.fatalError()) {
            Traces.attach(error, fiber());
            scheduler.report("a fiber failed, and nobody was joining it", error);
        }
    }

    /** Tells again who could not be told before; joiners have been. */
    final void tellEnd() {
        FiberEnd told = end;
        if (told != null && !isPart()) {
            told.fiberEnded(fiber());
        }
    }

    /** Who is part of another fiber, or bound to one by a scope, stops with that one, and not before. */
    @Override
    public void requestClose() {
        boolean isBound = isPart() || end instanceof ScopeChild;
        if (!isBound && !(spared && scheduler.phase() == Scheduler.Phase.DRAINING)) {
            requestCancel();
        }
    }

    @Override
    public final boolean isSpared() {
        return spared && !isPart();
    }

    /** Whether a masked region around {@code from} starts what starts there, or a fiber that one has started. */
    private static boolean isProtected(@Nullable Strand from) {
        for (Strand s = from; s != null; s = s.around()) {
            if (s.mask > 0) {
                return true;
            }
            if (s instanceof FiberHandle fiber && !fiber.isPart()) {
                // It has looked at what is around it as it was started.
                return fiber.spared;
            }
        }
        return false;
    }

    int endKind() {
        return (byte) ENDED.getVolatile(this);
    }

    /** How the fiber ended, for the counts; only to be asked of one that has. */
    final Ending ending() {
        return switch (endKind()) {
            case END_SUCCEEDED -> Ending.SUCCEEDED;
            case END_FAILED -> Ending.FAILED;
            default -> Ending.CANCELED;
        };
    }

    @Nullable
    Object endValue() {
        return about;
    }

    /** How the fiber ended; only to be asked of one that has. */
    Outcome<@Nullable Object> outcome() {
        return switch (endKind()) {
            case END_SUCCEEDED -> new Outcome.Succeeded<>(about);
            case END_FAILED -> new Outcome.Failed<>(endError());
            case END_CANCELED -> new Outcome.Canceled<>();
            default -> throw new IllegalStateException("the fiber has not ended, so it has no outcome");
        };
    }

    Throwable endError() {
        Object error = about;
        if (error instanceof Throwable thrown) {
            return thrown;
        }
        throw new IllegalStateException("the fiber did not fail; it ended with " + error);
    }

    // ---- Fiber ------------------------------------------------------------------------------------

    @Override
    public Task<Outcome<@Nullable Object>> join() {
        return CallSites.located(new FiberNodes.Outcomes(fiber()));
    }

    @Override
    public Task<@Nullable Void> cancel() {
        return CallSites.located(new FiberNodes.Cancel(fiber()));
    }

    /** Registers a joiner; false if the fiber has ended, and nothing will be called. */
    boolean addJoiner(WaitCell joiner) {
        return Awaited.add(JOINERS, this, this, joiner);
    }

    @Override
    public final Object awaited() {
        return this;
    }

    @Override
    public final void remove(WaitCell joiner) {
        Awaited.remove(JOINERS, this, joiner);
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
