package dev.clew.verify.lincheck;

import dev.clew.internal.queue.ExternalQueue;
import java.util.ArrayDeque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/**
 * A stripe of the external queue is first in first out for jobs of one kind: here there is one, and all are single jobs. Its
 * segments have room for two, so that both ends pass from one to the next all the time.
 */
public final class ExternalQueueLincheckTest extends Linchecked {
    private final ExternalQueue queue = new ExternalQueue(1, 2);

    @Operation
    public void offer(@Param(gen = IntGen.class, conf = "1:9") int number) {
        queue.offer(new Numbered(number));
    }

    @Operation
    public @Nullable Integer poll() {
        return Numbered.of((Runnable) queue.poll(0));
    }

    @Operation
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /** How many are present is not exact while others are in the middle of a call, but it is never below zero. */
    @Operation
    public boolean isAnyCountNegative() {
        return queue.singletonsPresentCount() < 0 || queue.batchesPresentCount() < 0;
    }

    @Override
    int deepInterleavings() {
        return 1_500;
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "offer:1 | poll isAnyCountNegative",
                "offer:1 poll | poll isEmpty",
                "offer:1 offer:2 | poll poll",
                "offer:1 offer:2 offer:3 | poll poll isEmpty",
                "offer:1 poll poll | offer:2 poll poll",
                "poll offer:1 offer:2 | poll offer:3 poll");
    }

    /** What the queue is, one call at a time. */
    public static class Specification {
        private final ArrayDeque<Integer> queue = new ArrayDeque<>();

        public void offer(int number) {
            queue.add(number);
        }

        public @Nullable Integer poll() {
            return queue.poll();
        }

        public boolean isEmpty() {
            return queue.isEmpty();
        }

        public boolean isAnyCountNegative() {
            return false;
        }
    }
}
