package dev.clew.backtest.sweep;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every mode yields the same; they differ in who does the work. */
@Timeout(60)
class ExecutionTest {

    private static final int WORKERS = 2;

    private static Execution execution(String mode) {
        return new Execution(ExecutionMode.parse(mode), WORKERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "gathered", "forked", "batched:7", "batched:1000000", "adaptive"})
    void resultsStandInTheOrderOfTheItems(String mode) throws Exception {
        try (var execution = execution(mode)) {
            for (int size : new int[] {0, 1, 2, 1_000}) {
                List<Integer> items = IntStream.range(0, size).boxed().toList();
                assertThat(execution.<Integer, String>run(items, item -> "#" + item))
                        .isEqualTo(items.stream().map(item -> "#" + item).toList());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "gathered", "forked", "batched:7", "adaptive"})
    void anErrorIsThrownAsItIs(String mode) {
        try (var execution = execution(mode)) {
            List<Integer> items = IntStream.range(0, 100).boxed().toList();
            assertThatThrownBy(() -> execution.<Integer, Integer>run(items, item -> {
                        if (item == 50) {
                            throw new IOException("fifty");
                        }
                        return item;
                    }))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessage("fifty");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sequential", "gathered", "forked", "batched:7", "adaptive"})
    void stoppingBeginsNoFurtherPiece(String mode) throws Exception {
        try (var execution = execution(mode)) {
            var begun = new AtomicInteger();
            var first = new CountDownLatch(1);
            var release = new CountDownLatch(1);
            List<Integer> items = IntStream.range(0, 10_000).boxed().toList();
            CompletableFuture<Void> run = CompletableFuture.runAsync(() -> assertThatThrownBy(() ->
                            execution.<Integer, Integer>run(items, item -> {
                                begun.incrementAndGet();
                                first.countDown();
                                assertThat(release.await(30, SECONDS)).isTrue();
                                return item;
                            }))
                    .isInstanceOf(CancellationException.class));
            assertThat(first.await(30, SECONDS)).isTrue();
            execution.stop();
            release.countDown();
            run.get(30, SECONDS);
            assertThat(begun.get()).isLessThan(items.size() / 2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 7})
    void noResultIsMissingWhenManyWorkersTakeLittle(int workers) throws Exception {
        try (var execution = new Execution(ExecutionMode.parse("adaptive"), workers)) {
            List<Integer> items = IntStream.range(0, 50).boxed().toList();
            for (int round = 0; round < 3_000; round++) {
                assertThat(execution.<Integer, Integer>run(items, item -> spin(item)))
                        .as("round %s", round)
                        .isEqualTo(items);
            }
        }
    }

    /** Computes meanwhile: in the place of a thread that blocks for long another would come. */
    private static void spinUntil(CountDownLatch latch) {
        long end = System.nanoTime() + SECONDS.toNanos(30);
        while (latch.getCount() > 0) {
            assertThat(System.nanoTime() - end)
                    .as("nanoseconds after the deadline")
                    .isNegative();
            Thread.onSpinWait();
        }
    }

    /** Takes a few microseconds, more or less. */
    private static int spin(int item) {
        double x = item;
        for (int i = 0; i < item * 7919 % 97 * 40; i++) {
            x = Math.sqrt(x + i);
        }
        return x < 0 ? -1 : item;
    }

    @ParameterizedTest
    @CsvSource({"sequential, 1", "gathered, 1", "forked, 2", "batched:5, 2", "adaptive, 2"})
    void howManyThreadsWork(String mode, int threads) throws Exception {
        try (var execution = execution(mode)) {
            var names = ConcurrentHashMap.<String>newKeySet();
            // Two pieces wait for each other, so that both workers must come; one thread alone cannot wait so.
            var both = new CountDownLatch(threads);
            execution.<Integer, Integer>run(IntStream.range(0, 200).boxed().toList(), item -> {
                if (names.add(Thread.currentThread().getName())) {
                    both.countDown();
                    spinUntil(both);
                }
                return item;
            });
            assertThat(names).hasSize(threads);
        }
    }
}
