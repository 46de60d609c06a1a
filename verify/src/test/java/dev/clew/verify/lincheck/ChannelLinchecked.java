package dev.clew.verify.lincheck;

import dev.clew.channel.Channel;
import dev.clew.internal.kernel.OpenWait;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jspecify.annotations.Nullable;

/** A channel of some capacity: each thread has one wait at a time, to send its number or to receive. */
abstract class ChannelLinchecked extends Linchecked {
    private static final int THREADS = 8;

    private final Channel<Integer> channel;
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    ChannelLinchecked(int capacity) {
        channel = Channel.create(capacity);
    }

    @Operation
    public final void send(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(channel.send(thread).sync());
        }
    }

    @Operation
    public final void receive(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(channel.receive().sync());
        }
    }

    /** What the wait of the thread has ended with, which then is over: a number, or {@code "sent"}; null where it waits. */
    @Operation
    public final @Nullable Object end(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        if (wait == null || !wait.isServed()) {
            return null;
        }
        waits[thread] = null;
        Object value = wait.value();
        return value == null ? "sent" : value;
    }

    /** Gives the wait up; gives whether there was one that had not ended. */
    @Operation
    public final boolean giveUp(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        waits[thread] = null;
        return wait != null && wait.cancel();
    }

    /** What a channel is, one call at a time. */
    abstract static class Specification {
        private final int capacity;
        private final Deque<Integer> held = new ArrayDeque<>();
        private final Deque<Integer> senders = new ArrayDeque<>();
        private final Deque<Integer> receivers = new ArrayDeque<>();
        private final Map<Integer, Object> ends = new HashMap<>();

        Specification(int capacity) {
            this.capacity = capacity;
        }

        private void settle() {
            boolean moved = true;
            while (moved) {
                moved = false;
                if (!senders.isEmpty() && (held.size() < capacity || (held.isEmpty() && !receivers.isEmpty()))) {
                    int sender = senders.remove();
                    ends.put(sender, "sent");
                    held.add(sender);
                    moved = true;
                }
                if (!held.isEmpty() && !receivers.isEmpty()) {
                    ends.put(receivers.remove(), held.remove());
                    moved = true;
                }
            }
        }

        private void begin(Deque<Integer> queue, int thread) {
            if (!ends.containsKey(thread)) {
                ends.put(thread, "waits");
                queue.add(thread);
                settle();
            }
        }

        public void send(int thread) {
            begin(senders, thread);
        }

        public void receive(int thread) {
            begin(receivers, thread);
        }

        public @Nullable Object end(int thread) {
            return "waits".equals(ends.get(thread)) ? null : ends.remove(thread);
        }

        public boolean giveUp(int thread) {
            boolean waits = "waits".equals(ends.remove(thread));
            if (waits) {
                senders.remove((Integer) thread);
                receivers.remove((Integer) thread);
            }
            return waits;
        }
    }
}
