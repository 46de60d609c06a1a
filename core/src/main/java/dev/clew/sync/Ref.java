package dev.clew.sync;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.Task.Pair;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A variable that fibers share, changed by one atomic step at a time.
 *
 * <p><b>Semantics.</b> There is always a value. A change by a function reads, applies the function, and writes if nobody has
 * written meanwhile; else it begins again. So the function may run more than once: it should be quick, and do nothing but
 * compute. A change that waits or has effects belongs into an {@link AtomicCell}. What the function throws is the error, and the
 * value stays.
 *
 * <p><b>Cancellation.</b> Cancel safe: nothing here waits, and a change is done or has not begun.
 *
 * <p><b>Memory effects.</b> Of a volatile variable: what happens before a write happens before whatever follows a read of what
 * was written.
 *
 * <p><b>Cost.</b> A read is a read, a write a write; a change is a compare-and-set a try.
 *
 * <p><b>Errors.</b> What a function throws is the error of the task, and the value stays.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Ref<Integer> count = Ref.create(0);
 * Task<Integer> number = count.updateAndGet(n -> n + 1);
 * }</pre>
 *
 * @param <A> the value
 */
public final class Ref<A extends @Nullable Object> {
    private static final VarHandle VALUE = VarHandles.field(MethodHandles.lookup(), "value", Object.class);

    private volatile @Nullable Object value;

    private final Task<A> get = Task.delay(this::read);

    private Ref(A first) {
        value = first;
    }

    /** A task that makes a new {@code Ref} each time it runs. */
    public static <A extends @Nullable Object> Task<Ref<A>> make(A first) {
        return Task.delay(() -> new Ref<>(first));
    }

    /** A new {@code Ref} with the value {@code first}, made at once. */
    public static <A extends @Nullable Object> Ref<A> create(A first) {
        return new Ref<>(first);
    }

    /** The value. */
    public Task<A> get() {
        return get;
    }

    /** Sets the value. */
    public Task<@Nullable Void> set(A next) {
        return Task.delay(() -> {
            value = next;
            return null;
        });
    }

    /** Changes the value by {@code f}. */
    public Task<@Nullable Void> update(Fn<? super A, ? extends A> f) {
        Fn<? super A, ? extends A> change = function(f);
        return Task.delay(() -> {
            change(change);
            return null;
        });
    }

    /** Changes the value, and gives what else {@code f} computes: its pair is the next value, and the result. */
    public <B extends @Nullable Object> Task<B> modify(Fn<? super A, ? extends Pair<? extends A, ? extends B>> f) {
        Fn<? super A, ? extends Pair<? extends A, ? extends B>> change = function(f);
        return Task.delay(() -> {
            for (; ; ) {
                A before = read();
                Pair<? extends A, ? extends B> pair = Objects.requireNonNull(
                        change.apply(before),
                        "the function of modify gave null where a pair of the next value and a result was wanted");
                if (VALUE.compareAndSet(this, before, pair.first())) {
                    return pair.second();
                }
            }
        });
    }

    /** Sets the value, and gives the one before. */
    public Task<A> getAndSet(A next) {
        return Task.delay(() -> typed(VALUE.getAndSet(this, next)));
    }

    /** Changes the value by {@code f}, and gives the one before. */
    public Task<A> getAndUpdate(Fn<? super A, ? extends A> f) {
        Fn<? super A, ? extends A> change = function(f);
        return Task.delay(() -> change(change).first());
    }

    /** Changes the value by {@code f}, and gives the new one. */
    public Task<A> updateAndGet(Fn<? super A, ? extends A> f) {
        Fn<? super A, ? extends A> change = function(f);
        return Task.delay(() -> change(change).second());
    }

    /** Sets the value if it is {@code expected}, the very object and not an equal one; gives whether it was. */
    public Task<Boolean> compareAndSet(A expected, A next) {
        return Task.delay(() -> VALUE.compareAndSet(this, expected, next));
    }

    /** Changes the value by {@code f}, called once; gives false, and changes nothing, where somebody has written meanwhile. */
    public Task<Boolean> tryUpdate(Fn<? super A, ? extends A> f) {
        Fn<? super A, ? extends A> change = function(f);
        return Task.delay(() -> {
            A before = read();
            return VALUE.compareAndSet(this, before, change.apply(before));
        });
    }

    private Pair<A, A> change(Fn<? super A, ? extends A> f) throws Exception {
        for (; ; ) {
            A before = read();
            A after = f.apply(before);
            if (VALUE.compareAndSet(this, before, after)) {
                return new Pair<>(before, after);
            }
        }
    }

    private A read() {
        return typed(value);
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // what was written is an A, which may allow null
    private A typed(@Nullable Object written) {
        return (A) written;
    }

    private static <T> T function(@Nullable T f) {
        return Objects.requireNonNull(f, "a Ref is changed by a function, not by null");
    }

    @Override
    public String toString() {
        return "Ref(" + value + ")";
    }
}
