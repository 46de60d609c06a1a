package dev.clew.internal.kernel;

import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.sched.Trampoline;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of {@code gather}, {@code parTraverse}, {@code raceAll} and their kind: what its {@linkplain Owner owners} share.
 *
 * <p>The first owner lives in the fiber that runs the whole, the parent; the others are fibers of their own, made when a
 * thief takes a part or when an owner's element suspends. The parent ends the run when its own part is done and the
 * others have ended.
 *
 * <pre>
 * field             | writer       | access             | pairs with
 * ------------------+--------------+--------------------+------------------------------------------------
 * stopping          | any          | volatile, written under the lock | an owner's strand: stopping first, then cancelled
 * owners, live, error, errorTrail, selfCancelled, won, waiter | any | lock on this |
 * results in sink   | owners       | plain              | the lock, taken when an owner leaves
 * </pre>
 */
abstract class Crew {
    private final FiberState parent;
    private final Strand outer;
    private final Sink sink;
    private final boolean firstErrorStops;

    private volatile boolean stopping;

    private @Nullable Owner owners;
    private int live;
    private @Nullable Throwable error;
    private @Nullable Trail errorTrail;
    private boolean selfCancelled;
    private boolean won;

    /** A cancellation from outside came before any end. The parent's alone. */
    private boolean abandoned;

    private @Nullable WaitCell waiter;

    Crew(FiberState parent, Strand outer, Sink sink, boolean firstErrorStops) {
        this.parent = parent;
        this.outer = outer;
        this.sink = sink;
        this.firstErrorStops = firstErrorStops;
    }

    /** The strand the whole runs in; its locals are those of each element's beginning. */
    final Strand outer() {
        return outer;
    }

    final FiberState parent() {
        return parent;
    }

    final Scheduler scheduler() {
        return parent.scheduler();
    }

    final Sink sink() {
        return sink;
    }

    final boolean isRace() {
        return sink.isRace();
    }

    final boolean isStopping() {
        return stopping;
    }

    /** Whether one more owner may live beside {@code live} that are not the parent's; asked under the lock. */
    boolean hasRoom(int live) {
        return true;
    }

    final synchronized boolean hasRoom() {
        return !stopping && hasRoom(live);
    }

    /** Adds an owner that is a fiber of its own; false where there is no room, or no more need. */
    final synchronized boolean enter(Owner owner) {
        if (stopping || !hasRoom(live)) {
            return false;
        }
        live++;
        link(owner);
        return true;
    }

    private void link(Owner owner) {
        Owner first = owners;
        owner.nextOwner = first;
        if (first != null) {
            first.previousOwner = owner;
        }
        owners = owner;
    }

    /**
     * Keeps a place for an owner before its elements are taken from another: were they taken first, the other could
     * finish and the parent end the run while nobody counted for them. False where there is no room, or no more need.
     */
    final synchronized boolean reserve() {
        if (stopping || !hasRoom(live)) {
            return false;
        }
        live++;
        return true;
    }

    /** One owner less lives; called without the lock. */
    void roomMade() {}

    /** Adds the owner for which a place was kept; false, with the place given back, where there is no more need. */
    final boolean enterReserved(Owner owner) {
        synchronized (this) {
            if (!stopping) {
                link(owner);
                return true;
            }
        }
        giveBack();
        return false;
    }

    /** Nobody takes the place that was kept. */
    final void giveBack() {
        WaitCell told;
        synchronized (this) {
            told = oneLess();
        }
        tell(told);
    }

    /**
     * An owner's fiber has ended. Where none lives any more, all has been begun or the crew is stopping: so making room
     * begins no other, and the parent may be told after it.
     */
    final void leave(Owner owner) {
        WaitCell told;
        synchronized (this) {
            Owner before = owner.previousOwner;
            Owner after = owner.nextOwner;
            if (before == null) {
                owners = after;
            } else {
                before.nextOwner = after;
            }
            if (after != null) {
                after.previousOwner = before;
            }
            told = oneLess();
        }
        roomMade();
        tell(told);
    }

