package dev.clew.sync;

import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A {@link Queue}: its tasks, each made of one call of its {@link QueueCore}. */
sealed class CoreQueue<A extends @Nullable Object> implements Queue<A> permits PriorityQueue {
    /** After so many elements of one offer a cancellation is looked for. */
    private static final int MOST_AT_ONCE = 256;

    private final QueueCore core;
    private final Task<A> take;

    CoreQueue(QueueCore core) {
        this.core = core;
        this.take = new QueueNodes.Take<>(core);
    }

    static void positive(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException(
                    "the capacity of a queue must be positive, not " + capacity
                            + "; use Queue.synchronous() for a queue that keeps nothing, or Queue.unbounded() for one without a bound");
        }
    }

    // ---- offering ---------------------------------------------------------------------------------------

    @Override
    public Task<Boolean> offer(A element) {
        return new QueueNodes.Offer(core, Answer.value(element));
    }

    @Override
    public Task<Boolean> tryOffer(A element) {
        return Task.delay(() -> offerNow(element));
    }

    @Override
    public boolean offerNow(A element) {
        return switch (core.offer(Answer.value(element))) {
            case ACCEPTED -> true;
            case FULL, DROPPED -> false;
            case CLOSED -> throw QueueClosedException.offering();
        };
    }

    @Override
    public Task<Integer> offerAll(Iterable<? extends A> elements) {
        Objects.requireNonNull(elements, "elements were wanted, not null");
        return Task.defer(() -> offerRest(elements.iterator(), 0));
    }

    private Task<Integer> offerRest(Iterator<? extends A> rest, int before) {
        int accepted = before;
        for (int turn = 0; rest.hasNext(); turn++) {
            if (turn == MOST_AT_ONCE) {
                int soFar = accepted;
                return Task.defer(() -> offerRest(rest, soFar));
            }
            A element = rest.next();
            switch (core.offer(Answer.value(element))) {
                case ACCEPTED -> accepted++;
                case DROPPED -> {}
                case FULL, CLOSED -> {
                    int soFar = accepted;
                    return offer(element).flatMap(in -> offerRest(rest, in ? soFar + 1 : soFar));
                }
            }
        }
        return Task.now(accepted);
    }

    // ---- taking -----------------------------------------------------------------------------------------

    @Override
    public Task<A> take() {
        return take;
    }

    @Override
    public Task<@Nullable A> tryTake() {
        return Task.delay(this::takeNow);
    }

    @SuppressWarnings("unchecked") // an element is an A
    @Nullable
    A takeNow() {
        Object element = core.take();
        if (element == null) {
            refuseAtEnd();
            return null;
        }
        return (A) Answer.valueOf(element);
    }

    @Override
    public Task<List<A>> takeUpTo(int max) {
        between(1, max);
        return Task.delay(() -> takeUpToNow(max));
    }

    private List<A> takeUpToNow(int max) {
        Object[] elements = core.takeUpTo(max);
        if (elements.length == 0) {
            refuseAtEnd();
        }
        return typed(TakeCell.listOf(elements));
    }

    /** An empty answer is not one from a closed queue: nothing comes any more. */
    private void refuseAtEnd() {
        if (core.isClosed() && core.size() == 0) {
            throw QueueClosedException.taking();
        }
    }

    @Override
    public Task<List<A>> takeBetween(int min, int max) {
        between(min, max);
        return new QueueNodes.TakeBetween<>(core, min, max);
    }

    private static void between(int min, int max) {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "a number of elements to take lies between a positive minimum and a maximum that"
                            + " is not below it, not between " + min + " and " + max
                            + "; use takeUpTo(max) for a minimum of none");
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // elements are As
    private List<A> typed(List<@Nullable Object> elements) {
        return (List) elements;
    }

    // ---- size, and closing ------------------------------------------------------------------------------

    @Override
    public Task<Integer> size() {
        return Task.delay(() -> (int) Math.min(core.size(), Integer.MAX_VALUE));
    }

    @Override
    public Task<@Nullable Void> close() {
        return Task.delay(() -> {
            core.close();
            return null;
        });
    }

    @Override
    public Task<Boolean> isClosed() {
        return Task.delay(core::isClosed);
    }

    QueueCore core() {
        return core;
    }
}
