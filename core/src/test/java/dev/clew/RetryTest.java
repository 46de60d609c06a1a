package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.TestRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@code retry} tries again after each delay, in virtual time. */
class RetryTest {
    private final AtomicInteger tries = new AtomicInteger();
    private final TestRuntime runtime = TestRuntime.fifo();

    private Task<Integer> failing(int times) {
        return Task.delay(() -> {
            int n = tries.incrementAndGet();
            if (n <= times) {
                throw new IOException("try " + n);
            }
            return n;
        });
    }

    @Test
    void aSuccessIsNotTriedAgain() {
        assertThat(runtime.run(failing(0).retry(List.of(Duration.ofSeconds(1)))))
                .isEqualTo(new Outcome.Succeeded<>(1));
        assertThat(tries).hasValue(1);
    }

    @Test
    void eachDelayIsWaitedForInTurn() {
        Task<Long> start = Task.monotonic();
        Task<Long> took = start.flatMap(from -> failing(2)
                .retry(List.of(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(100)))
                .then(Task.monotonic())
                .map(to -> to - from));
        assertThat(runtime.run(took))
                .isEqualTo(new Outcome.Succeeded<>(Duration.ofSeconds(11).toNanos()));
    }

    @Test
    void theLastErrorIsTheError() {
        Outcome<Integer> outcome = runtime.run(failing(9).retry(Collections.nCopies(2, Duration.ZERO)));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).hasMessage("try 3"));
    }

    @Test
    void aRetriedTaskRunTwiceBeginsItsDelaysAnew() {
        Task<Integer> task = failing(4).retry(Collections.nCopies(2, Duration.ZERO));
        runtime.run(task.attempt());
        assertThat(runtime.run(task)).isEqualTo(new Outcome.Succeeded<>(5));
    }

    @Test
    void manyTriesNeedNoStack() {
        assertThat(runtime.run(failing(100_000).retry(Collections.nCopies(100_000, Duration.ZERO))))
                .isEqualTo(new Outcome.Succeeded<>(100_001));
    }
}
