package dev.clew.sync;

import dev.clew.internal.kernel.Answer;
import dev.clew.sync.QueueCore.WhenFull;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Queue} from which the least element is taken first, and of equal ones that which came first.
 *
 * <p><b>Semantics.</b> As of a {@code Queue}, but for the order. An element that an offerer waits with is not in the queue: it
 * is compared with the others once there is room for it, and offerers get room in the order of their coming.
 *
 * <p><b>Cancellation.</b> Cancel safe, as of a {@code Queue}.
 *
 * <p><b>Memory effects.</b> As of a {@code Queue}.
 *
 * <p><b>Cost.</b> A short lock for each operation, and time logarithmic in the number of elements.
 *
 * <p><b>Errors.</b> What the comparator throws is the error of the offer, and the element is not in; an element is compared
 * with itself before it is put in. The comparator is called under the lock: it must be quick and must not use this queue.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * PriorityQueue<Job> jobs = PriorityQueue.bounded(100, Comparator.comparing(Job::due));
 * }</pre>
 *
 * @param <A> the elements
 */
public final class PriorityQueue<A extends @Nullable Object> extends CoreQueue<A> {
    private PriorityQueue(long capacity, Comparator<? super A> order) {
        super(new QueueCore(store(order), capacity, WhenFull.WAIT));
    }

    /** With room for {@code capacity} elements. */
    public static <A extends @Nullable Object> PriorityQueue<A> bounded(int capacity, Comparator<? super A> order) {
        positive(capacity);
        return new PriorityQueue<>(capacity, order);
    }

    /** {@link #bounded(int, Comparator)} in the natural order of the elements. */
    public static <A extends Comparable<? super A>> PriorityQueue<A> bounded(int capacity) {
        return bounded(capacity, Comparator.<A>naturalOrder());
    }

    /** With room for any number of elements. */
    public static <A extends @Nullable Object> PriorityQueue<A> unbounded(Comparator<? super A> order) {
        return new PriorityQueue<>(Long.MAX_VALUE, order);
    }

    /** {@link #unbounded(Comparator)} in the natural order of the elements. */
    public static <A extends Comparable<? super A>> PriorityQueue<A> unbounded() {
        return unbounded(Comparator.<A>naturalOrder());
    }

    @SuppressWarnings("unchecked") // elements are As
    private static <A extends @Nullable Object> HeapStore store(Comparator<? super A> order) {
        Objects.requireNonNull(order, "a priority queue is ordered by a comparator, not by null");
        return new HeapStore((Comparator<@Nullable Object>) order, Answer::valueOf);
    }
}