    private @Nullable WaitCell oneLess() {
        if (--live > 0) {
            return null;
        }
        WaitCell told = waiter;
        waiter = null;
        return told;
    }

    private static void tell(@Nullable WaitCell told) {
        if (told != null) {
            told.complete(null);
        }
    }

    /** An element that ran in {@code fiber} failed. */
    final void elementFailed(FiberState fiber) {
        Throwable thrown = fiber.error();
        if (Tracing.ON) {
            CallSite site = callSite();
            if (site != null) {
                fiber.passed(site);
            }
        }
        elementFailed(thrown, fiber.trailOf(thrown));
    }

    /** Where the function of the elements was given. */
    abstract @Nullable CallSite callSite();

    /** An element failed, or what was to be done with its value. */
    final void elementFailed(Throwable thrown, @Nullable Trail trail) {
        note(thrown, trail);
        if (firstErrorStops) {
            stop();
        }
    }

    /** The input failed, or an owner broke: there is no going on. */
    final void fail(Throwable thrown) {
        note(thrown, null);
        stop();
    }

    private void note(Throwable thrown, @Nullable Trail trail) {
        if (Fatal.isFatal(thrown)) {
            scheduler().fatal(thrown);
        }
        synchronized (this) {
            if (!isRaceOver()) {
                Throwable first = error;
                if (first == null) {
                    error = thrown;
                    errorTrail = Trail.copy(trail);
                } else {
                    Suppressed.add(first, thrown);
                }
                return;
            }
        }
        if (firstErrorStops) {
            scheduler().report("a task of a race that was not the first to end failed", thrown);
        }
    }

    /** Whether a race has ended with a value or a cancellation, so that an error comes too late. */
    private boolean isRaceOver() {
        return sink.isRace() && (won || selfCancelled);
    }

    /** A task of a race gave a value: whether that is the end of the race. */
    final synchronized boolean isWon() {
        if (won || selfCancelled || stopping || (firstErrorStops && error != null)) {
            return false;
        }
        won = true;
        return true;
    }

    /** An element ended cancelled though nobody had asked it to. */
    final void elementCancelledItself() {
        synchronized (this) {
            if (stopping || won || (sink.isRace() && firstErrorStops && error != null)) {
                return;
            }
            selfCancelled = true;
        }
        stop();
    }

    /** A cancellation from outside has come to the parent: stops all, unless the crew was stopping for an end of its own. */
    final void abandon() {
        abandoned |= stop();
    }

    /** Nothing more is begun, and what runs is cancelled; false where that was so already. */
    final boolean stop() {
        List<Owner> running = new ArrayList<>();
        synchronized (this) {
            if (stopping) {
                return false;
            }
            stopping = true;
            for (Owner o = owners; o != null; o = o.nextOwner) {
                running.add(o);
            }
        }
        Owner first = parentOwner();
        parent.cancelStrand(first);
        for (Owner o : running) {
            o.fiber().cancelStrand(o);
        }
        return true;
    }

    /** The owner that lives in the parent. */
    abstract Owner parentOwner();

    /**
     * The parent has nothing left to do itself: waits for the others, then gives the result. Where they are being stopped for
     * an end that is known, a cancellation from outside is seen after it, so it must not even begin to unwind.
     */
    final @Nullable Object await(FiberState fiber) {
        if (!abandoned && isStopping()) {
            fiber.mask(outer);
            StoppedWait wait = new StoppedWait(this, null);
            return awaits(wait) ? fiber.suspend(outer, wait) : wait.resume(fiber, outer, null);
        }
        CrewWait wait = new CrewWait(this);
        return awaits(wait) ? fiber.suspend(outer, wait) : result(fiber);
    }

