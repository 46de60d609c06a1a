package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A wait for one thing, in the sense of Concurrent ML a base event: a task by itself, and an alternative of a choice.
 *
 * <p>{@link #now} takes what is there at once. Else a cell is made by {@link #cell} and made known by {@link #enlist};
 * whoever has something for it completes it, and <i>gives the thing to the next one where that says false</i>: the cell
 * was cancelled, or another alternative of its choice has won. A cell that loses is told by
 * {@link WaitCell#abandoned}, and leaves nothing behind.
 *
 * @param <A> the value
 */
public abstract class EventNode<A extends @Nullable Object> extends WaitNode<A> {
    /** A new cell, known to nobody. */
    protected WaitCell cell() {
        return new WaitCell();
    }

    /** Lets others know of {@code cell}, a cell that {@link #cell} made. They may complete it at once; so may this. */
    protected abstract void enlist(FiberState fiber, WaitCell cell) throws Exception;

    @Override
    protected final WaitCell register(FiberState fiber, Strand strand) throws Exception {
        WaitCell cell = cell();
        enlist(fiber, cell);
        return cell;
    }
}
