package dev.clew.sync;

import dev.clew.Task;
import dev.clew.sync.QueueCore.WhenFull;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Elements on their way from those who offer to those who take, any number of fibers on either side.
 *
 * <p><b>Semantics.</b> First in, first out; in a {@link PriorityQueue} the least first. The kinds differ in what an
 * {@link #offer} does where there is no room:
 *
 * <table>
 * <caption>Kinds</caption>
 * <tr><th>made by</th><th>room for</th><th>an offer that finds no room</th></tr>
 * <tr><td>{@link #bounded}</td><td>{@code capacity}</td><td>waits</td></tr>
 * <tr><td>{@link #unbounded}</td><td>any number</td><td></td></tr>
 * <tr><td>{@link #synchronous}</td><td>none</td><td>waits until its element is taken</td></tr>
 * <tr><td>{@link #dropping}</td><td>{@code capacity}</td><td>drops its own element, the newest, and gives false</td></tr>
 * <tr><td>{@link #sliding}, {@link #circular}</td><td>{@code capacity}</td><td>drops the oldest element of the queue</td></tr>
 * </table>
 *
 * <p>Who waits is served in the order of coming, takers as well as offerers, and nobody who comes later passes by, not even
 * with {@link #tryTake} or {@link #tryOffer}. What one fiber offers is taken in that order. {@link #take} and {@link #offer}
 * commit one thing, so they may be alternatives of a choice.
 *
 * <p>Once the queue is closed nothing can be offered. What is in it can still be taken; then whoever takes is told by a
 * {@link QueueClosedException}.
 *
 * <p><b>Cancellation.</b> Cancel safe: a cancelled offer has put nothing in, a cancelled take leaves its element in the
 * queue, and neither leaves a waiter behind. A take that is cancelled in the moment in which it is served completes; whoever
 * must not lose what it took writes {@code Task.uncancelable(poll -> poll.apply(queue.take()).flatMap(record))}.
 *
 * <p><b>Memory effects.</b> What happens before an offer happens before whatever follows the take of its element.
 *
 * <p><b>Cost.</b> Without waiting, an offer and a take are a compare-and-set each, and no lock; a cell of four to eight bytes
 * for each element; nothing is allocated by a take. Where somebody waits, a short lock, and a small object for each wait. No
 * thread is ever blocked for an element or for room.
 *
 * <p><b>Errors.</b> {@link QueueClosedException}, as said; a capacity that is not positive is refused with
 * {@link IllegalArgumentException}.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Queue<Integer> orders = Queue.bounded(64);
 * Task<Integer> desk = orders.take().zipWith(orders.take(), Integer::sum);
 * Task<Integer> both = desk.both(orders.offer(1).then(orders.offer(2))).map(pair -> pair.first());
 * }</pre>
 *
 * @param <A> the elements; null is one like any other
 */
public sealed interface Queue<A extends @Nullable Object> permits CoreQueue {
    /** A new queue in order of coming, with a bound. */
    private static <A extends @Nullable Object> Queue<A> fifo(int capacity, WhenFull whenFull) {
        CoreQueue.positive(capacity);
        return new CoreQueue<>(new QueueCore(new FifoStore(capacity), capacity, whenFull));
    }

    // ---- making -----------------------------------------------------------------------------------------

    /** A queue with room for {@code capacity} elements, at which offers wait for room. */
    static <A extends @Nullable Object> Queue<A> bounded(int capacity) {
        return fifo(capacity, WhenFull.WAIT);
    }

    /** A queue that always has room: what offers more than is taken fills the heap. */
    static <A extends @Nullable Object> Queue<A> unbounded() {
        return new CoreQueue<>(new QueueCore(new FifoStore(Long.MAX_VALUE), Long.MAX_VALUE, WhenFull.WAIT));
    }

    /**
     * A queue that keeps nothing: an offer waits until its element is taken, a take until one is offered.
     *
     * @implNote An offer and a take that both are alternatives of choices, and meet while the choice of the taker is just
     *     decided otherwise, may leave the element in the queue for the next taker.
     */
    static <A extends @Nullable Object> Queue<A> synchronous() {
        return new CoreQueue<>(new QueueCore(new FifoStore(0), 0, WhenFull.WAIT));
    }

    /** A queue with room for {@code capacity} elements, which drops what is offered when it is full: the oldest stay. */
    static <A extends @Nullable Object> Queue<A> dropping(int capacity) {
        return fifo(capacity, WhenFull.DROP_NEWEST);
    }

    /**
     * A queue with room for {@code capacity} elements, which drops the oldest when one is offered and it is full: a window
     * that slides over what is offered.
     */
    static <A extends @Nullable Object> Queue<A> sliding(int capacity) {
        return fifo(capacity, WhenFull.DROP_OLDEST);
    }

    /**
     * Another word for {@link #sliding}, which is the word of ZIO: a circular buffer, as Cats Effect calls it, goes round and
     * overwrites what is oldest.
     */
    static <A extends @Nullable Object> Queue<A> circular(int capacity) {
        return sliding(capacity);
    }

    // ---- offering ---------------------------------------------------------------------------------------

    /**
     * Puts {@code element} in; waits for room where the kind of queue does.
     *
     * <p><b>Semantics.</b> Gives true, or false where the element was dropped because a {@link #dropping} queue is full.
     *
     * <p><b>Errors.</b> {@link QueueClosedException} if the queue is closed, or is before there was room.
     */
    Task<Boolean> offer(A element);

    /** {@link #offer} that never waits: gives false, and nothing is in, where there is no room or others wait for it. */
    Task<Boolean> tryOffer(A element);

    /**
     * {@link #tryOffer}, at once, from any thread, as from a callback.
     *
     * @throws QueueClosedException if the queue is closed
     */
    boolean offerNow(A element);

    /**
     * Offers each of {@code elements} in turn, and waits for room as often as it must; gives how many were not dropped.
     *
     * <p><b>Semantics.</b> {@code Task.traverse(elements, queue::offer)}: elements of others may come in between.
     *
     * <p><b>Cancellation.</b> What was put in before stays in.
     */
    Task<Integer> offerAll(Iterable<? extends A> elements);

    // ---- taking -----------------------------------------------------------------------------------------

    /**
     * Takes the next element; waits until there is one.
     *
     * <p><b>Errors.</b> {@link QueueClosedException} if the queue is closed and empty, or is before there was an element.
     */
    Task<A> take();

    /**
     * {@link #take} that never waits: gives null where there is no element, or others wait for it. In a queue of nulls,
     * {@code takeUpTo(1)} tells one from none.
     */
    Task<@Nullable A> tryTake();

    /**
     * Takes what is there, at most {@code max} elements, and does not wait: the list may be empty.
     *
     * <p><b>Errors.</b> {@link QueueClosedException} if the queue is closed and empty; {@link IllegalArgumentException} for a
     * {@code max} that is not positive.
     */
    Task<List<A>> takeUpTo(int max);

    /**
     * Takes what is there, at most {@code max} elements, at once; waits until there are at least {@code min}.
     *
     * <p><b>Semantics.</b> All of them are taken in one step, so a wait holds none; those who come later wait behind it. While
     * it waits for more than the capacity, the queue has room for {@code min}. When the queue is closed it gets what is left.
     *
     * <p><b>Errors.</b> {@link QueueClosedException} if the queue is closed and empty; {@link IllegalArgumentException} unless
     * {@code 1 <= min <= max}.
     */
    Task<List<A>> takeBetween(int min, int max);

    // ---- size, and closing ------------------------------------------------------------------------------

    /** How many elements are in the queue, without those that offerers wait with; {@link Integer#MAX_VALUE} for more. */
    Task<Integer> size();

    /**
     * Ends the queue. What is in it can still be taken.
     *
     * <p><b>Semantics.</b> Whoever waits for room, or offers later, fails with {@link QueueClosedException}, and its element is
     * not in. Whoever waits for an element, of which there is none then, fails as well, and so does whoever takes after the
     * last element. Closing once more changes nothing.
     */
    Task<@Nullable Void> close();

    /** Whether {@link #close} was called; elements may be left. */
    Task<Boolean> isClosed();
}
