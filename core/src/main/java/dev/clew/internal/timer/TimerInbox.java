package dev.clew.internal.timer;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Timers that threads have set which do not hold the lock of their {@link TimerHeap}. */
final class TimerInbox {
    /*
     * A stack whose top says the earliest deadline of all of it, and how many there are, so that both are known without a walk.
     *
     *   field | writer          | access mode               | pairs with
     *   ------+-----------------+---------------------------+-----------------------------------------------
     *   top   | any to push;    | volatile compare-and-set; | itself; TimerHeap.next, which is lowered before
     *         | lock to empty   | acquire and volatile read | top is emptied, and read after it
     *
     * A node is immutable and pushed once, so a top that is the same as before stands for the same timers.
     */

    private static final VarHandle TOP = VarHandles.field(MethodHandles.lookup(), "top", Node.class);

    @SuppressWarnings("unused")
    private @Nullable Node top;

    /** An entry, those pushed before it, and what is to be known of them all. */
    static final class Node {
        final TimerEntry entry;
        final @Nullable Node below;
        final long earliest;
        final int size;

        private Node(TimerEntry entry, @Nullable Node below) {
            long deadline = entry.deadlineNanos;
            this.entry = entry;
            this.below = below;
            this.earliest = below == null || deadline - below.earliest < 0 ? deadline : below.earliest;
            this.size = below == null ? 1 : below.size + 1;
        }
    }

    /** Any thread. */
    void push(TimerEntry entry) {
        for (; ; ) {
            Node below = top();
            if (TOP.compareAndSet(this, below, new Node(entry, below))) {
                return;
            }
        }
    }

    @Nullable
    Node top() {
        return (Node) TOP.getVolatile(this);
    }

    int size() {
        Node all = top();
        return all == null ? 0 : all.size;
    }

    /** Takes all of it, if {@code all} is still the top. */
    boolean take(Node all) {
        return TOP.compareAndSet(this, all, (Node) null);
    }

    /** {@code all} in the order of pushing. */
    static TimerEntry[] inOrder(Node all) {
        TimerEntry[] entries = new TimerEntry[all.size];
        Node node = all;
        for (int i = all.size - 1; node != null; i--) {
            entries[i] = node.entry;
            node = node.below;
        }
        return entries;
    }
}
