package dev.clew.verify.lincheck;

import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.Counts;
import dev.clew.sync.Semaphore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** Three permits, of which one is taken: each thread has one wait at a time, which it begins, looks at and gives up. */
public final class SemaphoreLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final Semaphore semaphore = Semaphore.create(3, 2);
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    /** Begins to wait for one permit where the thread does not wait. */
    @Operation
    public void acquire(@Param(gen = ThreadIdGen.class) int thread) {
        begin(thread, 1);
    }

    /** Begins to wait for all permits where the thread does not wait. */
    @Operation
    public void acquireAll(@Param(gen = ThreadIdGen.class) int thread) {
        begin(thread, 3);
    }

    private void begin(int thread, int permits) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(semaphore.acquireN(permits));
        }
    }

    /** Looks whether the wait of the thread has its permits, and if so forgets it. */
    @Operation
    public boolean hasPermits(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        if (wait == null || !wait.isServed()) {
            return false;
        }
        waits[thread] = null;
        return true;
    }

    /** Gives the wait up; gives whether there was one that had no permits. */
    @Operation
    public boolean giveUp(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        waits[thread] = null;
        return wait != null && wait.cancel();
    }

    @Operation
    public boolean tryAcquire(@Param(gen = IntGen.class, conf = "1:3") int permits) {
        return Counts.tryAcquire(semaphore, permits);
    }

    @Operation
    public boolean release(@Param(gen = IntGen.class, conf = "1:2") int permits) {
        return Counts.release(semaphore, permits);
    }

    @Operation
    public int available() {
        return Counts.available(semaphore);
    }

    @Operation
    public int waiting() {
        return Counts.waiting(semaphore);
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "acquireAll:1 hasPermits:1 | release:1 available",
                "acquireAll:1 giveUp:1 | acquire:2 hasPermits:2 tryAcquire:1",
                "acquireAll:1 giveUp:1 | release:1 acquire:2 hasPermits:2 waiting");
    }

    /** What a semaphore is, one call at a time. */
    public static class Specification {
        private record Wait(int thread, int permits) {}

        private final Deque<Wait> queue = new ArrayDeque<>();
        private final Map<Integer, Boolean> served = new HashMap<>();
        private int available = 2;

        private void serve() {
            for (Wait first = queue.peek(); first != null && first.permits <= available; first = queue.peek()) {
                queue.remove();
                available -= first.permits;
                served.put(first.thread, true);
            }
        }

        public void acquire(int thread) {
            begin(thread, 1);
        }

        public void acquireAll(int thread) {
            begin(thread, 3);
        }

        private void begin(int thread, int permits) {
            if (!served.containsKey(thread)) {
                served.put(thread, false);
                queue.add(new Wait(thread, permits));
                serve();
            }
        }

        public boolean hasPermits(int thread) {
            return served.remove(thread, true);
        }

        public boolean giveUp(int thread) {
            boolean waits = Boolean.FALSE.equals(served.remove(thread));
            if (waits) {
                queue.removeIf(wait -> wait.thread == thread);
                serve();
            }
            return waits;
        }

        public boolean tryAcquire(int permits) {
            boolean got = queue.isEmpty() && permits <= available;
            available -= got ? permits : 0;
            return got;
        }

        public boolean release(int permits) {
            boolean right = available + permits <= 3;
            if (right) {
                available += permits;
                serve();
            }
            return right;
        }

        public int available() {
            return available;
        }

        public int waiting() {
            return queue.size();
        }
    }
}
