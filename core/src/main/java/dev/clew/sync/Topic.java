package dev.clew.sync;

import dev.clew.Resource;
import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Messages that each subscriber gets: publish and subscribe.
 *
 * <p><b>Semantics.</b> A subscription is a {@link Queue} of the subscriber's own, which gets what is published from the
 * subscribing on. What kind it is the subscriber chooses, and with it what happens where it is slow: {@link Queue#bounded}
 * holds publishers back, {@link Queue#dropping} and {@link Queue#sliding} lose messages of this subscriber,
 * {@link Queue#unbounded} keeps them all. What one fiber publishes each subscriber gets in that order; what several publish
 * at once, different subscribers may get in different orders.
 *
 * <p>Closing a topic closes the subscriptions: what is in them can still be taken.
 *
 * <p><b>Cancellation.</b> Cancel safe: a publish that is cancelled while it waits has reached those subscribers that had room.
 *
 * <p><b>Memory effects.</b> What happens before a publish happens before whatever follows the take of its message.
 *
 * <p><b>Cost.</b> Of a publish, an offer for each subscriber; of a subscription or its end, a copy of the list of subscribers.
 *
 * <p><b>Errors.</b> {@link QueueClosedException} from a publish to a topic that is closed, or is while it waits.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Topic<Integer> prices = Topic.create();
 * Task<Integer> latest = prices.subscribe(() -> Queue.sliding(1))
 *         .use(queue -> prices.publish(184).then(prices.publish(185)).then(queue.take()));
 * }</pre>
 *
 * @param <A> the messages
 */
public final class Topic<A extends @Nullable Object> {
    private final CopyOnWriteArrayList<Queue<A>> subscriptions = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    private Topic() {}

    /** A task that makes a new topic each time it runs. */
    public static <A extends @Nullable Object> Task<Topic<A>> make() {
        return Task.delay(Topic::new);
    }

    /** A new topic, made at once. */
    public static <A extends @Nullable Object> Topic<A> create() {
        return new Topic<>();
    }

    /**
     * A subscription, by a queue that {@code kind} makes anew for each use; it ends with the use.
     *
     * <p><b>Semantics.</b> The queue is closed when the use has ended, and no publisher waits for it any more. Of a topic that
     * is closed it is a closed one.
     */
    public Resource<Queue<A>> subscribe(Callable<? extends Queue<A>> kind) {
        Objects.requireNonNull(kind, "what makes the queue of a subscription was wanted, not null");
        return Resource.make(
                Task.delay(() -> enter(Objects.requireNonNull(
                        kind.call(), "what makes the queue of a subscription gave null where a Queue was wanted"))),
                this::leave);
    }

    Queue<A> enter(Queue<A> queue) {
        if (!closed) {
            subscriptions.add(queue);
        }
        if (closed) {
            core(queue).close();
        }
        return queue;
    }

    private Task<@Nullable Void> leave(Queue<A> queue) {
        return Task.delay(() -> {
            leaveNow(queue);
            return null;
        });
    }

    void leaveNow(Queue<A> queue) {
        subscriptions.removeIf(other -> other == queue);
        core(queue).close();
    }

    /**
     * Gives {@code message} to each subscriber; waits for those that hold publishers back.
     *
     * <p><b>Semantics.</b> Subscribers with room get it at once. Then the others are waited for, one after the other, in the
     * order in which they subscribed. Who subscribes meanwhile does not get it, and who leaves is not waited for.
     */
    public Task<@Nullable Void> publish(A message) {
        return Task.defer(() -> publishRest(message, offerToAll(message), 0));
    }

    /** Gives {@code message} to all that have room; gives those that have none and hold publishers back. */
    List<Queue<A>> offerToAll(A message) {
        refuseIfClosed();
        Object answer = Answer.value(message);
        List<Queue<A>> full = new ArrayList<>();
        for (Queue<A> queue : subscriptions) {
            switch (core(queue).offer(answer)) {
                case ACCEPTED, DROPPED -> {}
                case FULL -> full.add(queue);
                // Its subscriber has left, or the topic was closed meanwhile: then this comes after that.
                case CLOSED -> refuseIfClosed();
            }
        }
        return full;
    }

    private Task<@Nullable Void> publishRest(A message, List<Queue<A>> full, int from) {
        if (from == full.size()) {
            return Task.unit();
        }
        return full.get(from)
                .offer(message)
                .recoverWith(error -> {
                    if (error instanceof QueueClosedException) {
                        refuseIfClosed();
                        return Task.now(false);
                    }
                    return Task.fail(error);
                })
                .flatMap(in -> publishRest(message, full, from + 1));
    }

    private void refuseIfClosed() {
        if (closed) {
            throw QueueClosedException.publishing();
        }
    }

    private static QueueCore core(Queue<?> queue) {
        return ((CoreQueue<?>) queue).core();
    }

    /** How many subscriptions there are. */
    public Task<Integer> subscribers() {
        return Task.delay(subscriptions::size);
    }

    /** Ends the topic, and closes the queues of its subscribers. Closing once more changes nothing. */
    public Task<@Nullable Void> close() {
        return Task.delay(() -> {
            closeNow();
            return null;
        });
    }

    void closeNow() {
        closed = true;
        subscriptions.forEach(queue -> core(queue).close());
    }

    /** Whether {@link #close} was called. */
    public Task<Boolean> isClosed() {
        return Task.delay(() -> closed);
    }
}
