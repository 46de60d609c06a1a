package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.Runner;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.gen.Reference;
import dev.clew.testkit.gen.ReferenceCheck;
import java.time.Duration;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/**
 * Generated programs end as the reference interpreter says: outcome, effects, finalizers, and under virtual time the
 * moment; whether branches run inline or as fibers, on one thread or on several, on workers or on a foreign scheduler.
 */
class GeneratedProgramsTest {
    private static final int DETERMINISTIC = 6_000;
    private static final int REAL = 3_000;

    private static void deterministic(LongFunction<Strategy> strategies) {
        ReferenceCheck.check(Runner.deterministic(strategies), Reference.exactTime(), DETERMINISTIC);
    }

    private static TaskRuntime runtime(int workers) {
        return TaskRuntime.builder()
                .workers(workers)
                .errorReporter(
                        (what, error) -> assertThat(what).containsAnyOf("nobody was joining", "a finalizer failed"))
                .build();
    }

    private static void real(int workers) {
        try (TaskRuntime runtime = runtime(workers)) {
            ReferenceCheck.check(Runner.on(runtime, Duration.ofSeconds(20)), Reference.anyTime(), REAL);
        }
    }

    @Test
    void underRandomSchedules() {
        deterministic(Strategy::random);
    }

    @Test
    void firstReadyFirstRun() {
        deterministic(seed -> Strategy.fifo());
    }

    @Test
    void withAllBranchesInline() {
        deterministic(seed -> Strategy.random(seed).inline());
    }

    @Test
    void withAllBranchesPromoted() {
        deterministic(seed -> Strategy.random(seed).promoted());
    }

    @Test
    void onOneWorker() {
        real(1);
    }

    @Test
    void onTwoWorkers() {
        real(2);
    }

    @Test
    void onFourWorkers() {
        real(4);
    }

    @Test
    void drivenByAForeignScheduler() {
        Runner driven = VirtualDriver.runner(
                (what, error) -> assertThat(what).containsAnyOf("nobody was joining", "a finalizer failed"));
        ReferenceCheck.check(driven, Reference.exactTime(), DETERMINISTIC);
    }

    @Test
    void bySync() {
        try (TaskRuntime runtime = runtime(2)) {
            ReferenceCheck.check(Runner.sync(runtime), Reference.anyTime(), REAL);
        }
    }
}
