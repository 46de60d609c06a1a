package dev.clew.verify.lincheck;

import dev.clew.sync.QueueUnderTest;
import java.util.ArrayDeque;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/** To drop the oldest element and to put one in is one step. */
public final class SlidingQueueLincheckTest extends Linchecked {
    private final QueueUnderTest queue = QueueUnderTest.sliding(1);

    @Operation
    public String offer(@Param(gen = IntGen.class, conf = "1:9") int element) {
        return queue.offer(element);
    }

    @Operation
    public @Nullable Integer take() {
        return queue.take();
    }

    @Operation
    public long size() {
        return queue.size();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of("offer:1 offer:2 take | take size", "offer:1 offer:2 | offer:3 take");
    }

    /** What the queue is, one call at a time. */
    public static class Specification {
        private final ArrayDeque<Integer> queue = new ArrayDeque<>();

        public String offer(int element) {
            if (queue.size() == 1) {
                queue.poll();
            }
            queue.add(element);
            return "ACCEPTED";
        }

        public @Nullable Integer take() {
            return queue.poll();
        }

        public long size() {
            return queue.size();
        }
    }
}
