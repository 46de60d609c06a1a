package dev.clew.verify.lincheck;

import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.MVar;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** An empty place at first: each thread has one wait at a time, to take, to read or to put. */
public final class MVarLincheckTest extends Linchecked {
    private static final int THREADS = 4;

    private final MVar<Integer> mvar = MVar.create();
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    /** Begins a wait where the thread has none; then gives what its wait ended with: a number, {@code "put"}, or null. */
    @Operation
    public @Nullable Object take(@Param(gen = ThreadIdGen.class) int thread) {
        return begun(thread, waits[thread] == null ? OpenWait.begin(mvar.take()) : null);
    }

    @Operation
    public @Nullable Object read(@Param(gen = ThreadIdGen.class) int thread) {
        return begun(thread, waits[thread] == null ? OpenWait.begin(mvar.read()) : null);
    }

    @Operation
    public @Nullable Object put(
            @Param(gen = ThreadIdGen.class) int thread, @Param(gen = IntGen.class, conf = "1:9") int value) {
        return begun(thread, waits[thread] == null ? OpenWait.begin(mvar.put(value)) : null);
    }

    private @Nullable Object begun(int thread, @Nullable OpenWait begun) {
        OpenWait wait = begun == null ? waits[thread] : begun;
        waits[thread] = wait;
        if (wait == null || !wait.isServed()) {
            return null;
        }
        waits[thread] = null;
        Object value = wait.value();
        return value == null ? "put" : value;
    }

    /** Gives the wait up; gives whether there was one that had not ended. */
    @Operation
    public boolean giveUp(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        waits[thread] = null;
        return wait != null && wait.cancel();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    /** What a place for one value is, one call at a time. */
    public static class Specification {
        private record Wait(int thread, int value) {}

        private final Deque<Wait> takers = new ArrayDeque<>();
        private final Deque<Wait> readers = new ArrayDeque<>();
        private final Deque<Wait> putters = new ArrayDeque<>();
        private final Map<Integer, Object> ends = new HashMap<>();
        private @Nullable Integer place;

        private void settle() {
            for (; ; ) {
                if (place == null && !putters.isEmpty()) {
                    Wait putter = putters.remove();
                    place = putter.value;
                    ends.put(putter.thread, "put");
                }
                if (place == null) {
                    return;
                }
                for (Wait reader = readers.poll(); reader != null; reader = readers.poll()) {
                    ends.put(reader.thread, place);
                }
                Wait taker = takers.poll();
                if (taker == null) {
                    return;
                }
                ends.put(taker.thread, place);
                place = null;
            }
        }

        private @Nullable Object begin(Deque<Wait> queue, int thread, int value) {
            if (!ends.containsKey(thread)) {
                ends.put(thread, "waits");
                queue.add(new Wait(thread, value));
                settle();
            }
            if ("waits".equals(ends.get(thread))) {
                return null;
            }
            return ends.remove(thread);
        }

        public @Nullable Object take(int thread) {
            return begin(takers, thread, 0);
        }

        public @Nullable Object read(int thread) {
            return begin(readers, thread, 0);
        }

        public @Nullable Object put(int thread, int value) {
            return begin(putters, thread, value);
        }

        public boolean giveUp(int thread) {
            boolean waits = "waits".equals(ends.remove(thread));
            takers.removeIf(wait -> waits && wait.thread == thread);
            readers.removeIf(wait -> waits && wait.thread == thread);
            putters.removeIf(wait -> waits && wait.thread == thread);
            return waits;
        }
    }
}
