package dev.clew.verify.lincheck;

import dev.clew.internal.queue.Ring;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * Thieves that take half, with an owner that overflows: how many a thief gets depends on who is faster, so the results have
 * no sequential specification. Instead each job must be taken exactly once, and the owner's must come in order.
 */
public final class RingHalfLincheckTest extends Linchecked {
    private final Ring ring = new Ring(2, 4);
    private final AtomicInteger offered = new AtomicInteger();
    private final Queue<Integer> taken = new ConcurrentLinkedQueue<>();

    @Operation(nonParallelGroup = "owner")
    public void offerThree() {
        for (int i = 0; i < 3; i++) {
            Numbered job = new Numbered(offered.getAndIncrement());
            while (!ring.offer(job)) {
                for (int number : Numbered.all(ring.spill())) {
                    taken.add(number);
                }
            }
        }
    }

    @Operation(nonParallelGroup = "owner")
    public void poll() {
        take(ring);
    }

    @Operation
    public void stealHalf() {
        Ring mine = new Ring(4);
        int moved = ring.stealInto(mine);
        if (mine.size() != moved) {
            throw new AssertionError("the thief was told " + moved + " jobs, and has " + mine.size());
        }
        while (take(mine)) {}
    }

    @Validate
    public void eachJobOnce() {
        Map<Integer, Integer> times = new ConcurrentHashMap<>();
        taken.forEach(number -> times.merge(number, 1, Integer::sum));
        Ring rest = new Ring(4);
        while (ring.stealInto(rest) > 0) {
            for (Integer number = Numbered.of(rest.poll()); number != null; number = Numbered.of(rest.poll())) {
                times.merge(number, 1, Integer::sum);
            }
        }
        for (int i = 0; i < offered.get(); i++) {
            if (times.getOrDefault(i, 0) != 1) {
                throw new AssertionError("job " + i + " was taken " + times.getOrDefault(i, 0) + " times");
            }
        }
    }

    @Override
    int deepInterleavings() {
        return 1_000;
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    private boolean take(Ring from) {
        Integer number = Numbered.of(from.poll());
        return number != null && taken.add(number);
    }

    /** Nothing is compared but that every call returns. */
    public static class Specification {
        public void offerThree() {}

        public void poll() {}

        public void stealHalf() {}
    }
}
