package dev.clew.internal.queue;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A range as the deque sees it: its owner takes elements from the front, thieves take the back half, and it is spent when
 * nothing is left, whoever took the last.
 */
final class TestRange implements Stealable {
    /** {@code next} in the upper half, {@code end} in the lower. */
    private final AtomicLong bounds;

    TestRange(int from, int to) {
        bounds = new AtomicLong(pack(from, to));
    }

    /** What a thief got. */
    record Part(int from, int to) implements Runnable {
        @Override
        public void run() {
            throw new AssertionError("the deque runs nothing, and " + this + " was run");
        }
    }

    /** The owner's next element, or -1 if there is none. */
    int take() {
        for (; ; ) {
            long b = bounds.get();
            if (next(b) >= end(b)) {
                return -1;
            }
            if (bounds.compareAndSet(b, pack(next(b) + 1, end(b)))) {
                return next(b);
            }
        }
    }

    @Override
    public @Nullable Runnable steal() {
        for (; ; ) {
            long b = bounds.get();
            int n = end(b) - next(b);
            if (n <= 0) {
                return null;
            }
            int middle = end(b) - (n + 1) / 2;
            if (bounds.compareAndSet(b, pack(next(b), middle))) {
                return new Part(middle, end(b));
            }
        }
    }

    @Override
    public boolean spent() {
        long b = bounds.get();
        return next(b) >= end(b);
    }

    private static long pack(int next, int end) {
        return (long) next << 32 | end;
    }

    private static int next(long bounds) {
        return (int) (bounds >>> 32);
    }

    private static int end(long bounds) {
        return (int) bounds;
    }
}
