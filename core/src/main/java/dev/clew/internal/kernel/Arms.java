package dev.clew.internal.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The arms of a choice as they are put together: events, what is done with the value of each, and the order of looking at
 * them: that of their coming, or, within groups that say so, one that is left to chance at each run.
 */
public final class Arms {
    private final List<EventNode<?>> events = new ArrayList<>();
    private final List<@Nullable Wrap> wraps = new ArrayList<>();
    private final Deque<Group> open = new ArrayDeque<>();
    private boolean random;

    public Arms() {
        open.push(new Group(false));
    }

    /** Adds an arm; {@code wrap} is null where the value stays as it is. */
    public void add(EventNode<?> event, @Nullable Wrap wrap) {
        group().parts.add(events.size());
        events.add(event);
        wraps.add(wrap);
    }

    /** What is added from now on, up to {@link #close}, is one of what the group around it orders. */
    public void open(boolean isRandom) {
        Group inner = new Group(isRandom);
        random |= isRandom;
        group().parts.add(inner);
        open.push(inner);
    }

    /** Ends the group that was opened last. */
    public void close() {
        open.pop();
    }

    public int size() {
        return events.size();
    }

    /** The choice among them; {@code chosen} is told once in each run which arm has won, or {@link SyncNode#NONE}. */
    public <A extends @Nullable Object> SyncNode<A> choice(@Nullable IntConsumer chosen) {
        return new SyncNode<>(
                events.toArray(new EventNode<?>[0]),
                wraps.toArray(new @Nullable Wrap[0]),
                random ? group() : null,
                chosen);
    }

    private Group group() {
        return open.element();
    }

    /** Arms, by their numbers, and groups of them. Written while arms are put together, then only read. */
    static final class Group {
        private final boolean random;
        private final List<Object> parts = new ArrayList<>();

        private Group(boolean random) {
            this.random = random;
        }

        /** The numbers of all {@code n} arms in an order of this run. */
        int[] order(FiberState fiber, int n) {
            int[] order = new int[n];
            put(fiber, order, 0);
            return order;
        }

        private int put(FiberState fiber, int[] order, int from) {
            List<Object> left = random ? new ArrayList<>(parts) : parts;
            int to = from;
            for (int i = 0; i < parts.size(); i++) {
                Object part = random ? left.remove(left.size() == 1 ? 0 : fiber.pick(left.size())) : left.get(i);
                if (part instanceof Group inner) {
                    to = inner.put(fiber, order, to);
                } else {
                    order[to++] = (Integer) part;
                }
            }
            return to;
        }
    }
}
