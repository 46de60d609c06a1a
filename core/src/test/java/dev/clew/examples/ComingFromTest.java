package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Task;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The programs of {@code docs/guide/coming-from-scalaz.md}. */
class ComingFromTest {
    static <A> Task<A> retried(Task<A> task) {
        return task.retry(List.of(Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(4)));
    }

    @Test
    void aRetryTriesAgainUntilItSucceeds() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Task<Integer> flaky = Task.delay(tries::incrementAndGet)
                .ensure(n -> n == 3, new IOException("the third try succeeds, not an earlier one"));
        assertThat(retried(flaky).runSync()).isEqualTo(3);
    }

    @Test
    void futures() throws Exception {
        CompletableFuture<Integer> hot = CompletableFuture.supplyAsync(() -> 6 * 7); // runs now
        Task<Integer> cold = Task.delay(() -> 6 * 7); // runs when asked, each time
        Task<Integer> wrapped = Task.fromFuture(() -> CompletableFuture.supplyAsync(() -> 6 * 7));
        CompletableFuture<Integer> future = cold.toCompletableFuture();
        assertThat(hot.get(10, TimeUnit.SECONDS)).isEqualTo(42);
        assertThat(wrapped.runSync()).isEqualTo(42);
        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo(42);
    }
}
