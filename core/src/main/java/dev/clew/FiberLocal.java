package dev.clew;

import dev.clew.internal.kernel.LocalNodes;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A variable of which each fiber has its own value.
 *
 * <p><b>Semantics.</b> Children (fibers and branches) inherit the value at the moment they are forked. A write is seen
 * by later steps of the same fiber or branch; never by its parent or a sibling, whether or not a branch ran inline.
 *
 * <p><b>Cost.</b> A read is linear in the number of locals that are set; a write copies that table. Fibers that use none
 * pay nothing.
 *
 * @param <A> the value
 */
public final class FiberLocal<A extends @Nullable Object> {
    private final A initial;

    private FiberLocal(A initial) {
        this.initial = initial;
    }

    /** A new local whose value is {@code initial} wherever nothing else was set. */
    public static <A extends @Nullable Object> FiberLocal<A> of(A initial) {
        return new FiberLocal<>(initial);
    }

    /** The value given to {@link #of}. */
    public A initial() {
        return initial;
    }

    /** Reads the value of the fiber or branch that runs this. */
    public Task<A> get() {
        return LocalNodes.get(this);
    }

    /** Sets the value for the rest of the fiber or branch that runs this. */
    public Task<@Nullable Void> set(A value) {
        return LocalNodes.set(this, value);
    }

    /** {@link #get()}, then {@link #set} of {@code f} of it. An error of {@code f} is the error, and nothing is set. */
    public Task<@Nullable Void> update(UnaryOperator<A> f) {
        return get().flatMap(a -> set(f.apply(a)));
    }

    /** {@code task} with {@code value} set; what was there before is restored on every kind of end. */
    public <B extends @Nullable Object> Task<B> locally(A value, Task<B> task) {
        return LocalNodes.locally(this, value, task);
    }
}
