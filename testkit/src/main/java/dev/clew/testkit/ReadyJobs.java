package dev.clew.testkit;

import dev.clew.internal.sched.Job;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in the order they became ready, each with the number that a {@link Situation} shows; any of the first few can be
 * taken out. A ring that grows.
 */
final class ReadyJobs {
    /** The choice is among so many: enough for any program worth exploring, and taking one stays cheap. */
    static final int WINDOW = 64;

    private static final int INITIAL_CAPACITY = 16;

    private @Nullable Runnable[] ring = new Runnable[INITIAL_CAPACITY];
    private int[] numbers = new int[INITIAL_CAPACITY];
    private int head;
    private int size;

    /** How many of the jobs are no fibers: those may come to nothing while they lie here. */
    private int parts;

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

    int number(int place) {
        return numbers[slot(place)];
    }

    void add(Runnable job, int number) {
        if (size == ring.length) {
            grow();
        }
        int slot = slot(size++);
        ring[slot] = job;
        numbers[slot] = number;
        parts += number < 0 ? 1 : 0;
    }

    private void grow() {
        @Nullable Runnable[] jobs = new Runnable[size * 2];
        int[] grown = new int[size * 2];
        for (int i = 0; i < size; i++) {
            jobs[i] = ring[slot(i)];
            grown[i] = numbers[slot(i)];
        }
        ring = jobs;
        numbers = grown;
        head = 0;
    }

    /** Calls {@code action} with each, the one that has waited longest first. */
    void forEach(Consumer<Runnable> action) {
        for (int i = 0; i < size; i++) {
            action.accept(Objects.requireNonNull(ring[slot(i)], "a place below size holds a job"));
        }
    }

    /** Takes the job at {@code place}, counted from the one that has waited longest. */
    Runnable take(int place) {
        Runnable taken = Objects.requireNonNull(ring[slot(place)], "a place below size holds a job");
        parts -= number(place) < 0 ? 1 : 0;
        for (int i = place; i > 0; i--) {
            ring[slot(i)] = ring[slot(i - 1)];
            numbers[slot(i)] = numbers[slot(i - 1)];
        }
        ring[head] = null;
        head = slot(1);
        size--;
        return taken;
    }

    /** Drops those of the jobs to choose from that would do nothing. */
    void dropSpent() {
        for (int i = 0; parts > 0 && i < choices(); ) {
            if (number(i) < 0 && ring[slot(i)] instanceof Job job && job.isSpent()) {
                take(i);
            } else {
                i++;
            }
        }
    }

    void clear() {
        Arrays.fill(ring, null);
        size = 0;
        parts = 0;
    }

    private int slot(int place) {
        return (head + place) & (ring.length - 1);
    }
}
