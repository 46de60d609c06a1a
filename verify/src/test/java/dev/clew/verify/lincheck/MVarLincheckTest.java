package dev.clew.verify.lincheck;

import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.MVar;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** An empty place at first: each thread has one wait at a time, to take, to read or to put its number. */
public final class MVarLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final MVar<Integer> mvar = MVar.create();
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    @Operation
    public void take(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(mvar.take());
        }
    }

    @Operation
    public void read(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(mvar.read());
        }
    }

    @Operation
    public void put(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(mvar.put(thread));
        }
    }

    /** What the wait of the thread has ended with, which then is over: a number, or {@code "put"}; null where it waits. */
    @Operation
    public @Nullable Object end(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
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

    @Override
    List<String> scenarios() {
        return List.of(
                "take:1 giveUp:1 | put:2 end:2 take:2 end:2",
                "put:1 end:1 put:1 giveUp:1 | take:2 end:2 take:2 end:2",
                "read:1 end:1 | put:2 end:2 take:2 end:2");
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

        private void begin(Deque<Wait> queue, int thread, int value) {
            if (!ends.containsKey(thread)) {
                ends.put(thread, "waits");
                queue.add(new Wait(thread, value));
                settle();
            }
        }

        public void take(int thread) {
            begin(takers, thread, 0);
        }

        public void read(int thread) {
            begin(readers, thread, 0);
        }

        public void put(int thread) {
            begin(putters, thread, thread);
        }

        public @Nullable Object end(int thread) {
            return "waits".equals(ends.get(thread)) ? null : ends.remove(thread);
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
