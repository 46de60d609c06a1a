package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.internal.queue.Stealable;
import dev.clew.internal.sched.Scheduler;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A crew over an iterator, with a bound on how many elements are in flight: at most {@code limit} owners, each with one
 * element, made only when there may be something to pull.
 *
 * <p>Pulling is a turn, taken by compare-and-set. Who does not get it after a short spin holds no thread: it leaves word
 * in {@code wanted} and ends; whoever ends a turn and finds such word makes an owner again. The order is: leave word,
 * then look at the turn once more; give the turn back, then look for word. So one of the two sees the other. Whoever
 * makes room looks for word too, unless the turn is taken: then its holder will.
 *
 * <p>Who leaves word and then gets the turn after all takes its word back. Another may have made an owner for it just
 * before: then {@code wanted} is -1, there is an owner too many (within {@code limit}), and the next that gives up is not
 * replaced. While there is something to pull, the last owner that has not given up gets the turn, since nobody else holds
 * it: so owners never give up all at once.
 *
 * <pre>
 * field         | writer           | access                      | pairs with
 * --------------+------------------+-----------------------------+----------------------------------------------
 * turn          | any              | compare-and-set; volatile to give back | wanted: see above
 * wanted        | any              | atomic add, compare-and-set | turn
 * items, pulled | holder of turn   | plain                       | turn
 * exhausted     | holder of turn   | volatile                    |
 * parentRetired | parent           | volatile                    | turn: set first, then the turn is looked at
 * </pre>
 */
final class PullCrew extends Crew {
    private static final VarHandle TURN = VarHandles.field(MethodHandles.lookup(), "turn", boolean.class);
    private static final VarHandle WANTED = VarHandles.field(MethodHandles.lookup(), "wanted", int.class);
    private static final int SPINS = 64;

    private final Iterator<?> items;
    private final Fn<@Nullable Object, ? extends Task<?>> function;
    private final int limit;
    private final Puller first;

    @SuppressWarnings("unused")
    private boolean turn;

    @SuppressWarnings("unused")
    private int wanted;

    private volatile boolean exhausted;

    /** The parent pulls no more, so that another owner may live in its stead. */
    private volatile boolean parentRetired;

    /** How many were pulled; written in turn. */
    private int pulled;

    PullCrew(
            FiberState parent,
            Strand outer,
            Iterator<?> items,
            Fn<@Nullable Object, ? extends Task<?>> function,
            int limit,
            Sink sink,
            boolean firstErrorStops) {
        super(parent, outer, sink, firstErrorStops);
        this.items = items;
        this.function = function;
        this.limit = limit;
        this.first = new Puller(this, parent, outer);
    }

    @Override
    Owner parentOwner() {
        return first;
    }

    @Override
    boolean hasRoom(int live) {
        return parentRetired ? live < limit : live < limit - 1;
    }

    private @Nullable FiberState newOwner() {
        if (exhausted) {
            return null;
        }
        FiberState child = new FiberState(scheduler(), outer());
        Puller puller = new Puller(this, child, child);
        child.prepare(new Owner.Start(puller), puller);
        return enter(puller) ? child : null;
    }

    /** Gives the turn back, and makes an owner where one gave up meanwhile. */
    private void endTurn() {
        TURN.setVolatile(this, false);
        makeWanted();
    }

    @Override
    void roomMade() {
        if (!(boolean) TURN.getVolatile(this)) {
            makeWanted();
        }
    }

    /**
     * Makes an owner for one that gave up, if there is room. There may be none yet, since the one that gave up counts until
     * its end; the word then stays, and whoever makes room comes here again.
     */
    private void makeWanted() {
        while (!exhausted && (int) WANTED.getVolatile(this) > 0 && hasRoom()) {
            int w = (int) WANTED.getVolatile(this);
            if (w > 0 && WANTED.compareAndSet(this, w, w - 1)) {
                FiberState child = newOwner();
                if (child != null) {
                    beginOwner(child);
                    return;
                }
                WANTED.getAndAdd(this, 1);
            }
        }
    }

    private static void beginOwner(FiberState child) {
        try {
            child.begin();
        } catch (Throwable refused) {
            child.abort(refused);
        }
    }

    private boolean takeTurn() {
        for (int i = 0; i < SPINS; i++) {
            if (!(boolean) TURN.getVolatile(this) && TURN.compareAndSet(this, false, true)) {
                return true;
            }
            if (exhausted) {
                return false;
            }
            Thread.onSpinWait();
        }
        WANTED.getAndAdd(this, 1);
        if (TURN.compareAndSet(this, false, true)) {
            WANTED.getAndAdd(this, -1);
            return true;
        }
        return false;
    }

    private static final class Puller extends Owner {
        private final PullCrew crew;
        private @Nullable Offer current;

        Puller(PullCrew crew, FiberState fiber, Strand around) {
            super(crew, fiber, around);
            this.crew = crew;
        }

        @Override
        @Nullable
        Node<?> next(FiberState f) {
            if (crew.exhausted || crew.isStopping() || !crew.takeTurn()) {
                return null;
            }
            Object item;
            try {
                if (crew.exhausted || !crew.items.hasNext()) {
                    crew.exhausted = true;
                    return null;
                }
                item = crew.items.next();
                index = crew.pulled++;
            } catch (Throwable thrown) {
                crew.exhausted = true;
                crew.fail(thrown);
                return null;
            } finally {
                crew.endTurn();
            }
            renewOffer(f);
            try {
                return Node.of(crew.function.apply(item), "an element");
            } catch (Throwable thrown) {
                return new Fail<>(thrown);
            }
        }

        @Override
        boolean hasMore() {
            return !crew.exhausted;
        }

        @Override
        Stealable offer() {
            Offer offer = new Offer(crew, this);
            current = offer;
            return offer;
        }

        @Override
        void close() {
            Offer offer = current;
            if (offer != null) {
                offer.closed = true;
            }
            if (this == crew.first) {
                crew.parentRetired = true;
                crew.roomMade();
            }
        }

        @Override
        @Nullable
        FiberState takeForJob() {
            return crew.newOwner();
        }

        @Override
        public @Nullable Runnable steal() {
            throw new IllegalStateException("a puller is offered by an Offer");
        }

        @Override
        public boolean spent() {
            return crew.exhausted;
        }

        @Override
        void markLeft() {}
    }

    /**
     * What a puller lays into the deque. A thief that finds the limit reached closes it, so that younger entries of the
     * same worker come into sight; the puller lays a new one when there is room again.
     */
    private static final class Offer implements Forked {
        private final PullCrew crew;
        private final Puller puller;
        volatile boolean closed;

        Offer(PullCrew crew, Puller puller) {
            this.crew = crew;
            this.puller = puller;
        }

        @Override
        public @Nullable Runnable steal() {
            FiberState child = closed ? null : crew.newOwner();
            if (child == null) {
                closed = true;
            }
            return child;
        }

        @Override
        public boolean spent() {
            return closed;
        }

        @Override
        public void ownerLeft(Scheduler scheduler) {
            puller.ownerLeft(scheduler);
        }
    }
}
