package dev.clew.sync;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import dev.clew.internal.kernel.Wakes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store, a bound, and who waits for elements or for room, first come first served: what queues are made of. */
final class QueueCore {
    /*
     * While nobody waits the ends of the store are open, and an operation is the store's own: lock-free where that is. Where
     * somebody waits both are shut, so that every operation comes here, under the lock, and is matched with the waits in their
     * order.
     *
     *   field    | writer             | access                | pairs with
     *   ---------+--------------------+-----------------------+---------------------
     *   store    | see there          | see there             | its ends, this lock
     *   takers, offerers, returned | holder of the lock | lock on this |
     *   closed   | holder, once       | volatile              | itself
     *
     * Invariants, whenever the lock is free:
     *
     *   1. an end is open only if nobody waits and nothing was returned; the offerers' only if the queue is not closed;
     *   2. if somebody waits to take, there are fewer elements than the first of them wants; if to offer, there is no room;
     *   3. if the queue is closed nobody waits to offer, and nobody to take.
     *
     * No wake-up is lost. A wait is put in its list with the ends shut, and matched before the lock is free. Whatever came in
     * at an open end did so before they were shut, so it is seen then (FifoStore, "Order against the lock"); what comes later
     * finds the end shut, asks for the lock, and finds the wait. No operation looks for waits after it succeeded at an open
     * end: that the end was open says that there were none.
     *
     * First come, first served: an operation at an open end passes nobody, and one under the lock waits behind those who wait.
     *
     * Nothing is lost or doubled. With both ends shut the holder looks at an element, answers the wait, and takes the element
     * away only if the answer was the first; else the next wait is tried. An offerer is answered before its element is put
     * in, after all that may fail of that is done. Fibers are woken when the lock is given up, since that may call an executor
     * of the user's. An element whose taker was answered but could not go on, since its executor refuses it, is returned: it
     * is the next to be taken.
     *
     * Room. While a taker waits for more elements than the bound allows, it lifts the bound to that many. So a queue of
     * capacity 0 takes an element just when a taker waits, and a wait for ten elements at a queue of four ends. Elements that
     * came in for a taker who then gave up are in the queue, above the bound.
     */

    /** What an offer came to. */
    enum Offered {
        ACCEPTED,
        DROPPED,
        FULL,
        CLOSED
    }

    /** What happens to an element for which there is no room. */
    enum WhenFull {
        WAIT,
        DROP_NEWEST,
        DROP_OLDEST
    }

    private static final Object TRUE = Answer.value(true);

    private final Store store;
    private final long capacity;
    private final WhenFull whenFull;
    private final WaitList takers = new WaitList(this);
    private final WaitList offerers = new WaitList(this);
    private @Nullable ArrayDeque<Object> returned;
    private volatile boolean closed;

    QueueCore(Store store, long capacity, WhenFull whenFull) {
        this.store = store;
        this.capacity = capacity;
        this.whenFull = whenFull;
    }

    boolean isClosed() {
        return closed;
    }

    /** How many elements there are. */
    long size() {
        long size = store.trySize();
        return size >= 0 ? size : sizeLocked();
    }

    private synchronized long sizeLocked() {
        return present();
    }

    // ---- offering -----------------------------------------------------------------------------------------

    Offered offer(Object element) {
        int r = store.tryOffer(element);
        if (r == Store.IN) {
            return Offered.ACCEPTED;
        }
        if (r == Store.FULL && whenFull != WhenFull.DROP_OLDEST) {
            return whenFull == WhenFull.WAIT ? Offered.FULL : Offered.DROPPED;
        }
        Wakes woken = new Wakes();
        try {
            return offerLocked(element, woken);
        } finally {
            woken.wake();
        }
    }

    private synchronized Offered offerLocked(Object element, Wakes woken) {
        if (closed) {
            return Offered.CLOSED;
        }
        store.shut();
        try {
            return place(element, woken);
        } finally {
            open();
        }
    }

    private Offered place(Object element, Wakes woken) {
        if (firstLive(offerers) != null) {
            return Offered.FULL;
        }
        if (present() == 0) {
            for (WaitCell taker = firstLive(takers); taker != null; taker = firstLive(takers)) {
                if (!((TakeCell) taker).isForOne()) {
                    break;
                }
                takers.poll();
                if (taker.answer(element, woken)) {
                    return Offered.ACCEPTED;
                }
            }
        }
        if (!hasRoom()) {
            if (whenFull == WhenFull.WAIT) {
                return Offered.FULL;
            }
            if (whenFull == WhenFull.DROP_NEWEST) {
                return Offered.DROPPED;
            }
            Object prepared = store.prepare(element);
            remove(1);
            store.commit(prepared);
            return Offered.ACCEPTED;
        }
        store.commit(store.prepare(element));
        match(woken);
        return Offered.ACCEPTED;
    }

