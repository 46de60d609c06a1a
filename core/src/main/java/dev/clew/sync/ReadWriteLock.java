package dev.clew.sync;

import dev.clew.Task;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.HoldNode;
import org.jspecify.annotations.Nullable;

/**
 * A lock that many fibers hold at a time to read, or one to write.
 *
 * <p><b>Semantics.</b> Fair: who waits is served in the order of coming. Readers that come one after another go on together; a
 * reader behind a writer that waits waits too, so that writers do not starve, nor do readers. Not reentrant, and a reader
 * cannot become a writer: a fiber that asks for the lock again may wait for itself, for ever.
 *
 * <p><b>Cancellation.</b> Cancel safe, as {@link Semaphore} is: a writer that gives up waiting lets the readers behind it go on.
 * Hold the lock by {@link #withRead} and {@link #withWrite}.
 *
 * <p><b>Memory effects.</b> What happens before an unlock by a writer happens before whatever follows a later lock; what happens
 * before an unlock by a reader, before whatever follows a later lock by a writer.
 *
 * <p><b>Cost.</b> With the lock to be had, locking is a compare-and-set on one word, unlocking another, and nothing is allocated;
 * readers share that word, so it is no gain for reads that take less than that. Else a small object a wait, and a short lock of
 * the thread's at each end of it.
 *
 * <p><b>Errors.</b> Unlocking what is not locked in that way fails with an {@link IllegalStateException}, and changes nothing. A
 * lock that 2<sup>31</sup>-1 readers hold lets the next one wait.
 */
public final class ReadWriteLock {
    // A reader takes one permit, a writer all of them: first come first served is then all that is needed.
    private static final int ALL = Integer.MAX_VALUE;

    final Permits permits = new Permits(ALL, ALL);
    private final EventNode<@Nullable Void> lockRead = permits.acquire(1, "a ReadWriteLock, to read");
    private final EventNode<@Nullable Void> lockWrite = permits.acquire(ALL, "a ReadWriteLock, to write");
    private final Runnable giveBackRead = this::giveBackRead;
    private final Runnable giveBackWrite = this::giveBackWrite;
    private final Task<@Nullable Void> unlockRead = Task.delay(() -> {
        giveBackRead();
        return null;
    });
    private final Task<@Nullable Void> unlockWrite = Task.delay(() -> {
        giveBackWrite();
        return null;
    });

    private ReadWriteLock() {}

    /** A task that makes a new {@code ReadWriteLock} each time it runs. */
    public static Task<ReadWriteLock> make() {
        return Task.delay(ReadWriteLock::new);
    }

    /** A new {@code ReadWriteLock}, free, made at once. */
    public static ReadWriteLock create() {
        return new ReadWriteLock();
    }

    /** Runs {@code task} under the lock, beside other readers; the lock is given back once, whatever the end. */
    public <A extends @Nullable Object> Task<A> withRead(Task<A> task) {
        return HoldNode.of(lockRead, task, "the argument of withRead", giveBackRead);
    }

    /** Runs {@code task} under the lock, beside nobody; the lock is given back once, whatever the end. */
    public <A extends @Nullable Object> Task<A> withWrite(Task<A> task) {
        return HoldNode.of(lockWrite, task, "the argument of withWrite", giveBackWrite);
    }

    /** Takes the lock to read, waiting for it where it must. */
    public Task<@Nullable Void> lockRead() {
        return lockRead;
    }

    /** Takes the lock to write, waiting for it where it must. */
    public Task<@Nullable Void> lockWrite() {
        return lockWrite;
    }

    /** Takes the lock to read where no writer holds it and nobody waits; gives whether it has. Never waits. */
    public Task<Boolean> tryLockRead() {
        return Task.delay(() -> permits.tryAcquire(1));
    }

    /** Takes the lock to write where it is free; gives whether it has. Never waits. */
    public Task<Boolean> tryLockWrite() {
        return Task.delay(() -> permits.tryAcquire(ALL));
    }

    /** A reader gives the lock back. */
    public Task<@Nullable Void> unlockRead() {
        return unlockRead;
    }

    /** The writer gives the lock back. */
    public Task<@Nullable Void> unlockWrite() {
        return unlockWrite;
    }

    /** How many readers hold the lock; with others at work the answer may be old as it comes. */
    public Task<Integer> readers() {
        return Task.delay(this::readersNow);
    }

    /** Whether a writer holds the lock; with others at work the answer may be old as it comes. */
    public Task<Boolean> isWriteLocked() {
        return Task.delay(this::isWriteLockedNow);
    }

    /** How many fibers wait, readers and writers; with others at work the answer may be old as it comes. */
    public Task<Integer> waiting() {
        return Task.delay(permits::waiting);
    }

    private int readersNow() {
        int available = permits.available();
        return available == 0 ? 0 : ALL - available;
    }

    private boolean isWriteLockedNow() {
        return permits.available() == 0;
    }

    void giveBackRead() {
        // Where none is available a writer has all.
        if (!permits.release(1, 1)) {
            throw notHeld("a reader");
        }
    }

    void giveBackWrite() {
        if (!permits.release(ALL)) {
            throw notHeld("the writer");
        }
    }

    private IllegalStateException notHeld(String who) {
        return new IllegalStateException(who + " unlocks a ReadWriteLock that it holds, but " + held()
                + " as it was unlocked; an unlock of the other kind, or the second for one lock? withRead and withWrite"
                + " unlock once");
    }

    private String held() {
        int readers = readersNow();
        return isWriteLockedNow()
                ? "a writer held it"
                : readers == 0 ? "it was free" : readers == 1 ? "a reader held it" : readers + " readers held it";
    }

    @Override
    public String toString() {
        return "ReadWriteLock(" + held() + ", " + permits.waiting() + " waiting)";
    }
}
