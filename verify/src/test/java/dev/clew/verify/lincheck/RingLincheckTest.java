package dev.clew.verify.lincheck;

import dev.clew.internal.queue.Ring;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/** The ring is a bounded first-in-first-out queue, for its owner and for thieves that take one or spill half. */
public final class RingLincheckTest extends Linchecked {
    private static final int CAPACITY = 4;

    private final Ring ring = new Ring(1, CAPACITY);

    public RingLincheckTest() {
        offer(0);
    }

    @Operation(nonParallelGroup = "owner")
    public boolean offer(@Param(gen = IntGen.class, conf = "1:9") int number) {
        return ring.offer(new Numbered(number));
    }

    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer poll() {
        return Numbered.of(ring.poll());
    }

    /** Tries again when a thief was faster: how often that happens is not part of what it means. */
    @Operation(nonParallelGroup = "owner")
    public List<Integer> spill() {
        Runnable[] batch = ring.spill();
        while (batch.length == 0 && ring.size() >= 2) {
            batch = ring.spill();
        }
        return Numbered.all(batch);
    }

    @Operation
    public @Nullable Integer stealOne() {
        Ring mine = new Ring(1);
        while (ring.stealInto(mine) == 0) {
            if (ring.isEmpty()) {
                return null;
            }
        }
        return Numbered.of(mine.poll());
    }

    @Operation
    public boolean isEmpty() {
        return ring.isEmpty();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "poll | stealOne",
                "offer:1 poll poll | stealOne stealOne",
                "offer:1 spill | stealOne",
                "offer:1 offer:2 offer:3 offer:4 | stealOne");
    }

    /** What a ring is, one call at a time. */
    public static class Specification {
        private final ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(0));

        public boolean offer(int number) {
            return queue.size() < CAPACITY && queue.add(number);
        }

        public @Nullable Integer poll() {
            return queue.poll();
        }

        public List<Integer> spill() {
            List<Integer> batch = new ArrayList<>();
            for (int n = queue.size() / 2; n > 0; n--) {
                batch.add(queue.remove());
            }
            return batch;
        }

        public @Nullable Integer stealOne() {
            return queue.poll();
        }

        public boolean isEmpty() {
            return queue.isEmpty();
        }
    }
}
