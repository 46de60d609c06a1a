package dev.clew.internal.queue;

/** What the queues ask of a capacity. */
final class Capacities {
    private static final int LARGEST = 1 << 30;

    private Capacities() {}

    static int powerOfTwo(int capacity) {
        if (Integer.bitCount(capacity) != 1 || capacity < 0) {
            throw new IllegalArgumentException("A capacity must be a power of two of at least 1, since positions are"
                    + " mapped to slots by a mask. It was " + capacity + ". Use 1, 2, 4, 8 and so on.");
        }
        return capacity;
    }

    static int twice(int capacity) {
        if (capacity >= LARGEST) {
            throw new OutOfMemoryError("A branch deque holds at most 2^30 entries, and " + capacity
                    + " are waiting in one. Is there a recursion of forks without an end?");
        }
        return capacity << 1;
    }
}
