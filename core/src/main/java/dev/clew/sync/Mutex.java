package dev.clew.sync;

import dev.clew.Task;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.HoldNode;
import org.jspecify.annotations.Nullable;

/**
 * A lock that one fiber holds at a time.
 *
 * <p><b>Semantics.</b> Fair: who waits gets the lock in the order of coming, and nobody passes by, not even by
 * {@link #tryLock}. Not reentrant: a fiber that locks again what it holds waits for itself, for ever. The lock belongs to
 * nobody: any fiber may unlock it. The same as a {@link Semaphore} of one permit.
 *
 * <p><b>Cancellation.</b> Cancel safe, as {@link Semaphore} is: hold the lock by {@link #withLock}.
 *
 * <p><b>Memory effects.</b> What happens before an unlock happens before whatever follows the next lock.
 *
 * <p><b>Cost.</b> With the lock free, locking is a compare-and-set, unlocking another, and nothing is allocated. Else a small
 * object a wait, and a short lock of the thread's at each end of it.
 *
 * <p><b>Errors.</b> Unlocking a free lock fails with an {@link IllegalStateException}, and changes nothing.
 */
public final class Mutex {
    final Permits permits = new Permits(1, 1);
    private final EventNode<@Nullable Void> lock = permits.acquire(1, "a Mutex");
    private final Task<Boolean> tryLock = Task.delay(() -> permits.tryAcquire(1));
    private final Runnable giveBack = this::giveBack;
    private final Task<@Nullable Void> unlock = Task.delay(() -> {
        giveBack();
        return null;
    });

    private Mutex() {}

    /** A task that makes a new {@code Mutex} each time it runs. */
    public static Task<Mutex> make() {
        return Task.delay(Mutex::new);
    }

    /** A new {@code Mutex}, free, made at once. */
    public static Mutex create() {
        return new Mutex();
    }

    /** Takes the lock, waiting for it where it must. */
    public Task<@Nullable Void> lock() {
        return lock;
    }

    /** Takes the lock where it is free and nobody waits; gives whether it has. Never waits. */
    public Task<Boolean> tryLock() {
        return tryLock;
    }

    /** Gives the lock to who waits, or makes it free. */
    public Task<@Nullable Void> unlock() {
        return unlock;
    }

    /** Runs {@code task} under the lock, which is given back once, whatever the end; waits for it where it must. */
    public <A extends @Nullable Object> Task<A> withLock(Task<A> task) {
        return HoldNode.of(lock, task, "the argument of withLock", giveBack);
    }

    /** Whether somebody holds the lock; with others at work the answer may be old as it comes. */
    public Task<Boolean> isLocked() {
        return Task.delay(() -> permits.available() == 0);
    }

    /** How many fibers wait; with others at work the answer may be old as it comes. */
    public Task<Integer> waiting() {
        return Task.delay(permits::waiting);
    }

    private void giveBack() {
        if (!permits.release(1)) {
            throw new IllegalStateException(
                    "who holds a Mutex unlocks it, but it was free as it was unlocked; an unlock"
                            + " without a lock, or the second for one? withLock unlocks once");
        }
    }

    @Override
    public String toString() {
        return "Mutex(" + (permits.available() == 0 ? "locked, " : "free, ") + permits.waiting() + " waiting)";
    }
}
