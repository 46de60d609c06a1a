package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.RuntimeMetrics;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.sync.Deferred;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The programs of {@code docs/guide/getting-started.md}. */
class GettingStartedTest {
    private static final Path MISSING = Path.of("no-such-file.txt");

    @Test
    void describing() throws Exception {
        Task<Integer> dice = Task.delay(() -> ThreadLocalRandom.current().nextInt(1, 7));
        Task<Integer> two = dice.zipWith(dice, Integer::sum);
        int first = two.runSync();
        int second = two.runSync(); // thrown anew
        assertThat(List.of(first, second)).allMatch(sum -> sum >= 2 && sum <= 12);
    }

    @Test
    void sequencing() throws Exception {
        Task<Integer> answer = Task.now(20)
                .map(n -> n + 1)
                .flatMap(n -> Task.delay(() -> n * 2))
                .tap(n -> Task.delay(() -> System.getLogger("guide").isLoggable(System.Logger.Level.DEBUG)));
        assertThat(answer.runSync()).isEqualTo(42);
    }

    static Task<Long> countDown(long n) {
        return n == 0 ? Task.now(0L) : Task.defer(() -> countDown(n - 1)).map(below -> below + 1);
    }

    @Test
    void recursion() throws Exception {
        assertThat(countDown(1_000_000).runSync()).isEqualTo(1_000_000);
    }

    @Test
    void errors() throws Exception {
        Task<String> read = Task.delay(() -> Files.readString(MISSING));
        Task<String> orEmpty = read.recover(error -> "");
        Task<String> orOther = read.orElse(Task.now("other"));
        Task<String> renamed = read.mapError(error -> new IllegalStateException("no settings", error));
        Task<Outcome<String>> outcome = read.attempt();
        Task<String> onlyMissing = read.recoverWith(
                error -> error instanceof NoSuchFileException ? Task.now("missing") : Task.fail(error));
        assertThat(orEmpty.runSync()).isEmpty();
        assertThat(orOther.runSync()).isEqualTo("other");
        assertThatThrownBy(renamed::runSync).isInstanceOf(IllegalStateException.class);
        assertThat(outcome.runSync()).isInstanceOf(Outcome.Failed.class);
        assertThat(onlyMissing.runSync()).isEqualTo("missing");
    }

    @Test
    void runningSync() throws Exception {
        String text;
        try {
            text = Task.delay(() -> Files.readString(MISSING)).runSync();
        } catch (NoSuchFileException e) { // the very exception, not a wrapper
            text = "none";
        }
        assertThat(text).isEqualTo("none");
    }

    @Test
    void runningInOtherWays() throws Exception {
        Task<Integer> task = Task.sleep(Duration.ofMillis(5)).thenReturn(42);

        int value = task.runSync(Duration.ofSeconds(10));
        CompletableFuture<Integer> future = task.toCompletableFuture();
        Fiber<Integer> fiber = task.runAsync(outcome -> {
            if (outcome instanceof Outcome.Failed<Integer> f) {
                f.error().printStackTrace();
            }
        });

        assertThat(value).isEqualTo(42);
        assertThat(future.get(10, TimeUnit.SECONDS)).isEqualTo(42);
        assertThat(fiber.joinOrFail().runSync(Duration.ofSeconds(10))).isEqualTo(42);
    }

    @Test
    void ownRuntime() throws Exception {
        try (TaskRuntime runtime =
                TaskRuntime.builder().name("prices").workers(2).build()) {
            int value = runtime.runSync(Task.delay(() -> 6 * 7));
            RuntimeMetrics metrics = runtime.metrics();
            assertThat(value).isEqualTo(42);
            assertThat(metrics.workers()).isEqualTo(2);
        }
    }

    private static Task<Integer> price(String name) {
        return Task.sleep(Duration.ofMillis(5)).thenReturn(name.length());
    }

    @Test
    void parallel() throws Exception {
        Task<Integer> difference = price("AAPL").zipPar(price("ORCL.X"), (a, b) -> a - b);
        Task<List<Integer>> all = Task.parTraverse(List.of("AAPL", "MSFT", "IBM"), name -> price(name));
        Task<List<Integer>> fewAtATime = Task.parTraverse(2, List.of("AAPL", "MSFT", "IBM"), name -> price(name));
        assertThat(difference.runSync()).isEqualTo(-2);
        assertThat(all.runSync()).containsExactly(4, 4, 3);
        assertThat(fewAtATime.runSync()).containsExactly(4, 4, 3);
    }

    @Test
    void cancelling() throws Exception {
        List<String> log = new ArrayList<>();
        Task<Void> program = Deferred.<Void>make()
                .flatMap(begun -> begun.complete(null)
                        .then(Task.<Void>never())
                        .onCancel(Task.delay(() -> log.add("cancelled")))
                        .guarantee(Task.delay(() -> log.add("closed")))
                        .start()
                        .flatMap(fiber -> begun.get().then(fiber.cancel())));
        program.runSync();
        assertThat(log).containsExactly("cancelled", "closed");
    }

    @Test
    void timingOut() {
        Task<Integer> inTime = Task.<Integer>never().timeout(Duration.ofMillis(20));
        assertThatThrownBy(inTime::runSync).isInstanceOf(TimeoutException.class);
    }
}
