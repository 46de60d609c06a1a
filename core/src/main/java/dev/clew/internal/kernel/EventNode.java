package dev.clew.internal.kernel;

import dev.clew.Task;
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
    /** The event that {@code task} is; null where it is something else. */
    @SuppressWarnings("unchecked")
    public static <A extends @Nullable Object> @Nullable EventNode<A> of(Task<A> task) {
        Task<?> t = task;
        while (t instanceof LocatedNode<?> located) {
            t = located.first();
        }
        return t instanceof EventNode<?> event ? (EventNode<A>) event : null;
    }

    /** What {@link #now} gives where the thing is there, and is an error. */
    protected static Object failed(FiberState fiber, Throwable error) {
        return fiber.raise(error);
    }

    /** What gives the thing and gets it back, where the thing is held for a while; null where it is not. */
    protected @Nullable Object source() {
        return null;
    }

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
