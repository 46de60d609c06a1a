package dev.clew.sync;

import org.jspecify.annotations.Nullable;

/**
 * What a queue keeps its elements in, and in which order they leave it. Elements are never null: they are
 * {@link dev.clew.internal.kernel.Answer}s.
 *
 * <p>Each end is open or shut. At an open end any thread may call the {@code try} methods; at one that is shut they give
 * {@link #BUSY} and change nothing. All other methods are called by {@link QueueCore} alone, under its lock, with both ends
 * shut.
 */
abstract class Store {
    /** The end is shut: ask under the lock. */
    static final Object BUSY = new Object();

    /** The element is in. */
    static final int IN = 0;

    /** There are as many elements as may be. */
    static final int FULL = 1;

    /** {@link #BUSY} of {@link #tryOffer}. */
    static final int SHUT = 2;

    /** Puts {@code element} in: {@link #IN}, {@link #FULL} or {@link #SHUT}. */
    abstract int tryOffer(Object element);

    /** Takes the next element; null where there is none, or {@link #BUSY}. */
    abstract @Nullable Object tryTake();

    /** Takes {@code max} elements, or as many as there are if these are at least {@code min}; null, or {@link #BUSY}. */
    abstract @Nullable Object tryTakeSome(int min, int max);

    /** How many elements there are, exactly; negative where an end is shut. */
    abstract long trySize();

    /** How many elements there are. */
    abstract long size();

    /** Shuts both ends: when this returns, what was put in or taken at them can be seen here. */
    abstract void shut();

    /** Opens the ends that are named. */
    abstract void open(boolean forTakers, boolean forOfferers);

    /** The next element, which stays; there is one. */
    abstract Object peek();

    /** The next {@code n} elements, which stay; there are so many. */
    abstract Object[] peek(int n);

    /** Takes away the next {@code n} elements. */
    abstract void remove(int n);

    /** Does what may fail of putting {@code element} in. {@link #commit} or {@link #rollback} must follow. */
    abstract Object prepare(Object element);

    /** Puts in what was prepared. */
    abstract void commit(Object prepared);

    /** Forgets what was prepared. */
    abstract void rollback(Object prepared);
}
