package dev.clew.bench.state;

import dev.clew.TaskRuntime;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

/**
 * Runs a mix of programs, so that the call sites of Clew's evaluator and of {@link java.util.concurrent.ForkJoinTask} have
 * met many classes before what is measured is compiled. A JVM that has only ever run one program inlines it whole, which no
 * application can expect.
 */
public final class Pollution {
    private Pollution() {}

    /** Runs all programs of both mixes, each at least once, and over again until {@code time} is over. */
    public static void run(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        ForkJoinPool joins = new ForkJoinPool(Processors.count());
        try (TaskRuntime clew = TaskRuntime.builder().name("pollution").build()) {
            do {
                ClewMix.round(clew, joins);
                JoinMix.round(joins);
            } while (System.nanoTime() < end);
        } finally {
            joins.shutdown();
        }
        if (!joins.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "the programs that pollute the JVM must be over before anything is measured,"
                            + " but their ForkJoinPool was still busy after 10 s: " + joins);
        }
    }
}
