package dev.clew.internal.queue;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An unbounded first-in-first-out queue for any number of threads on both ends, whose indices are its counts.
 *
 * <p>It keeps no element that was taken, and no segment whose elements were.
 */
final class Stripe {
    /*
     * Purpose. To add and to take by one fetch-and-add each, so that threads that come together all get something, and
     * to know how many were added and how many are there without a counter beside the queue.
     *
     * A list of segments, each an array and two indices. A producer claims the next slot by a fetch-and-add on
     * Segment.claimed and fills it by compare-and-set from null; a consumer claims one by a fetch-and-add on
     * Segment.taken and empties it. Whose claim lies beyond the array goes on to the next segment, which a producer
     * makes with its element in the first slot.
     *
     *   field           | writer               | access mode                   | pairs with
     *   ----------------+----------------------+-------------------------------+-----------------------------------------
     *   head, tail      | any, forwards        | compare-and-set; acquire read | next, which is set before
     *   Segment.claimed | producers            | fetch-and-add; acquire read   | taken, read before it to see "empty"
     *   Segment.taken   | consumers            | fetch-and-add; acquire read   | claimed
     *   Segment.slots[] | who claimed the slot | compare-and-set from null;    | acquire read of the consumer, or of a
     *                   |                      | cleared plainly once taken    | dump
     *   Segment.next    | producers, then who  | compare-and-set from null;    | acquire read
     *                   | moves head: itself   | release                       |
     *   corrections     | producers, rarely    | volatile add                  | claimed: read before
     *   reported        | readers of counts    | compare-and-set               | itself
     *
     * Slots. null -> element (its producer) -> null (its consumer), or null -> POISON (its consumer, who came first and
     * looked for a while in vain). A producer that finds its slot poisoned counts a correction and claims another. So no
     * consumer waits for a producer that was stopped between its two steps.
     *
     * Invariants.
     *   I1  each slot is claimed by at most one producer and one consumer.
     *   I2  next is set only when all slots are claimed by producers; head leaves a segment only when all are claimed by
     *       consumers, and tail leaves it before head does.
     *   I3  claims less corrections = elements added, but for those that are just being added, each of which counts as
     *       one or none.
     *
     * Order. Elements are taken in the order of their slots, and those of one producer lie in the order of its calls. Each
     * method is linearizable. An offer takes effect as its slot is filled, or its segment linked; a poll as it claims a slot that is filled,
     * or as its slot is filled if it claimed that before; a poll that gives null, between its read of taken and that of
     * claimed: there was no slot to claim then, and each element below is its consumer's.
     *
     * Counting. submitted reads claimed before corrections, so that it is never more than were begun, and gives the most
     * that was ever reported: between its correction and its next claim a producer counts as none. present reads taken
     * before claimed; consumers may have claimed beyond claimed, and then nothing is there.
     *
     * isEmpty, as a worker asks before it parks, counts elements and not claims. A producer that has only claimed will
     * fill, and then look for somebody to wake. An element that is filled and not seen is one that a consumer has claimed,
     * and he is awake.
     *
     * Retention. A consumer clears what it takes. Who moves head on moves tail on first, if it lags, and then links the
     * segment to itself: an old segment that the collector has not yet taken keeps no younger one.
     *
     * Memory. A producer makes a segment before it has claimed anything in it, and a consumer makes nothing: where memory
     * is short, offer throws and the queue is as it was.
     *
     * After Morrison and Afek's LCRQ (2013) and the array queue of Ramalhete and Correia (2016); here the indices serve
     * as counts, consumers look for a while before they poison, and consumed segments are unlinked.
     */

    private static final VarHandle HEAD = VarHandles.field(MethodHandles.lookup(), "head", Segment.class);
    private static final VarHandle TAIL = VarHandles.field(MethodHandles.lookup(), "tail", Segment.class);
    private static final VarHandle CORRECTIONS = VarHandles.field(MethodHandles.lookup(), "corrections", long.class);
    private static final VarHandle REPORTED = VarHandles.field(MethodHandles.lookup(), "reported", long.class);

    private final int size;

    @SuppressWarnings("unused")
    private Segment head;

    @SuppressWarnings("unused")
    private Segment tail;

    @SuppressWarnings("unused")
    private long corrections;

