package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A task that may have to wait: the base of everything that suspends a fiber until somebody completes a
 * {@link WaitCell}.
 *
 * @param <A> the value
 */
public abstract class WaitNode<A extends @Nullable Object> extends Node<A> {
    /** What {@link #now} gives where the value is not there. */
    public static final Object WAIT = new Object();

    /** The value where it is there already, UNWIND where that is an error that was raised, else {@link #WAIT}. Called once, on entering the node. */
    protected @Nullable Object now(FiberState fiber) {
        return WAIT;
    }

    /**
     * Makes a cell and lets others know of it. They may complete it at once. What this throws is the error of the task;
     * the cell is then forgotten.
     */
    protected abstract WaitCell register(FiberState fiber, Strand strand) throws Exception;

    @Override
    public final @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Object value = now(fiber);
        if (value != WAIT) {
            return value;
        }
        if (fiber.carrier().isGuest()) {
            return fiber.leaveGuest(strand, this);
        }
        WaitCell cell;
        try {
            cell = register(fiber, strand);
        } catch (Throwable thrown) {
            return fiber.raise(thrown);
        }
        return fiber.await(strand, cell);
    }
}
