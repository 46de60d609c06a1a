package dev.clew;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs out of memory, or of stack, in several ways while others wait and run, and looks whether all end. Run with a small
 * heap in a JVM of its own by {@link ShortOfMemoryTest}; prints a line for each way.
 */
final class ShortOfMemoryProgram {
    private static final String REPORTED = "reported";

    private ShortOfMemoryProgram() {}

    /** Allocates until there is no more; what it holds is garbage once it has thrown. */
    private static int exhaust() {
        Object[] held = {};
        for (; ; ) {
            Object[] more = new Object[1 << 14];
            more[0] = held;
            held = more;
        }
    }

    private static Task<Void> yieldForEver() {
        return Task.delay(() -> new long[64]).then(Task.yieldNow()).flatMap(ignored -> yieldForEver());
    }

    private static int overflow(int n) {
        return n < 0 ? n : n + overflow(n + 1);
    }

    public static void main(String[] arguments) throws Exception {
        runsOut("step", Task.delay(ShortOfMemoryProgram::exhaust));
        runsOut("blocking code", Task.blocking(ShortOfMemoryProgram::exhaust));
        runsOut("finalizer", Task.now(1).guarantee(Task.delay(ShortOfMemoryProgram::exhaust)));
        runsOut(
                "branches",
                Task.parTraverse(List.of(1, 2, 3, 4), n -> Task.yieldNow().map(ignored -> exhaust())));
        stackOverflows();
        System.exit(
                TaskApp.of(none -> Task.delay(ShortOfMemoryProgram::exhaust)).run() == TaskApp.FAILED ? 3 : 4);
    }

    private static void runsOut(String way, Task<?> task) throws Exception {
        ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-short")
                .workers(2)
                .closeTimeout(Duration.ofSeconds(20))
                .errorReporter((what, error) -> {
                    if (error instanceof OutOfMemoryError) {
                        reports.add(REPORTED);
                    }
                })
                .build();
        List<CompletableFuture<?>> others = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            others.add(runtime.toCompletableFuture(Task.never()));
            others.add(runtime.toCompletableFuture(Task.sleep(Duration.ofHours(1))));
        }
        others.add(runtime.toCompletableFuture(yieldForEver()));
        others.add(runtime.toCompletableFuture(task));
        int ended = 0;
        for (CompletableFuture<?> other : others) {
            try {
                other.get(40, TimeUnit.SECONDS);
            } catch (java.util.concurrent.ExecutionException failed) {
                if (failed.getCause() instanceof OutOfMemoryError) {
                    ended++;
                }
            }
        }
        runtime.close();
        System.out.println(way + ": " + (ended == others.size()) + ", " + reports.contains(REPORTED));
    }

    /** An overflow of the user's is an ordinary error, even in the deepest place that the evaluator calls him from. */
    private static void stackOverflows() throws Exception {
        Task<Integer> overflows = Task.delay(() -> overflow(0));
        try (TaskRuntime runtime =
                TaskRuntime.builder().name("clew-deep").workers(1).build()) {
            int caught = 0;
            for (int depth = 0; depth < 300; depth += 50) {
                caught +=
                        runtime.runSync(Task.fork(Steps.deep(overflows, depth)).recover(e -> 1));
            }
            System.out.println("overflows: " + caught);
        }
    }
}
