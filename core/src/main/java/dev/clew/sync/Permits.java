package dev.clew.sync;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import dev.clew.internal.kernel.Wakes;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** So many permits, and who waits for some of them, first come first served: what semaphores and locks are made of. */
final class Permits {
    /*
     * The state word holds the permits available (low half) and the number of waits in the list (high half), so that one
     * read tells both, and one compare-and-set of it both takes permits and makes sure that nobody waits.
     *
     *   field  | writer                                        | access                  | pairs with
     *   -------+-----------------------------------------------+-------------------------+--------------
     *   state  | while nobody waits: any                       | compare-and-set         | itself
     *          | while somebody waits: the holder of the lock  | volatile, under lock    | itself
     *   list   | the holder of the lock                        | lock on this            |
     *
     * Invariants, whenever the lock is free:
     *
     *   1. the high half is the length of the list;
     *   2. the first in the list wants more than is available. So who waits is served in the order of coming, and nobody who
     *      comes later passes by: who finds somebody waiting waits too.
     *
     * No wake-up is lost. A wait enters the list in two steps under the lock: the compare-and-set that counts it, then the
     * link. A release whose own compare-and-set came before that one is in the word it was made on, so the permits were
     * looked at with it. One that comes after finds the count, takes the lock, and so finds the link. While the count is not
     * zero no compare-and-set succeeds but those of the holder of the lock, who may therefore write plainly what he has
     * computed.
     *
     * No permit is lost. A wait is decided, and its permits are taken, under the lock: one that is cancelled meanwhile says
     * false, and keeps none. Permits that a wait was given, whose fiber cannot go on with them since its executor refuses
     * it, come back by undelivered. A wait that leaves, cancelled or as an alternative that lost, serves those behind it, who
     * may want less (invariant 2). Fibers are woken outside the lock, since that may call an executor of the user's.
     */
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", long.class);
    private static final long ONE_WAIT = 1L << 32;

    /** What became of a release under the lock. */
    private enum Release {
        DONE,
        WRONG,
        NOBODY_WAITS
    }

    private final WaitList list = new WaitList(this);

    /** How many there may be at most. */
    private final int most;

    @SuppressWarnings("unused")
    private volatile long state;

    Permits(int most, int available) {
        this.most = most;
        this.state = available;
    }

    int most() {
        return most;
    }

    int available() {
        return (int) settled();
    }

    int waiting() {
        return (int) (settled() >>> 32);
    }

    /** The state while nobody serves who waits: in the middle of that a wait may have its permits and still be counted. */
    private long settled() {
        long s = state;
        if (s < ONE_WAIT) {
            return s;
        }
        synchronized (this) {
            return state;
        }
    }

    /** Takes {@code wanted} permits where they are there and nobody waits. */
    boolean tryAcquire(int wanted) {
        for (; ; ) {
            long s = settled();
            if (s < wanted || s >= ONE_WAIT) {
                return false;
            }
            if (STATE.compareAndSet(this, s, s - wanted)) {
                return true;
            }
        }
    }

    /** {@link #tryAcquire}, which may say false while who waited is being served: who waits then asks again under the lock. */
    private boolean takeFree(int wanted) {
        for (; ; ) {
            long s = state;
            if (s < wanted || s >= ONE_WAIT) {
                return false;
            }
            if (STATE.compareAndSet(this, s, s - wanted)) {
                return true;
            }
        }
    }

    /** Gives {@code given} permits back; false, and nothing has changed, where there would be more than there may be. */
    boolean release(int given) {
        return release(given, 0);
    }

    /**
     * {@link #release(int)}, which changes nothing and gives false as well where fewer than {@code least} are available: to look
     * and to give back is one step.
     */
    boolean release(int given, int least) {
        for (; ; ) {
            long s = state;
            if (s < ONE_WAIT) {
                if (isWrong((int) s, given, least)) {
                    return false;
                }
                if (STATE.compareAndSet(this, s, s + given)) {
                    return true;
                }
            } else {
                Wakes woken = new Wakes();
                Release release = releaseLocked(given, least, woken);
                woken.wake();
                if (release != Release.NOBODY_WAITS) {
                    return release == Release.DONE;
                }
            }
        }
    }

    private boolean isWrong(int available, int given, int least) {
        return available < least || available + (long) given > most;
    }

    private synchronized Release releaseLocked(int given, int least, Wakes woken) {
        long s = state;
        if (s < ONE_WAIT) {
            return Release.NOBODY_WAITS;
        }
        if (isWrong((int) s, given, least)) {
            return Release.WRONG;
        }
        serve(s + given, woken);
        return Release.DONE;
    }

    /** Under the lock, with somebody waiting: gives the permits of {@code s} to who comes first, as far as they go. */
    private void serve(long s, Wakes woken) {
        long left = s;
        for (WaitCell head = list.peek(); head != null; head = list.peek()) {
            int wanted = ((PermitCell) head).wanted;
            if (wanted > (int) left) {
                break;
            }
            list.poll();
            left -= ONE_WAIT;
            if (head.answer(PermitCell.SERVED, woken)) {
                left -= wanted;
            }
        }
        state = left;
    }

    private void enlist(PermitCell cell) {
        synchronized (this) {
            for (; ; ) {
                long s = state;
                boolean enough = s < ONE_WAIT && s >= cell.wanted;
                long next = enough ? s - cell.wanted : s + ONE_WAIT;
                if (STATE.compareAndSet(this, s, next)) {
                    if (!enough) {
                        list.add(cell);
                        return;
                    }
                    break;
                }
            }
        }
        if (!cell.answer(PermitCell.SERVED)) {
            release(cell.wanted);
        }
    }

    private void leave(PermitCell cell) {
        Wakes woken = new Wakes();
        synchronized (this) {
            if (list.take(cell)) {
                serve(state - ONE_WAIT, woken);
            }
        }
        woken.wake();
    }

    /** The event of getting {@code wanted} permits; {@code awaited} says what one waits for, in a dump. */
    EventNode<@Nullable Void> acquire(int wanted, String awaited) {
        return new Acquire(this, wanted, awaited);
    }

    private static final class Acquire extends EventNode<@Nullable Void> {
        private final Permits permits;
        private final int wanted;
        private final String awaited;

        Acquire(Permits permits, int wanted, String awaited) {
            this.permits = permits;
            this.wanted = wanted;
            this.awaited = awaited;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return permits.takeFree(wanted) ? null : WAIT;
        }

        @Override
        protected Object source() {
            return permits;
        }

        @Override
        protected WaitCell cell() {
            return new PermitCell(permits, wanted, awaited);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            permits.enlist((PermitCell) cell);
        }
    }

    private static final class PermitCell extends WaitCell {
        static final Object SERVED = Answer.value(null);

        private final Permits permits;
        private final int wanted;
        private final String awaited;

        PermitCell(Permits permits, int wanted, String awaited) {
            this.permits = permits;
            this.wanted = wanted;
            this.awaited = awaited;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return awaited;
        }

        @Override
        protected void abandoned() {
            permits.leave(this);
        }

        @Override
        protected void undelivered(@Nullable Object value) {
            permits.release(wanted);
        }
    }
}