    /** Lets {@code cell}, whose offer found no room, wait for some. */
    void enlist(OfferCell cell) {
        Wakes woken = new Wakes();
        try {
            enlistLocked(cell, woken);
        } finally {
            woken.wake();
        }
    }

    private synchronized void enlistLocked(OfferCell cell, Wakes woken) {
        if (closed) {
            cell.answer(Answer.error(QueueClosedException.offering()), woken);
            return;
        }
        store.shut();
        try {
            offerers.add(cell);
            match(woken);
        } finally {
            open();
        }
    }

    // ---- taking -------------------------------------------------------------------------------------------

    /** The next element; null where there is none that others do not wait for. */
    @Nullable
    Object take() {
        Object element = store.tryTake();
        if (element != Store.BUSY) {
            return element;
        }
        Wakes woken = new Wakes();
        try {
            return takeLocked(woken);
        } finally {
            woken.wake();
        }
    }

    private synchronized @Nullable Object takeLocked(Wakes woken) {
        if (firstLive(takers) != null) {
            return null;
        }
        store.shut();
        try {
            return next(woken);
        } finally {
            open();
        }
    }

    /** As many elements as there are and others do not wait for, at most {@code max}. */
    Object[] takeUpTo(int max) {
        Object elements = store.tryTakeSome(1, max);
        if (elements != Store.BUSY) {
            return elements == null ? NONE : (Object[]) elements;
        }
        Wakes woken = new Wakes();
        try {
            return takeLocked(max, woken);
        } finally {
            woken.wake();
        }
    }

    /** At least {@code min} elements; null where these are not there, or others wait. */
    Object @Nullable [] takeBetween(int min, int max) {
        Object elements = store.tryTakeSome(min, max);
        return elements == Store.BUSY ? null : (Object[]) elements;
    }

    private static final Object[] NONE = {};

    private synchronized Object[] takeLocked(int max, Wakes woken) {
        if (firstLive(takers) != null) {
            return NONE;
        }
        store.shut();
        try {
            Object[] taken = new Object[Math.min(max, 16)];
            int count = 0;
            while (count < max) {
                Object element = next(woken);
                if (element == null) {
                    break;
                }
                if (count == taken.length) {
                    taken = Arrays.copyOf(taken, 2 * count);
                }
                taken[count++] = element;
            }
            return Arrays.copyOf(taken, count);
        } finally {
            open();
        }
    }

    /** Takes an element that is there, or that of an offerer who waits. */
    private @Nullable Object next(Wakes woken) {
        if (present() > 0) {
            Object element = peek();
            remove(1);
            match(woken);
            return element;
        }
        for (WaitCell offerer = offerers.poll(); offerer != null; offerer = offerers.poll()) {
            if (offerer.answer(TRUE, woken)) {
                return ((OfferCell) offerer).element;
            }
        }
        return null;
    }

    /** Lets {@code cell} wait for elements. */
    void enlist(TakeCell cell) {
        Wakes woken = new Wakes();
        try {
            enlistLocked(cell, woken);
        } finally {
            woken.wake();
        }
    }

    private synchronized void enlistLocked(TakeCell cell, Wakes woken) {
        store.shut();
        try {
            takers.add(cell);
            match(woken);
            if (closed) {
                tellTakers(woken);
            }
        } finally {
            open();
        }
    }

    // ---- matching, under the lock, with both ends shut ----------------------------------------------------------

    /** Establishes invariant 2. */
    private void match(Wakes woken) {
        do {
            serveTakers(woken);
        } while (letIn(woken));
    }

    private void serveTakers(Wakes woken) {
        for (WaitCell cell = firstLive(takers); cell != null; cell = firstLive(takers)) {
            TakeCell taker = (TakeCell) cell;
            long there = present();
            if (there == 0 || (there < taker.min && !closed)) {
                return;
            }
            int count = (int) Math.min(there, taker.max);
            Object answer = taker.isForOne() ? peek() : TakeCell.listOf(peek(count));
            takers.poll();
            if (taker.answer(answer, woken)) {
                remove(count);
            }
        }
    }

