package dev.clew.verify.lincheck;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job that is only a number. */
record Numbered(int number) implements Runnable {
    @Override
    public void run() {
        throw new AssertionError("the queues run nothing, and job " + number + " was run");
    }

    static @Nullable Integer of(@Nullable Runnable job) {
        return job == null ? null : ((Numbered) job).number();
    }

    static List<Integer> all(Runnable[] jobs) {
        return Arrays.stream(jobs).map(job -> ((Numbered) job).number()).toList();
    }
}
