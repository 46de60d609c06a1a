package dev.clew.sync;

import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import dev.clew.internal.kernel.Wakes;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A gate that opens, for good, when it has been counted down so many times.
 *
 * <p><b>Semantics.</b> {@link #await} waits until the count is zero; then all go on, in the order of their coming. Counting down
 * what is zero changes nothing. For a gate that closes again see {@link CyclicBarrier}; for one that hands over a value,
 * {@link Deferred}.
 *
 * <p><b>Cancellation.</b> Cancel safe: a cancelled wait leaves no waiter behind, and others wait on.
 *
 * <p><b>Memory effects.</b> What happens before each count happens before whatever follows an {@code await}.
 *
 * <p><b>Cost.</b> A count is a compare-and-set, and an {@code await} of an open gate a read. Else one small object a waiter. The
 * last count takes time linear in the waiters. No thread is ever blocked for the gate.
 *
 * <p><b>Errors.</b> A count below 0 is refused with an {@link IllegalArgumentException} as the task is built.
 */
public final class CountDownLatch {
    /*
     * The count falls without a lock. Who makes it zero then takes the lock, and wakes who is in the list; a wait looks at the
     * count once more under the lock before it enters the list. So it either finds zero, or stands in the list before the
     * lock is taken by who will make it zero. Only one makes it zero, and nobody enters the list afterwards.
     *
     *   field | writer  | access          | pairs with
     *   ------+---------+-----------------+-----------
     *   count | any     | compare-and-set | itself
     *   list  | any     | lock on this    |
     */
    private static final VarHandle COUNT = VarHandles.field(MethodHandles.lookup(), "count", int.class);
    private static final Object OPEN = Answer.value(null);

    private final WaitList list = new WaitList(this);

    @SuppressWarnings("unused")
    private volatile int count;

    private final EventNode<@Nullable Void> await = new Await(this);
    private final Task<@Nullable Void> countDown = Task.delay(() -> {
        countOne();
        return null;
    });

    private CountDownLatch(int count) {
        this.count = count;
    }

    /** A task that makes a new {@code CountDownLatch} each time it runs. */
    public static Task<CountDownLatch> make(int count) {
        checkCount(count);
        return Task.delay(() -> create(count));
    }

    /** A new {@code CountDownLatch} that opens after so many counts, made at once; of 0 counts it is open. */
    public static CountDownLatch create(int count) {
        checkCount(count);
        return new CountDownLatch(count);
    }

    private static void checkCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    "a CountDownLatch counts down from 0 or more, but was to be made with " + count);
        }
    }

    /** Waits until the count is zero. */
    public Task<@Nullable Void> await() {
        return await;
    }

    /** Counts down by one; where that makes zero, wakes who waits. */
    public Task<@Nullable Void> countDown() {
        return countDown;
    }

    /** How many counts are still missing. */
    public Task<Integer> count() {
        return Task.delay(() -> count);
    }

    /** {@link #countDown}, at once. */
    void countOne() {
        for (; ; ) {
            int c = count;
            if (c == 0) {
                return;
            }
            if (COUNT.compareAndSet(this, c, c - 1)) {
                if (c == 1) {
                    open();
                }
                return;
            }
        }
    }

    private void open() {
        Wakes woken = new Wakes();
        synchronized (this) {
            for (WaitCell cell = list.poll(); cell != null; cell = list.poll()) {
                cell.answer(OPEN, woken);
            }
        }
        woken.wake();
    }

    private void enlist(WaitCell cell) {
        synchronized (this) {
            if (count != 0) {
                list.add(cell);
                return;
            }
        }
        cell.answer(OPEN);
    }

    private static final class Await extends EventNode<@Nullable Void> {
        private final CountDownLatch latch;

        Await(CountDownLatch latch) {
            this.latch = latch;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return latch.count == 0 ? null : WAIT;
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            latch.enlist(cell);
        }
    }

    @Override
    public String toString() {
        return "CountDownLatch(" + count + ")";
    }
}
