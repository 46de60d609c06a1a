package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Outcome;
import dev.clew.Scope;
import dev.clew.Task;
import dev.clew.testkit.TestRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of {@code docs/guide/coming-from.md}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
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

    @Test
    void limitsWithoutAnError() {
        Task<String> task = Task.never();
        Duration limit = Duration.ofSeconds(1);

        Task<Optional<String>> maybe = task.map(Optional::of).timeoutTo(limit, Task.now(Optional.empty()));

        assertThat(TestRuntime.fifo().run(maybe)).isEqualTo(new Outcome.Succeeded<>(Optional.empty()));
    }

    @Test
    void theFirstToSucceed() {
        Task<String> broken = Task.fail(new IOException("the line is dead"));
        Task<String> slow = Task.sleep(Duration.ofSeconds(1)).thenReturn("slow");

        Task<String> firstToEnd = Task.race(broken, slow); // fails
        Task<String> firstToSucceed = Task.firstSuccess(List.of(broken, slow)); // "slow"

        assertThat(TestRuntime.fifo().run(firstToEnd)).isInstanceOf(Outcome.Failed.class);
        assertThat(TestRuntime.fifo().run(firstToSucceed)).isEqualTo(new Outcome.Succeeded<>("slow"));
    }

    static Task<Integer> countTo(int n, int from) {
        return from == n ? Task.now(n) : Task.delay(() -> from).then(Task.defer(() -> countTo(n, from + 1)));
    }

    @Test
    void theArgumentOfThenIsBuiltAtOnce() throws Exception {
        assertThat(countTo(1_000_000, 0).runSync()).isEqualTo(1_000_000);
    }

    @Test
    void allOfThemWhateverFails() {
        List<String> log = new CopyOnWriteArrayList<>();
        Task<Boolean> write = Task.sleep(Duration.ofSeconds(1)).then(Task.delay(() -> log.add("written")));
        Task<Boolean> broken = Task.fail(new IOException("the disk is full"));

        Task<List<Boolean>> stopped = Task.gather(List.of(broken, write)); // "written" is not in the log
        Task<List<Boolean>> whenAll = Task.gatherUnordered(List.of(broken, write), false); // it is, and then the error

        assertThat(TestRuntime.fifo().run(stopped)).isInstanceOf(Outcome.Failed.class);
        assertThat(log).isEmpty();
        assertThat(TestRuntime.fifo().run(whenAll)).isInstanceOf(Outcome.Failed.class);
        assertThat(log).containsExactly("written");
    }

    @Test
    void childrenThatAreWaitedFor() {
        List<String> log = new CopyOnWriteArrayList<>();

        Task<Boolean> program = Task.scoped(
                Scope.Rest.AWAIT,
                scope -> scope.start(Task.sleep(Duration.ofMillis(5)).then(Task.delay(() -> log.add("child"))))
                        .then(Task.delay(() -> log.add("body"))));

        assertThat(TestRuntime.fifo().run(program)).isEqualTo(new Outcome.Succeeded<>(true));
        assertThat(log).containsExactly("body", "child");
    }

    @Test
    void handlersDoNotSeeACancellation() {
        List<String> log = new CopyOnWriteArrayList<>();

        Task<String> task = Task.<String>never()
                .recover(error -> "answered") // is not asked
                .onCancel(Task.delay(() -> log.add("stopped")));

        assertThat(TestRuntime.fifo().run(task.timeout(Duration.ofSeconds(1)))).isInstanceOf(Outcome.Failed.class);
        assertThat(log).containsExactly("stopped");
    }
}
