package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Outside submissions, steals, timers, blocking and cancels, in bursts with rests between them so that workers park and
 * wake. For a second; in the deep lane for an hour, or as many minutes as {@code -Dclew.stress.minutes} says. The seed is
 * printed, and {@code -Dclew.test.seed=…} takes it back; so are the counts at the end.
 */
class StressLaneTest {
    private static final long PARKS_AN_HOUR = 100_000;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(4);

    @Test
    void forASecond() throws Exception {
        run(Duration.ofSeconds(1));
    }

    @Test
    @Tag("deep")
    void forLong() throws Exception {
        long minutes = Long.getLong("clew.stress.minutes", 60);
        run(Duration.ofMinutes(minutes));
        assertThat(own.runtime().metrics().parks()).isGreaterThanOrEqualTo(PARKS_AN_HOUR * minutes / 60);
    }

    private void run(Duration time) throws Exception {
        long seed = Long.getLong("clew.test.seed", System.nanoTime());
        System.out.println("StressLaneTest: -Dclew.test.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            burst(random, seed);
            LockSupport.parkNanos(random.nextInt(2_000_000));
        }
        RuntimeMetrics metrics = own.runtime().metrics();
        System.out.println("StressLaneTest: " + metrics);
        OwnRuntime.await(
                "no wake-up was lost, seed " + seed,
                () -> own.runtime().metrics().safetyWakeUps() == 0);
    }

    private void burst(SplittableRandom random, long seed) throws Exception {
        List<Fiber<Integer>> fibers = new ArrayList<>();
        List<CompletableFuture<Outcome<Integer>>> ends = new ArrayList<>();
        for (int i = random.nextInt(1, 20); i > 0; i--) {
            CompletableFuture<Outcome<Integer>> ended = new CompletableFuture<>();
            fibers.add(own.runtime().runAsync(job(random), ended::complete));
            ends.add(ended);
        }
        boolean cancels = random.nextInt(4) == 0;
        if (cancels) {
            for (Fiber<Integer> fiber : fibers) {
                own.run(fiber.cancel());
            }
        }
        for (CompletableFuture<Outcome<Integer>> ended : ends) {
            Outcome<Integer> outcome = OwnRuntime.get(ended, "a program of seed " + seed);
            assertThat(outcome)
                    .as("seed %d", seed)
                    .satisfiesAnyOf(
                            o -> assertThat(o).isEqualTo(new Outcome.Succeeded<>(1)),
                            o -> assertThat(cancels && o instanceof Outcome.Canceled)
                                    .isTrue());
        }
    }

    private static Task<Integer> job(SplittableRandom random) {
        int n = random.nextInt(1, 300);
        return switch (random.nextInt(7)) {
            case 0 -> forks(10).map(x -> 1);
            case 1 -> Task.parTraverse(numbers(n), x -> Task.yieldNow()).map(all -> 1);
            case 2 -> Task.sleep(Duration.ofNanos(n * 5_000L)).thenReturn(1);
            case 3 ->
                Task.never()
                        .timeoutTo(Duration.ofNanos(n * 5_000L), Task.now(1))
                        .map(x -> 1);
            case 4 -> Task.blocking(() -> 1);
            case 5 -> handOver(n);
            default ->
                Task.gather(numbers(n).stream().map(x -> Task.now(x).start()).toList())
                        .flatMap(fibers -> Task.traverse(fibers, Fiber::join))
                        .map(all -> 1);
        };
    }

    private static Task<Integer> forks(int depth) {
        return depth == 0 ? Task.now(1) : Task.defer(() -> forks(depth - 1)).zipPar(forks(depth - 1), Integer::sum);
    }

    private static Task<Integer> handOver(int rounds) {
        if (rounds == 0) {
            return Task.now(1);
        }
        return Task.defer(() -> {
            Deferred<Integer> there = Deferred.create();
            return there.complete(1).start().then(there.get()).flatMap(x -> handOver(rounds - 1));
        });
    }

    private static List<Integer> numbers(int n) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            numbers.add(i);
        }
        return numbers;
    }
}