    /**
     * A cancellation from outside is on its way to {@code target}: as {@link #await}, but under a mask, and then goes on
     * unwinding. A crew that was stopping already has its end, which comes first; the cancellation is seen after it, just as
     * where it finds the last element in its finalizers.
     */
    final @Nullable Object awaitStopped(FiberState fiber, Strand target) {
        abandon();
        boolean hasEnd = !abandoned;
        fiber.mask(outer);
        StoppedWait wait = new StoppedWait(this, hasEnd ? null : target);
        if (hasEnd) {
            fiber.cancelDeferred = true;
        }
        return awaits(wait) ? fiber.suspend(outer, wait) : wait.resume(fiber, outer, null);
    }

    private synchronized boolean awaits(WaitCell cell) {
        if (live == 0) {
            return false;
        }
        waiter = cell;
        return true;
    }

    private @Nullable Object result(FiberState fiber) {
        if (abandoned) {
            reportUnheard();
            return fiber.cancelSelf(
                    outer,
                    "a group was cancelled from outside, and an element gave a value all the same; the others may not have"
                            + " begun, so there is no result");
        }
        Throwable thrown;
        Trail trail;
        boolean cancelled;
        synchronized (this) {
            thrown = won || (sink.isRace() && selfCancelled) ? null : error;
            trail = errorTrail;
            cancelled = selfCancelled;
        }
        if (thrown != null) {
            fiber.takeOver(trail);
            return fiber.raise(thrown);
        }
        if (cancelled) {
            return fiber.cancelSelf(
                    outer,
                    "an element cancelled itself inside an uncancelable region, so there is no result; "
                            + "wrap the element in attempt, or do not cancel it");
        }
        try {
            return sink.result();
        } catch (NoSuchElementException none) {
            return fiber.raise(none);
        }
    }

    /** Submits {@code job} to where the elements run. */
    final void submit(Owner job) {
        Executor executor = outer.executor();
        if (executor == null) {
            scheduler().submitLast(job);
        } else {
            Trampoline.execute(executor, job);
        }
    }

    /** Whether no element is left that somebody could begin now, so that all depends on the owners, of which {@code round} is told. */
    final boolean stallsIn(StallRound round) {
        List<FiberState> fibers = new ArrayList<>();
        synchronized (this) {
            boolean more = parentOwner().hasMore();
            for (Owner o = owners; o != null; o = o.nextOwner) {
                more |= o.hasMore();
                fibers.add(o.fiber());
            }
            if (stopping || fibers.size() != live || (more && hasRoom(live))) {
                return false;
            }
        }
        round.add(parent);
        fibers.forEach(round::add);
        return true;
    }

    private synchronized boolean isAwaitedBy(WaitCell cell) {
        return waiter == cell;
    }

    private static final class CrewWait extends WaitCell {
        private final Crew crew;

        CrewWait(Crew crew) {
            this.crew = crew;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "the elements of a range that other fibers evaluate";
        }

        @Override
        boolean stallsIn(StallRound round) {
            return crew.isAwaitedBy(this) && crew.stallsIn(round);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object ignored) {
            return crew.result(fiber);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, strand, null), refused);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            return crew.awaitStopped(fiber, fiber.cancelTarget());
        }
    }

    /** The whole is cancelled: an error that nobody will be given is reported. */
    private void reportUnheard() {
        Throwable thrown;
        synchronized (this) {
            thrown = sink.isRace() && !firstErrorStops ? null : error;
        }
        if (thrown != null) {
            scheduler().report("a task of several at once failed while all were being cancelled", thrown);
        }
    }

    private static final class StoppedWait extends WaitCell {
        private final Crew crew;

        /** Where a cancellation goes on to; null where the crew's own end does. */
        private final @Nullable Strand target;

        StoppedWait(Crew crew, @Nullable Strand target) {
            this.crew = crew;
            this.target = target;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "the elements of a range, which were asked to stop";
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object ignored) {
            fiber.unmask(strand);
            if (target == null) {
                return crew.result(fiber);
            }
            crew.reportUnheard();
            return fiber.unwindCancelledTo(target);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, strand, null), refused);
        }
    }
}
