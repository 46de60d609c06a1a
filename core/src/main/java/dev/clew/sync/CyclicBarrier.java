package dev.clew.sync;

import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import dev.clew.internal.kernel.Wakes;

/**
 * A point where so many fibers wait for one another, again and again.
 *
 * <p><b>Semantics.</b> {@link #await} waits until as many have come as there are {@link #parties}; then all of them go on, and
 * the barrier is closed for the next as many.
 *
 * <p><b>Cancellation.</b> Cancel safe: a wait that is cancelled leaves, the barrier is not broken, and another fiber may come in its
 * place. A cancel in the very moment in which the last party comes may be too late to be left out: the others then go on, as
 * if it had come a moment later.
 *
 * <p><b>Memory effects.</b> What happens before an {@code await} happens before whatever follows those of the same round.
 *
 * <p><b>Cost.</b> A small object a wait, and a short lock. The last to come takes time linear in the parties. No thread is ever
 * blocked for the others.
 *
 * <p><b>Errors.</b> Fewer than 1 party are refused with an {@link IllegalArgumentException} as the task is built.
 */
public final class CyclicBarrier {
    /*
     * All is done under the lock on this. Between two calls fewer than parties cells are in the list, so that a cell is one of
     * those that the barrier still waits for, or has been answered. The last to come takes waits out that are cancelled and
     * have not left by themselves, before it counts.
     *
     *   field       | writer | access       | pairs with
     *   ------------+--------+--------------+-----------
     *   list, size  | any    | lock on this |
     */
    private final int parties;
    private final WaitList list = new WaitList(this);
    private int size;
    private final EventNode<Integer> await = new Await(this);

    private CyclicBarrier(int parties) {
        this.parties = parties;
    }

    /** A task that makes a new {@code CyclicBarrier} each time it runs. */
    public static Task<CyclicBarrier> make(int parties) {
        checkParties(parties);
        return Task.delay(() -> create(parties));
    }

    /** A new {@code CyclicBarrier} where so many wait for one another, made at once. */
    public static CyclicBarrier create(int parties) {
        checkParties(parties);
        return new CyclicBarrier(parties);
    }

    private static void checkParties(int parties) {
        if (parties < 1) {
            throw new IllegalArgumentException(
                    "a CyclicBarrier is for at least 1 party, but was to be made for " + parties);
        }
    }

    /**
     * Waits for the others, and gives how many were still missing as it came: {@code parties - 1} to the first, 0 to the last.
     * One that has left is not counted.
     */
    public Task<Integer> await() {
        return await;
    }

    /** How many wait for one another. */
    public int parties() {
        return parties;
    }

    /** How many wait now; with others at work the answer may be old as it comes. */
    public Task<Integer> waiting() {
        return Task.delay(this::waitingNow);
    }

    private synchronized int waitingNow() {
        return size;
    }

    private void enlist(WaitCell cell) {
        Wakes woken = new Wakes();
        synchronized (this) {
            list.add(cell);
            size++;
            if (size == parties) {
                size -= list.takeDecided();
                if (size == parties) {
                    trip(woken);
                }
            }
        }
        woken.wake();
    }

    private void trip(Wakes woken) {
        for (WaitCell cell = list.poll(); cell != null; cell = list.poll()) {
            size--;
            cell.answer(Answer.value(size), woken);
        }
    }

    private synchronized void leave(WaitCell cell) {
        if (list.take(cell)) {
            size--;
        }
    }

    private static final class Await extends EventNode<Integer> {
        private final CyclicBarrier barrier;

        Await(CyclicBarrier barrier) {
            this.barrier = barrier;
        }

        @Override
        protected WaitCell cell() {
            return new BarrierCell(barrier);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            barrier.enlist(cell);
        }
    }

    private static final class BarrierCell extends WaitCell {
        private final CyclicBarrier barrier;

        BarrierCell(CyclicBarrier barrier) {
            this.barrier = barrier;
        }

        @Override
        protected void abandoned() {
            barrier.leave(this);
        }
    }

    @Override
    public String toString() {
        return "CyclicBarrier(" + waitingNow() + " of " + parties + " wait)";
    }
}
