package dev.clew.verify.lincheck;

import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.CyclicBarrier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** A barrier for two: each thread has one wait at a time, and gives none up, since that is only almost exact. */
public final class CyclicBarrierLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final CyclicBarrier barrier = CyclicBarrier.create(2);
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    @Operation
    public void await(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(barrier.await());
        }
    }

    /** How many were missing as the thread came, whose wait then is over; null where it waits. */
    @Operation
    public @Nullable Object missing(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        if (wait == null || !wait.isServed()) {
            return null;
        }
        waits[thread] = null;
        return wait.value();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of("await:1 missing:1 await:1 | await:2 missing:2 await:2");
    }

    /** What a barrier is, one call at a time. */
    public static class Specification {
        private final List<Integer> waiting = new ArrayList<>();
        private final Map<Integer, Integer> ends = new HashMap<>();

        public void await(int thread) {
            if (!ends.containsKey(thread) && !waiting.contains(thread)) {
                waiting.add(thread);
                if (waiting.size() == 2) {
                    ends.put(waiting.get(0), 1);
                    ends.put(waiting.get(1), 0);
                    waiting.clear();
                }
            }
        }

        public @Nullable Integer missing(int thread) {
            return ends.remove(thread);
        }
    }
}
