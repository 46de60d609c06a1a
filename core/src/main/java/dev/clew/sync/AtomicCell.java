package dev.clew.sync;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.Task.Pair;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A variable that fibers share, changed by tasks, one after another.
 *
 * <p><b>Semantics.</b> A change waits until all earlier ones have ended, runs its task on the value, and writes what that gives.
 * The task runs once, may wait, and must not change the same cell, which would wait for itself. If it fails or is cancelled
 * the value stays. {@link #get} does not wait: it gives what the last change to end has written. For changes that are mere
 * functions a {@link Ref} is cheaper.
 *
 * <p><b>Cancellation.</b> Cancel safe: a change that is cancelled while it waits or runs changes nothing, and the next goes on.
 *
 * <p><b>Memory effects.</b> What happens before the end of a change happens before whatever follows a later change or a read of
 * what was written.
 *
 * <p><b>Cost.</b> That of a {@link Mutex} and of the task.
 *
 * <p><b>Errors.</b> That of the task, and what its function throws, is the error of the change, and the value stays.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * AtomicCell<Token> token = AtomicCell.create(expired);
 * Task<Token> valid = token.updateAndGet(t -> t.isExpired() ? fetchToken() : Task.now(t));
 * }</pre>
 *
 * @param <A> the value
 */
public final class AtomicCell<A extends @Nullable Object> {
    private final Mutex mutex = Mutex.create();
    private volatile A value;
    private final Task<A> get = Task.delay(() -> this.value);

    private AtomicCell(A first) {
        value = first;
    }

    /** A task that makes a new {@code AtomicCell} each time it runs. */
    public static <A extends @Nullable Object> Task<AtomicCell<A>> make(A first) {
        return Task.delay(() -> new AtomicCell<>(first));
    }

    /** A new {@code AtomicCell} with the value {@code first}, made at once. */
    public static <A extends @Nullable Object> AtomicCell<A> create(A first) {
        return new AtomicCell<>(first);
    }

    /** The value. Does not wait for a change that runs. */
    public Task<A> get() {
        return get;
    }

    /** Sets the value after all earlier changes. */
    public Task<@Nullable Void> set(A next) {
        return mutex.withLock(Task.delay(() -> {
            value = next;
            return null;
        }));
    }

    /** Changes the value to what the task {@code f} gives for it. */
    public Task<@Nullable Void> update(Fn<? super A, ? extends Task<? extends A>> f) {
        return updateAndGet(f).thenReturn(null);
    }

    /** Changes the value to what the task {@code f} gives for it, and gives the one before. */
    public Task<A> getAndUpdate(Fn<? super A, ? extends Task<? extends A>> f) {
        Fn<? super A, ? extends Task<? extends A>> change = function(f);
        return modify(before -> task(change.apply(before)).map(after -> new Pair<A, A>(after, before)));
    }

    /** Changes the value to what the task {@code f} gives for it, and gives the new one. */
    public Task<A> updateAndGet(Fn<? super A, ? extends Task<? extends A>> f) {
        Fn<? super A, ? extends Task<? extends A>> change = function(f);
        return modify(before -> task(change.apply(before)).map(after -> new Pair<A, A>(after, after)));
    }

    /** Changes the value, and gives what else the task computes: its pair is the next value, and the result. */
    public <B extends @Nullable Object> Task<B> modify(
            Fn<? super A, ? extends Task<? extends Pair<? extends A, ? extends B>>> f) {
        Fn<? super A, ? extends Task<? extends Pair<? extends A, ? extends B>>> change = function(f);
        return mutex.withLock(Task.<B>defer(() -> task(change.apply(value)).map(this::write)));
    }

    private <B extends @Nullable Object> B write(Pair<? extends A, ? extends B> pair) {
        Pair<? extends A, ? extends B> known = Objects.requireNonNull(
                pair, "the task of modify gave null where a pair of the next value and a result was wanted");
        value = known.first();
        return known.second();
    }

    private static <T> T function(@Nullable T f) {
        return Objects.requireNonNull(f, "an AtomicCell is changed by a function that gives a task, not by null");
    }

    private static <T> T task(@Nullable T task) {
        return Objects.requireNonNull(
                task,
                "the function of a change gave null where a task was wanted; give Task.now(null) for a task of null");
    }

    @Override
    public String toString() {
        return "AtomicCell(" + value + ")";
    }
}
