package dev.clew.internal.kernel;

import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Synchronises on a choice: takes the first of its events that can be taken at once, else waits for whichever comes first.
 *
 * <p>The events are first asked in order, and nobody knows of this fiber meanwhile: so what is there is taken by the means of
 * that event alone, and no cell is made. Only then are they all told, by a {@link Choice}.
 *
 * @param <A> the value
 */
public final class SyncNode<A extends @Nullable Object> extends Node<A> {
    /** Instead of the number of an arm: none has won. */
    public static final int NONE = -1;

    private final EventNode<?>[] events;
    private final @Nullable Wrap[] wraps;
    private final Arms.@Nullable Group group;

    /** Told which arm has won, or that none has. A node with this is run once. */
    private final @Nullable IntConsumer chosen;

    SyncNode(EventNode<?>[] events, @Nullable Wrap[] wraps, Arms.@Nullable Group group, @Nullable IntConsumer chosen) {
        this.events = events;
        this.wraps = wraps;
        this.group = group;
        this.chosen = chosen;
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            if (fiber.isCancelling()) {
                chose(NONE);
            }
            return UNWIND;
        }
        int[] order = group == null ? null : group.order(fiber, events.length);
        for (int i = 0; i < events.length; i++) {
            int arm = order == null ? i : order[i];
            Object value = events[arm].now(fiber);
            if (value != WaitNode.WAIT) {
                chose(arm);
                return value == UNWIND ? UNWIND : wrap(arm, fiber, strand, value, depth);
            }
        }
        if (fiber.carrier().isGuest()) {
            return fiber.leaveGuest(strand, this);
        }
        return await(fiber, strand, order, depth);
    }

    private @Nullable Object await(FiberState fiber, Strand strand, int @Nullable [] order, int depth) {
        Choice choice = new Choice(this, events.length);
        for (int i = 0; i < events.length; i++) {
            int arm = order == null ? i : order[i];
            if (!choice.enlist(fiber, arm, events[arm])) {
                return choice.take(fiber) instanceof WaitCell won
                        ? choice.goOn(fiber, strand, won, depth)
                        : fiber.raise(new IllegalStateException("a choice was cancelled before its fiber waited"));
            }
        }
        return fiber.suspend(strand, choice);
    }

    /** Does with the value of an arm what is to be done with it. */
    @Nullable
    Object wrap(int arm, FiberState fiber, Strand strand, @Nullable Object value, int depth) {
        Wrap wrap = wraps[arm];
        return wrap == null ? value : wrap.apply(fiber, strand, value, depth);
    }

    void chose(int arm) {
        IntConsumer told = chosen;
        if (told != null) {
            told.accept(arm);
        }
    }

    @Override
    Node<?> refused(Throwable refusal) {
        chose(NONE);
        return new Fail<>(refusal);
    }
}