    /** Puts in what offerers wait with, as far as there is room; false where that was nothing. */
    private boolean letIn(Wakes woken) {
        boolean any = false;
        for (WaitCell cell = firstLive(offerers); cell != null && hasRoom(); cell = firstLive(offerers)) {
            OfferCell offerer = (OfferCell) cell;
            Object prepared;
            try {
                prepared = store.prepare(offerer.element);
            } catch (Throwable thrown) {
                offerers.poll();
                offerer.answer(Answer.error(thrown), woken);
                continue;
            }
            offerers.poll();
            if (offerer.answer(TRUE, woken)) {
                store.commit(prepared);
                any = true;
            } else {
                store.rollback(prepared);
            }
        }
        return any;
    }

    private boolean hasRoom() {
        long there = present();
        if (there < capacity) {
            return true;
        }
        TakeCell taker = (TakeCell) firstLive(takers);
        return taker != null && there < taker.min;
    }

    /** The first whose wait has not ended; null where there is none. Those before it are out of the list. */
    private static @Nullable WaitCell firstLive(WaitList list) {
        WaitCell cell = list.peek();
        while (cell != null && cell.isDecided()) {
            list.poll();
            cell = list.peek();
        }
        return cell;
    }

    /** Opens the ends as far as invariant 1 allows. */
    private void open() {
        boolean idle = takers.isEmpty() && offerers.isEmpty() && returned == null;
        store.open(idle, idle && !closed);
    }

    private long present() {
        ArrayDeque<Object> back = returned;
        return back == null ? store.size() : store.size() + back.size();
    }

    private Object peek() {
        ArrayDeque<Object> back = returned;
        return back == null ? store.peek() : back.element();
    }

    private Object[] peek(int count) {
        ArrayDeque<Object> back = returned;
        if (back == null) {
            return store.peek(count);
        }
        Object[] elements = new Object[count];
        int i = 0;
        for (Object element : back) {
            if (i < count) {
                elements[i++] = element;
            }
        }
        if (i < count) {
            System.arraycopy(store.peek(count - i), 0, elements, i, count - i);
        }
        return elements;
    }

    private void remove(int count) {
        ArrayDeque<Object> back = returned;
        int left = count;
        if (back != null) {
            for (; left > 0 && !back.isEmpty(); left--) {
                back.poll();
            }
            returned = back.isEmpty() ? null : back;
        }
        if (left > 0) {
            store.remove(left);
        }
    }

    // ---- leaving, and closing -----------------------------------------------------------------------------------

    /** A wait ended otherwise. Those behind it may now be served. */
    void leave(WaitCell cell) {
        Wakes woken = new Wakes();
        try {
            leaveLocked(cell, woken);
        } finally {
            woken.wake();
        }
    }

    private synchronized void leaveLocked(WaitCell cell, Wakes woken) {
        if (takers.take(cell) || offerers.take(cell)) {
            store.shut();
            try {
                match(woken);
            } finally {
                open();
            }
        }
    }

    /** What was taken comes back, as what is taken next. */
    void giveBack(List<Object> elements) {
        Wakes woken = new Wakes();
        try {
            giveBackLocked(elements, woken);
        } finally {
            woken.wake();
        }
    }

    private synchronized void giveBackLocked(List<Object> elements, Wakes woken) {
        store.shut();
        try {
            ArrayDeque<Object> back = returned == null ? new ArrayDeque<>() : returned;
            for (int i = elements.size() - 1; i >= 0; i--) {
                back.addFirst(elements.get(i));
            }
            returned = back.isEmpty() ? null : back;
            match(woken);
        } finally {
            open();
        }
    }

    void close() {
        Wakes woken = new Wakes();
        try {
            closeLocked(woken);
        } finally {
            woken.wake();
        }
    }

    private synchronized void closeLocked(Wakes woken) {
        if (closed) {
            return;
        }
        store.shut();
        try {
            closed = true;
            for (WaitCell cell = offerers.poll(); cell != null; cell = offerers.poll()) {
                cell.answer(Answer.error(QueueClosedException.offering()), woken);
            }
            match(woken);
            tellTakers(woken);
        } finally {
            open();
        }
    }

    /** The queue is closed, and what takers could have got they have. */
    private void tellTakers(Wakes woken) {
        for (WaitCell cell = takers.poll(); cell != null; cell = takers.poll()) {
            cell.answer(Answer.error(QueueClosedException.taking()), woken);
        }
    }
}
