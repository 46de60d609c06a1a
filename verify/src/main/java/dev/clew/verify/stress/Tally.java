package dev.clew.verify.stress;

import dev.clew.internal.queue.Stealable;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Numbered jobs and how often each was taken, by whom: each actor and the arbiter have a tally of their own, written
 * without any synchronization that could hide a fault.
 */
final class Tally {
    private final int[] times;

    Tally(int jobs) {
        times = new int[jobs];
    }

    /** Notes a job that was taken, if it is one. */
    void take(@Nullable Runnable job) {
        if (job != null) {
            times[((Numbered) job).number()]++;
        }
    }

    /** "each once", or what is wrong. */
    static String verdict(Tally... tallies) {
        int jobs = tallies[0].times.length;
        for (int i = 0; i < jobs; i++) {
            int sum = 0;
            for (Tally tally : tallies) {
                sum += tally.times[i];
            }
            if (sum != 1) {
                return "job " + i + " taken " + sum + " times";
            }
        }
        return "each once";
    }

    /** What the queues hold in these tests. */
    interface Numbered extends Runnable {
        int number();

        @Override
        default void run() {
            throw new AssertionError("the queues run nothing, and job " + number() + " was run");
        }
    }

    /** A job with a number in a plain field that is set late: seen as 0 if it is published wrongly. */
    static final class Job implements Numbered {
        private int number;

        Job(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }

    /** A branch as the kernel has it: one word, claimed by its owner or by a thief. */
    static final class Branch implements Numbered, Stealable {
        private static final int PENDING = 0;
        private static final int OWNED = 1;
        private static final int STOLEN = 2;
        private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", int.class);

        private int number;

        @SuppressWarnings("unused")
        private int state = PENDING;

        Branch(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }

        /** The owner's claim; false if a thief was faster. */
        boolean claim() {
            return STATE.compareAndSet(this, PENDING, OWNED);
        }

        @Override
        public @Nullable Runnable steal() {
            return STATE.compareAndSet(this, PENDING, STOLEN) ? this : null;
        }

        @Override
        public boolean spent() {
            return (int) STATE.getAcquire(this) == STOLEN;
        }
    }

    /** A range of one element that is spent whoever takes it: by its owner as well. */
    static final class Range implements Numbered, Stealable {
        private final Branch element;

        Range(int number) {
            element = new Branch(number);
        }

        @Override
        public int number() {
            return element.number();
        }

        void takeLast(Tally owner) {
            if (element.claim()) {
                owner.take(element);
            }
        }

        @Override
        public @Nullable Runnable steal() {
            return element.steal();
        }

        @Override
        public boolean spent() {
            return (int) Branch.STATE.getAcquire(element) != Branch.PENDING;
        }
    }
}
