package dev.clew.verify.lincheck;

import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.Counts;
import dev.clew.sync.Mutex;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** A lock, free at first: each thread has one wait at a time, which it begins, looks at and gives up. */
public final class MutexLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final Mutex mutex = Mutex.create();
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    @Operation
    public void lock(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(mutex.lock());
        }
    }

    /** Looks whether the wait of the thread has the lock, and if so forgets the wait. */
    @Operation
    public boolean hasLock(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        if (wait == null || !wait.isServed()) {
            return false;
        }
        waits[thread] = null;
        return true;
    }

    /** Gives the wait up; gives whether there was one that did not have the lock. */
    @Operation
    public boolean giveUp(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        waits[thread] = null;
        return wait != null && wait.cancel();
    }

    @Operation
    public boolean tryLock() {
        return Counts.tryLock(mutex);
    }

    @Operation
    public boolean unlock() {
        return Counts.unlock(mutex);
    }

    @Operation
    public int waiting() {
        return Counts.waiting(mutex);
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "lock:1 hasLock:1 unlock | lock:2 hasLock:2 unlock",
                "tryLock lock:1 giveUp:1 | unlock lock:2 hasLock:2",
                "tryLock lock:1 hasLock:1 | unlock tryLock waiting");
    }

    /** What a lock is, one call at a time. */
    public static class Specification {
        private final Deque<Integer> queue = new ArrayDeque<>();
        private final Map<Integer, Boolean> served = new HashMap<>();
        private boolean locked;

        private void serve() {
            if (!locked && !queue.isEmpty()) {
                locked = true;
                served.put(queue.remove(), true);
            }
        }

        public void lock(int thread) {
            if (!served.containsKey(thread)) {
                served.put(thread, false);
                queue.add(thread);
                serve();
            }
        }

        public boolean hasLock(int thread) {
            return served.remove(thread, true);
        }

        public boolean giveUp(int thread) {
            boolean waits = Boolean.FALSE.equals(served.remove(thread));
            return waits && queue.remove((Integer) thread);
        }

        public boolean tryLock() {
            boolean got = !locked;
            locked = true;
            return got;
        }

        public boolean unlock() {
            boolean was = locked;
            locked = false;
            serve();
            return was;
        }

        public int waiting() {
            return queue.size();
        }
    }
}
