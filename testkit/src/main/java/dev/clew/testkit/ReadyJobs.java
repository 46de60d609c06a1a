package dev.clew.testkit;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Jobs in the order they became ready; any of the first few can be taken out. A ring that grows. */
final class ReadyJobs {
    /** The choice is among so many: enough for any program worth exploring, and taking one stays cheap. */
    private static final int WINDOW = 64;

    private @Nullable Runnable[] ring = new Runnable[WINDOW];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** How many jobs there are to choose from. */
    int choices() {
        return Math.min(size, WINDOW);
    }

    void add(Runnable job) {
        if (size == ring.length) {
            @Nullable Runnable[] grown = new Runnable[size * 2];
            for (int i = 0; i < size; i++) {
                grown[i] = ring[slot(i)];
            }
            ring = grown;
            head = 0;
        }
        ring[slot(size++)] = job;
    }

    /** Takes the job at {@code place}, counted from the one that has waited longest. */
    Runnable take(int place) {
        Runnable taken = Objects.requireNonNull(ring[slot(place)], "a place below size holds a job");
        for (int i = place; i > 0; i--) {
            ring[slot(i)] = ring[slot(i - 1)];
        }
        ring[head] = null;
        head = slot(1);
        size--;
        return taken;
    }

    void clear() {
        Arrays.fill(ring, null);
        size = 0;
    }

    private int slot(int place) {
        return (head + place) & (ring.length - 1);
    }
}
