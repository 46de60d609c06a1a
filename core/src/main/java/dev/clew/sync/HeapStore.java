package dev.clew.sync;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The least first, and of equals the one that came first: a heap, always under the lock of its {@link QueueCore}. Its ends
 * are never open.
 */
final class HeapStore extends Store {
    /** An element, what it is ordered by, and its place among equals. Equal to itself only. */
    private static final class Entry {
        final Object element;
        final @Nullable Object key;
        final long number;

        Entry(Object element, @Nullable Object key, long number) {
            this.element = element;
            this.key = key;
            this.number = number;
        }
    }

    private final Comparator<@Nullable Object> order;
    private final PriorityQueue<Entry> heap;
    private final Function<Object, @Nullable Object> key;

    private long numbers;

    /**
     * @param order of what {@code key} gives for an element
     */
    HeapStore(Comparator<@Nullable Object> order, Function<Object, @Nullable Object> key) {
        this.order = order;
        this.key = key;
        this.heap = new PriorityQueue<>((a, b) -> {
            int compared = order.compare(a.key, b.key);
            return compared != 0 ? compared : Long.compare(a.number, b.number);
        });
    }

    @Override
    int tryOffer(Object element) {
        return SHUT;
    }

    @Override
    Object tryTake() {
        return BUSY;
    }

    @Override
    Object tryTakeSome(int min, int max) {
        return BUSY;
    }

    @Override
    long trySize() {
        return -1;
    }

    @Override
    long size() {
        return heap.size();
    }

    @Override
    void shut() {
        // They always are.
    }

    @Override
    void open(boolean forTakers, boolean forOfferers) {
        // They never are.
    }

    @Override
    Object peek() {
        return heap.element().element;
    }

    @Override
    Object[] peek(int count) {
        Object[] elements = new Object[count];
        Entry[] entries = new Entry[count];
        int taken = 0;
        try {
            while (taken < count) {
                Entry entry = heap.remove();
                entries[taken] = entry;
                elements[taken++] = entry.element;
            }
        } finally {
            for (int i = 0; i < taken; i++) {
                heap.add(entries[i]);
            }
        }
        return elements;
    }

    @Override
    void remove(int count) {
        for (int i = 0; i < count; i++) {
            heap.remove();
        }
    }

    /**
     * Adds, since it is the comparison that may fail. What cannot be compared at all is found out before the heap is changed:
     * an error in the midst of a change could lose an element.
     */
    @Override
    Object prepare(Object element) {
        Entry entry = new Entry(element, key.apply(element), numbers++);
        order.compare(entry.key, entry.key);
        heap.add(entry);
        return entry;
    }

    @Override
    void commit(Object entry) {
        // Nothing is left to do.
    }

    @Override
    void rollback(Object entry) {
        heap.remove(entry);
    }
}
