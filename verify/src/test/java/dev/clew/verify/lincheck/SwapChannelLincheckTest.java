package dev.clew.verify.lincheck;

import dev.clew.channel.SwapChannel;
import dev.clew.internal.kernel.OpenWait;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** Two who swap get one another's number: each thread has one swap at a time, which it begins, looks at and gives up. */
public final class SwapChannelLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final SwapChannel<Integer> channel = SwapChannel.create();
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    @Operation
    public void swap(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(channel.swap(thread).sync());
        }
    }

    /** What the thread got, whose swap then is over; null where it waits. */
    @Operation
    public @Nullable Object end(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        if (wait == null || !wait.isServed()) {
            return null;
        }
        waits[thread] = null;
        return wait.value();
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
        return List.of("swap:1 end:1 swap:1 end:1 | swap:2 end:2", "swap:1 giveUp:1 | swap:2 end:2 giveUp:2");
    }

    /** What it is, one call at a time. */
    public static class Specification {
        private final Deque<Integer> waiting = new ArrayDeque<>();
        private final Map<Integer, Integer> ends = new HashMap<>();

        public void swap(int thread) {
            if (ends.containsKey(thread) || waiting.contains(thread)) {
                return;
            }
            Integer other = waiting.poll();
            if (other == null) {
                waiting.add(thread);
            } else {
                ends.put(other, thread);
                ends.put(thread, other);
            }
        }

        public @Nullable Integer end(int thread) {
            return ends.remove(thread);
        }

        public boolean giveUp(int thread) {
            ends.remove(thread);
            return waiting.remove((Integer) thread);
        }
    }
}
