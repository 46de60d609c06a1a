package dev.clew.verify.lincheck;

import dev.clew.sync.QueueUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/** A bounded priority queue gives the least first, while a taker comes, waits for more than there is, and leaves; and while it is closed. */
public final class PriorityQueueLincheckTest extends Linchecked {
    private static final int CAPACITY = 2;

    private final QueueUnderTest queue = QueueUnderTest.priority(CAPACITY);

    @Operation
    public String offer(@Param(gen = IntGen.class, conf = "1:9") int element) {
        return queue.offer(element);
    }

    @Operation
    public @Nullable Integer take() {
        return queue.take();
    }

    @Operation
    public List<@Nullable Object> takeTwo() {
        return queue.takeUpTo(2);
    }

    @Operation
    public long size() {
        return queue.size();
    }

    @Operation(nonParallelGroup = "waiter")
    public void comeAndWait() {
        queue.comeAndWait();
    }

    @Operation(nonParallelGroup = "waiter")
    public boolean leave() {
        return queue.leave();
    }

    @Operation(nonParallelGroup = "waiter")
    public void close() {
        queue.close();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "offer:2 offer:1 | take take size",
                "comeAndWait leave take | offer:2 offer:1",
                "comeAndWait take | offer:1 close offer:2");
    }

    /** What the queue is, one call at a time. */
    public static class Specification {
        private final PriorityQueue<Integer> queue = new PriorityQueue<>();
        private boolean waits;
        private boolean closed;

        public String offer(int element) {
            if (closed) {
                return "CLOSED";
            }
            if (queue.size() >= (waits ? QueueUnderTest.MANY : CAPACITY)) {
                return "FULL";
            }
            queue.add(element);
            return "ACCEPTED";
        }

        public @Nullable Integer take() {
            return waits ? null : queue.poll();
        }

        public List<@Nullable Object> takeTwo() {
            List<@Nullable Object> taken = new ArrayList<>();
            while (!waits && taken.size() < 2 && !queue.isEmpty()) {
                taken.add(queue.poll());
            }
            return taken;
        }

        public long size() {
            return queue.size();
        }

        public void comeAndWait() {
            waits = true;
            serveIfClosed();
        }

        public boolean leave() {
            boolean left = waits;
            waits = false;
            return left;
        }

        public void close() {
            closed = true;
            serveIfClosed();
        }

        private void serveIfClosed() {
            if (closed && waits) {
                queue.clear();
                waits = false;
            }
        }
    }
}
