package dev.clew.verify.lincheck;

import dev.clew.internal.queue.ExternalQueue;
import java.util.ArrayDeque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/** The external queue is first in first out for jobs of one kind; here all are single jobs. */
public final class ExternalQueueLincheckTest extends Linchecked {
    private final ExternalQueue queue = new ExternalQueue();

    @Operation
    public void offer(@Param(gen = IntGen.class, conf = "1:9") int number) {
        queue.offer(new Numbered(number));
    }

    @Operation
    public @Nullable Integer poll() {
        return Numbered.of((Runnable) queue.poll());
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
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of("offer:1 | poll isAnyCountNegative", "offer:1 poll | poll isEmpty");
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
