package dev.clew.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/** Numbered jobs, and a tally of how often each was taken. */
final class Jobs {
    private final AtomicIntegerArray taken;

    Jobs(int count) {
        taken = new AtomicIntegerArray(count);
    }

    /** A job that only has a number. */
    record Job(int number) implements Runnable {
        @Override
        public void run() {
            throw new AssertionError("the queues run nothing, and job " + number + " was run");
        }
    }

    static Runnable job(int number) {
        return new Job(number);
    }

    static int number(@Nullable Object job) {
        assertThat(job).as("a job that was taken").isInstanceOf(Job.class);
        return ((Job) job).number();
    }

    /** Notes that {@code job} was taken, and gives its number. */
    int take(@Nullable Object job) {
        int number = number(job);
        taken.incrementAndGet(number);
        return number;
    }

    int count() {
        return taken.length();
    }

    void assertEachTakenOnce() {
        for (int i = 0; i < taken.length(); i++) {
            int times = taken.get(i);
            if (times != 1) {
                throw new AssertionError("each job is taken exactly once, and job " + i + " of " + taken.length()
                        + " was taken " + times + " times");
            }
        }
    }
}
