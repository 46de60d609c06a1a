package dev.clew.internal.kernel;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.internal.queue.Stealable;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A crew over an array, without a bound on how many elements are in flight: lazy binary splitting.
 *
 * <p>Each owner has a range {@code [next, end)} in one word. The owner takes one element at a time from the front by
 * compare-and-set, on a word that is its own until somebody is idle; a thief takes the back half as a range of its own
 * by compare-and-set on the same word. So one slow element after many fast ones strands nobody, and no batch size is
 * asked of the user. (Lazy binary splitting: Tzannes, Caragea, Barua, Vishkin, "Lazy binary-splitting", PPoPP 2010.)
 */
final class RangeCrew extends Crew {
    private final @Nullable Object[] items;
    private final Fn<@Nullable Object, ? extends Task<?>> function;
    private final Range first;

    RangeCrew(
            FiberState parent,
            Strand outer,
            @Nullable Object[] items,
            Fn<@Nullable Object, ? extends Task<?>> function,
            Sink sink,
            boolean firstErrorStops) {
        super(parent, outer, sink, firstErrorStops);
        this.items = items;
        this.function = function;
        this.first = new Range(this, parent, outer, 0, items.length);
    }

    @Override
    Owner parentOwner() {
        return first;
    }

    private static final class Range extends Owner {
        private static final VarHandle WORD = VarHandles.field(MethodHandles.lookup(), "word", long.class);

        private final RangeCrew crew;

        /** next in the high half, end in the low half. */
        @SuppressWarnings("unused")
        private long word;

        /** The owner's element suspended: whoever finds this in a ring takes all of it. */
        private volatile boolean left;

        Range(RangeCrew crew, FiberState fiber, Strand around, int from, int to) {
            super(crew, fiber, around);
            this.crew = crew;
            this.word = word(from, to);
        }

        private static long word(int next, int end) {
            return ((long) next << 32) | end;
        }

        private static int next(long word) {
            return (int) (word >>> 32);
        }

        private static int end(long word) {
            return (int) word;
        }

        private long wordVolatile() {
            return (long) WORD.getVolatile(this);
        }

        @Override
        @Nullable
        Node<?> next(FiberState f) {
            if (crew.isStopping()) {
                return null;
            }
            for (; ; ) {
                long w = wordVolatile();
                int i = next(w);
                if (i >= end(w)) {
                    return null;
                }
                if (WORD.compareAndSet(this, w, word(i + 1, end(w)))) {
                    index = i;
                    return task(i);
                }
            }
        }

        private Node<?> task(int i) {
            try {
                return Node.of(crew.function.apply(crew.items[i]), "an element");
            } catch (Throwable thrown) {
                return new Fail<>(thrown);
            }
        }

        @Override
        boolean hasMore() {
            long w = wordVolatile();
            return next(w) < end(w);
        }

        @Override
        Stealable offer() {
            left = false;
            return this;
        }

        @Override
        void close() {
            for (; ; ) {
                long w = wordVolatile();
                if (next(w) >= end(w) || WORD.compareAndSet(this, w, word(end(w), end(w)))) {
                    return;
                }
            }
        }

        @Override
        public @Nullable Runnable steal() {
            return take(false);
        }

        @Override
        @Nullable
        FiberState takeForJob() {
            return take(left);
        }

        private @Nullable FiberState take(boolean all) {
            if (!hasMore() || !crew.reserve()) {
                return null;
            }
            for (; ; ) {
                long w = wordVolatile();
                int from = next(w);
                int to = end(w);
                if (from >= to || crew.isStopping()) {
                    crew.giveBack();
                    return null;
                }
                int middle = all ? from : to - (to - from + 1) / 2;
                if (WORD.compareAndSet(this, w, word(from, middle))) {
                    return child(middle, to);
                }
            }
        }

        private @Nullable FiberState child(int from, int to) {
            FiberState child = new FiberState(crew.scheduler(), crew.outer());
            Range part = new Range(crew, child, child, from, to);
            child.prepare(new Start(part), part);
            return crew.enterReserved(part) ? child : null;
        }

        @Override
        public boolean spent() {
            return crew.isStopping() || !hasMore();
        }

        @Override
        void markLeft() {
            left = true;
        }
    }
}
