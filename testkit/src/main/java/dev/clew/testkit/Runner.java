package dev.clew.testkit;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;

/** How a suite runs the tasks it makes. */
@FunctionalInterface
public interface Runner {

    /**
     * How a run went.
     *
     * @param millis when it ended, in virtual time; {@link #UNKNOWN} where time is real
     */
    record Ran(Outcome<Integer> outcome, long millis) {
        /** The time of a run in real time. */
        public static final long UNKNOWN = -1;
    }

    /** Runs {@code task} to its end; {@code seed} for a runner that explores. Throws where the run itself goes wrong. */
    Ran run(Task<Integer> task, long seed) throws Exception;

    /** On a {@link TestRuntime} with the strategy that {@code strategies} gives for the seed. */
    static Runner deterministic(LongFunction<Strategy> strategies) {
        return (task, seed) -> {
            TestRuntime runtime = TestRuntime.builder()
                    .seed(seed)
                    .strategy(strategies.apply(seed))
                    .stepLimit(1_000_000)
                    .allowReports()
                    .build();
            Outcome<Integer> outcome = runtime.run(task);
            for (TestRuntime.Report report : runtime.reported()) {
                if (report.what().contains("the evaluator broke")) {
                    throw new AssertionError(report.what() + ". " + Seeds.hint(seed), report.error());
                }
            }
            return new Ran(outcome, runtime.now().toMillis());
        };
    }

    /** On the workers of {@code runtime}; a run that takes longer than {@code limit} fails. */
    static Runner on(TaskRuntime runtime, Duration limit) {
        return (task, seed) -> {
            CompletableFuture<Outcome<Integer>> ended = new CompletableFuture<>();
            runtime.runAsync(task, ended::complete);
            try {
                return new Ran(ended.get(limit.toNanos(), TimeUnit.NANOSECONDS), Ran.UNKNOWN);
            } catch (TimeoutException late) {
                throw new AssertionError(
                        "a run did not end within " + limit + " on " + runtime + ". " + Seeds.hint(seed), late);
            }
        };
    }

    /** By {@code runSync} on {@code runtime}: the calling thread evaluates the beginning itself. */
    static Runner sync(TaskRuntime runtime) {
        return (task, seed) -> {
            try {
                return new Ran(runtime.runSync(task.attempt()), Ran.UNKNOWN);
            } catch (CancellationException cancelled) {
                return new Ran(new Outcome.Canceled<>(), Ran.UNKNOWN);
            }
        };
    }
}
