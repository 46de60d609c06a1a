package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Outcome;
import dev.clew.Schedule;
import dev.clew.Task;
import dev.clew.testkit.TestRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of {@code docs/guide/time-and-retry.md}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TimeAndRetryTest {
    private final AtomicInteger tries = new AtomicInteger();

    /** Fails twice, then gives a price. */
    private final Task<Integer> fetch = Task.delay(() -> {
        if (tries.incrementAndGet() < 3) {
            throw new IOException("no answer");
        }
        return 185;
    });

    @Test
    void waiting() throws Exception {
        Task<String> later = Task.sleep(Duration.ofMillis(20)).thenReturn("later");
        Task<Long> took =
                Task.monotonic().flatMap(from -> later.then(Task.monotonic()).map(to -> to - from));
        assertThat(took.runSync()).isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
    }

    @Test
    void limiting() {
        Task<Integer> inTime = Task.<Integer>never().timeout(Duration.ofMillis(20));
        Task<Integer> orElse =
                inTime.recoverWith(error -> error instanceof TimeoutException ? Task.now(0) : Task.fail(error));
        assertThatThrownBy(inTime::runSync).isInstanceOf(TimeoutException.class);
        assertThat(TestRuntime.fifo().run(orElse)).isEqualTo(new Outcome.Succeeded<>(0));
    }

    @Test
    void retrying() {
        Task<Integer> price =
                fetch.retry(Schedule.exponential(Duration.ofMillis(100)).and(Schedule.recurs(5)));
        assertThat(TestRuntime.fifo().run(price)).isEqualTo(new Outcome.Succeeded<>(185));
    }

    @Test
    void patiently() {
        Schedule patient = Schedule.exponential(Duration.ofMillis(100))
                .or(Schedule.spaced(Duration.ofSeconds(10)))
                .jittered()
                .upTo(Duration.ofMinutes(5))
                .whileError(error -> error instanceof IOException);
        assertThat(TestRuntime.fifo().run(fetch.retry(patient))).isEqualTo(new Outcome.Succeeded<>(185));
    }

    @Test
    void eachTryWithALimit() {
        Task<Integer> price = fetch.timeout(Duration.ofSeconds(2))
                .retry(Schedule.spaced(Duration.ofSeconds(1)))
                .timeout(Duration.ofMinutes(1));
        assertThat(TestRuntime.fifo().run(price)).isEqualTo(new Outcome.Succeeded<>(185));
    }

    @Test
    void byKind() {
        Schedule byKind = Schedule.spaced(Duration.ofSeconds(1))
                .whileError(error -> error instanceof IOException)
                .or(Schedule.spaced(Duration.ofMinutes(1)).whileError(error -> error instanceof TimeoutException));
        assertThat(TestRuntime.fifo().run(fetch.retry(byKind))).isEqualTo(new Outcome.Succeeded<>(185));
    }

    @Test
    void repeating() {
        AtomicInteger beats = new AtomicInteger();
        Task<Integer> beat = Task.delay(beats::incrementAndGet);

        Task<Integer> everyMinute = beat.repeat(Schedule.fixedRate(Duration.ofMinutes(1)));
        Task<Integer> threeMore =
                beat.repeat(Schedule.spaced(Duration.ofSeconds(1)).and(Schedule.recurs(3)));

        assertThat(TestRuntime.fifo().run(threeMore)).isEqualTo(new Outcome.Succeeded<>(4));
        TestRuntime.fifo().run(everyMinute.timeout(Duration.ofSeconds(150)).attempt());
        assertThat(beats).hasValue(7);
    }

    @Test
    void testing() {
        TestRuntime runtime = TestRuntime.seeded(42);
        Outcome<Integer> outcome = runtime.run(fetch.retry(Schedule.exponential(Duration.ofHours(1))));
        assertThat(outcome).isEqualTo(new Outcome.Succeeded<>(185));
        assertThat(runtime.now()).isEqualTo(Duration.ofHours(3));
    }
}
