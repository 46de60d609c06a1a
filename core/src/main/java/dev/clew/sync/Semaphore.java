package dev.clew.sync;

import dev.clew.Task;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.HoldNode;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of permits, taken by fibers and given back.
 *
 * <p><b>Semantics.</b> Fair: permits go to who waits in the order of coming. A wait for many is not passed by a later one for
 * few, and nobody takes permits, not even by {@link #tryAcquire}, while others wait. A permit belongs to nobody: any fiber
 * may give it back. But there are never more than {@link #permits}, so a release too many fails.
 *
 * <p><b>Cancellation.</b> Cancel safe: a cancelled wait takes no permit, loses nobody's place, and lets those behind it go on
 * where they can. A wait that is served in the moment of its cancellation has its permits, and they are handed to the next
 * step: {@code acquire().then(work)} may be cancelled in front of {@code work} and keep them. So hold permits by
 * {@link #withPermit}, which gives them back whatever the end, or by {@link Task#bracket}.
 *
 * <p><b>Memory effects.</b> What happens before a release happens before whatever follows an acquisition that its permits
 * serve.
 *
 * <p><b>Cost.</b> With permits there and nobody waiting, an acquisition is a compare-and-set, a release another, and nothing is
 * allocated. Else a small object a wait, and a short lock at each end of it. No thread is ever blocked for a permit.
 *
 * <p><b>Errors.</b> Asking for less than one permit, or for more than there are in all, is refused as the task is built. A
 * release too many fails with an {@link IllegalStateException}, and changes nothing.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Semaphore connections = Semaphore.create(4);
 * Task<List<Page>> pages = Task.parTraverse(urls, url -> connections.withPermit(fetch(url)));
 * }</pre>
 */
public final class Semaphore {
    private static final String AWAITED = "a permit of a Semaphore";

    final Permits permits;
    private final EventNode<@Nullable Void> acquire;
    private final Task<Boolean> tryAcquire;
    private final Task<@Nullable Void> release;
    private final Runnable giveBackOne = this::giveBackOne;

    private Semaphore(int permits, int available) {
        this.permits = new Permits(permits, available);
        acquire = this.permits.acquire(1, AWAITED);
        tryAcquire = Task.delay(() -> this.permits.tryAcquire(1));
        release = Task.delay(() -> {
            giveBackOne();
            return null;
        });
    }

    /** A task that makes a new {@code Semaphore} each time it runs; see {@link #create(int)}. */
    public static Task<Semaphore> make(int permits) {
        checkPermits(permits);
        return Task.delay(() -> create(permits));
    }

    /** A new {@code Semaphore} of so many permits, all available, made at once. */
    public static Semaphore create(int permits) {
        checkPermits(permits);
        return new Semaphore(permits, permits);
    }

    /** A new {@code Semaphore} of so many permits, of which so many are available as it begins; the others count as taken. */
    public static Semaphore create(int permits, int available) {
        checkPermits(permits);
        if (available < 0 || available > permits) {
            throw new IllegalArgumentException("a Semaphore of " + permits + " permits begins with 0 to " + permits
                    + " of them available, not with " + available);
        }
        return new Semaphore(permits, available);
    }

    private static void checkPermits(int permits) {
        if (permits < 1) {
            throw new IllegalArgumentException("a Semaphore has at least 1 permit, but was to be made with " + permits
                    + "; to begin with none available use create(permits, 0)");
        }
    }

    /** Takes a permit, waiting for it where it must. */
    public Task<@Nullable Void> acquire() {
        return acquire;
    }

    /** Takes {@code n} permits at once, waiting until so many are there and all who came earlier are served. */
    public Task<@Nullable Void> acquireN(int n) {
        return event(n);
    }

    /** Takes a permit where one is there and nobody waits; gives whether it has. Never waits. */
    public Task<Boolean> tryAcquire() {
        return tryAcquire;
    }

    /** Takes {@code n} permits where so many are there and nobody waits, else none; gives whether it has. Never waits. */
    public Task<Boolean> tryAcquireN(int n) {
        checkCount(n, "taken from");
        return Task.delay(() -> permits.tryAcquire(n));
    }

    /** Gives a permit back. */
    public Task<@Nullable Void> release() {
        return release;
    }

    /** Gives {@code n} permits back. */
    public Task<@Nullable Void> releaseN(int n) {
        checkCount(n, "given back to");
        return Task.delay(() -> {
            giveBack(n);
            return null;
        });
    }

    /** Runs {@code task} with a permit, which is given back once, whatever the end; waits for it where it must. */
    public <A extends @Nullable Object> Task<A> withPermit(Task<A> task) {
        return HoldNode.of(acquire, task, "the argument of withPermit", giveBackOne);
    }

    /** Runs {@code task} with {@code n} permits, which are given back once, whatever the end. */
    public <A extends @Nullable Object> Task<A> withPermits(int n, Task<A> task) {
        return HoldNode.of(event(n), task, "the argument of withPermits", () -> giveBack(n));
    }

    /** How many permits there are in all. */
    public int permits() {
        return permits.most();
    }

    /** How many permits are available; with others at work the answer may be old as it comes. */
    public Task<Integer> available() {
        return Task.delay(permits::available);
    }

    /** How many fibers wait; with others at work the answer may be old as it comes. */
    public Task<Integer> waiting() {
        return Task.delay(permits::waiting);
    }

    private EventNode<@Nullable Void> event(int n) {
        checkCount(n, "taken from");
        return n == 1 ? acquire : permits.acquire(n, n + " permits of a Semaphore");
    }

    private void checkCount(int n, String done) {
        if (n < 1) {
            throw new IllegalArgumentException(
                    "at least 1 permit is " + done + " a Semaphore at a time, but " + n + " were asked for");
        }
        if (n > permits.most()) {
            throw new IllegalArgumentException(n + " permits were to be " + done + " a Semaphore that has "
                    + permits.most() + " in all, which would never be; make it with more, or ask for fewer");
        }
    }

    private void giveBackOne() {
        giveBack(1);
    }

    private void giveBack(int n) {
        if (!permits.release(n)) {
            throw new IllegalStateException("a Semaphore takes back what was taken, but " + n
                    + (n == 1 ? " permit was" : " permits were") + " given back with " + permits.available() + " of "
                    + permits.most() + " there; a release without an acquisition, or the second for one? withPermit"
                    + " releases once");
        }
    }

    @Override
    public String toString() {
        return "Semaphore(" + permits.available() + " of " + permits.most() + " available, " + permits.waiting()
                + " waiting)";
    }
}