    @SuppressWarnings("unused")
    private long reported;

    /** An empty queue whose segments have {@code size} slots. */
    Stripe(int size) {
        this.size = size;
        this.head = new Segment(size);
        this.tail = head;
    }

    void offer(Object element) {
        for (; ; ) {
            Segment last = tailAcquire();
            long i = last.claim();
            if (i >= size) {
                if (append(last, element)) {
                    return;
                }
            } else if (last.fill((int) i, element)) {
                return;
            } else {
                correct();
            }
        }
    }

    /** A claim came to nothing. */
    void correct() {
        CORRECTIONS.getAndAdd(this, 1L);
    }

    /** Puts {@code element} into a new segment after {@code full}; false, with tail moved on, if there is one already. */
    private boolean append(Segment full, Object element) {
        Segment next = full.nextAcquire();
        if (next == null) {
            Segment fresh = new Segment(full, element);
            if (full.casNext(fresh)) {
                TAIL.compareAndSet(this, full, fresh);
                return true;
            }
            next = full.nextAcquire();
        }
        if (next != full) {
            TAIL.compareAndSet(this, full, next);
        }
        return false;
    }

    /** The oldest element, taken out; null if there is none. */
    @Nullable
    Object poll() {
        for (; ; ) {
            Segment first = headAcquire();
            long taken = first.takenAcquire();
            if (taken < size) {
                if (taken >= first.claimedAcquire()) {
                    return null;
                }
                long i = first.take();
                if (i < size) {
                    Object element = first.empty((int) i);
                    if (element != null) {
                        return element;
                    }
                    continue;
                }
            }
            Segment next = first.nextAcquire();
            if (next == null) {
                return null;
            }
            leave(first, next);
        }
    }

    /** Moves head on from {@code first}, all of whose slots are claimed on both sides. */
    private void leave(Segment first, Segment next) {
        if (next != first) {
            TAIL.compareAndSet(this, first, next);
            if (HEAD.compareAndSet(this, first, next)) {
                first.unlink();
            }
        }
    }

    /** Whether no element was there at one moment during the call. */
    boolean isEmpty() {
        Segment at = headAcquire();
        while (at != null) {
            long end = size;
            for (long i = at.takenAcquire(); i < end; i++) {
                if (i >= at.claimedAcquire()) {
                    return true;
                }
                if (at.look((int) i) != null) {
                    return false;
                }
            }
            at = after(at);
        }
        return true;
    }

    /** Calls {@code action} with each element that is there all the time, and maybe with some that come or go. */
    void forEach(Consumer<Object> action) {
        long end = claimed();
        for (Segment at = headAcquire(); at != null && at.base() < end; at = after(at)) {
            long last = Math.min(size, at.claimedAcquire());
            for (long i = at.takenAcquire(); i < last; i++) {
                Object element = at.look((int) i);
                if (element != null) {
                    action.accept(element);
                }
            }
        }
    }

    /** The segment after {@code at}: head, if that has gone past it meanwhile. */
    private @Nullable Segment after(Segment at) {
        Segment next = at.nextAcquire();
        return next == at ? headAcquire() : next;
    }

    /** How many elements were ever added. */
    long submitted() {
        long claimed = claimed();
        long submitted = claimed - (long) CORRECTIONS.getVolatile(this);
        for (; ; ) {
            long most = (long) REPORTED.getVolatile(this);
            if (submitted <= most || REPORTED.compareAndSet(this, most, submitted)) {
                return Math.max(most, submitted);
            }
        }
    }

    /** How many elements are there, those included that are just being added. */
    long present() {
        Segment first = headAcquire();
        long taken = first.base() + Math.min(first.takenAcquire(), size);
        return Math.max(0, claimed() - taken);
    }

    /** How many slots were ever claimed by producers, in all segments. */
    private long claimed() {
        Segment last = tailAcquire();
        for (; ; ) {
            Segment next = last.nextAcquire();
            if (next == null) {
                return last.base() + Math.min(last.claimedAcquire(), size);
            }
            last = next == last ? tailAcquire() : next;
        }
    }

    Segment headAcquire() {
        return (Segment) HEAD.getAcquire(this);
    }

    Segment tailAcquire() {
        return (Segment) TAIL.getAcquire(this);
    }
}
