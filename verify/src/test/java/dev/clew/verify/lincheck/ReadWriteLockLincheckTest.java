package dev.clew.verify.lincheck;

import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.Counts;
import dev.clew.sync.ReadWriteLock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/**
 * A lock to read and to write, free at first: each thread has one wait at a time, which it begins, looks at and gives up. Anybody
 * unlocks, also what is not locked.
 */
public final class ReadWriteLockLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final ReadWriteLock lock = ReadWriteLock.create();
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    @Operation
    public void read(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(lock.lockRead());
        }
    }

    @Operation
    public void write(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(lock.lockWrite());
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
    public boolean unlockRead() {
        return Counts.unlockRead(lock);
    }

    @Operation
    public boolean unlockWrite() {
        return Counts.unlockWrite(lock);
    }

    @Operation
    public int waiting() {
        return Counts.waiting(lock);
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "write:1 hasLock:1 unlockWrite | read:2 hasLock:2 unlockRead",
                "read:1 write:2 giveUp:2 | read:3 hasLock:3",
                "read:1 unlockRead unlockRead | write:2 hasLock:2",
                "write:1 unlockRead | read:2 hasLock:2 unlockWrite");
    }

    /** What such a lock is, one call at a time. */
    public static class Specification {
        private record Wait(int thread, boolean writes) {}

        private final Deque<Wait> queue = new ArrayDeque<>();
        private final Map<Integer, Boolean> served = new HashMap<>();
        private int readers;
        private boolean written;

        private void serve() {
            for (Wait first = queue.peek(); first != null && !written; first = queue.peek()) {
                if (first.writes && readers > 0) {
                    return;
                }
                queue.remove();
                written = first.writes;
                readers += first.writes ? 0 : 1;
                served.put(first.thread, true);
            }
        }

        private void begin(int thread, boolean writes) {
            if (!served.containsKey(thread)) {
                served.put(thread, false);
                queue.add(new Wait(thread, writes));
                serve();
            }
        }

        public void read(int thread) {
            begin(thread, false);
        }

        public void write(int thread) {
            begin(thread, true);
        }

        public boolean hasLock(int thread) {
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

        public boolean unlockRead() {
            boolean right = readers > 0;
            readers -= right ? 1 : 0;
            serve();
            return right;
        }

        public boolean unlockWrite() {
            boolean right = written;
            written = false;
            serve();
            return right;
        }

        public int waiting() {
            return queue.size();
        }
    }
}
