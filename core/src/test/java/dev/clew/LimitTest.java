package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code limit} bounds what is in flight and what exists, however long or lazy the input. */
class LimitTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(4);

    private static Iterable<Integer> counting(int n) {
        return () -> IntStream.range(0, n).iterator();
    }

    @Test
    void neverMoreThanTheLimitAreInFlight() throws Exception {
        for (int limit : new int[] {1, 2, 3, 10}) {
            AtomicInteger flying = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            List<Fn<Integer, Task<Integer>>> bodies = List.of(
                    Task::now,
                    i -> Task.yieldNow().thenReturn(i),
                    i -> i % 50 == 0 ? Steps.sleep(1).thenReturn(i) : Task.now(i));
            for (Fn<Integer, Task<Integer>> body : bodies) {
                Fn<Integer, Task<Integer>> watched =
                        i -> Task.delay(() -> most.accumulateAndGet(flying.incrementAndGet(), Math::max))
                                .then(body.apply(i))
                                .guarantee(Task.delay(flying::decrementAndGet));
                own.run(Task.parTraverseDiscard(limit, counting(2_000), watched));
                own.run(Task.parTraverse(limit, counting(2_000), watched));
                assertThat(flying).hasValue(0);
                assertThat(most.get()).as("most in flight by %d", limit).isBetween(1, limit);
            }
        }
    }

    @Test
    void theLimitIsReachedWhereElementsWait() throws Exception {
        for (int limit : new int[] {2, 5, 50}) {
            CountDownLatch all = new CountDownLatch(limit);
            Task<Void> meet = Steps.release(all).then(Task.defer(() -> until(all)));
            own.run(Task.parTraverseDiscard(limit, counting(limit), i -> meet));
        }
    }

    private static Task<Void> until(CountDownLatch latch) {
        return latch.getCount() == 0 ? Task.now(null) : Steps.sleep(1).flatMap(ignored -> until(latch));
    }

    @Test
    void atMostLimitAndWorkersFibersExist() throws Exception {
        int limit = 10;
        AtomicLong most = new AtomicLong();
        Task<Void> look =
                Steps.act(() -> most.accumulateAndGet(own.runtime().metrics().fibersSuspendedNow(), Math::max));
        own.run(Task.parTraverseDiscard(
                limit,
                counting(20_000),
                i -> Task.yieldNow().then(i % 20 == 0 ? Steps.sleep(1).then(look) : look)));
        // One look counts the fibers of four workers and of other threads one after the other; these may change in
        // between.
        assertThat(most.get()).isBetween(1L, 5 * (limit + 4L + 1));
    }

    @Test
    void noMoreIsPulledThanCanFly() throws Exception {
        AtomicInteger pulled = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger furthest = new AtomicInteger();
        Iterable<Integer> input = () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return pulled.get() < 1_000;
            }

            @Override
            public Integer next() {
                furthest.accumulateAndGet(pulled.incrementAndGet() - ended.get(), Math::max);
                return pulled.get();
            }
        };
        own.run(Task.parTraverseDiscard(3, input, i -> Task.yieldNow().then(Task.delay(ended::incrementAndGet))));
        assertThat(ended).hasValue(1_000);
        assertThat(furthest.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void theInputIsPulledByOneThreadAtATime() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger clashes = new AtomicInteger();
        Iterable<Integer> input = () -> new Iterator<>() {
            private int n;

            private void enter() {
                if (inside.incrementAndGet() != 1) {
                    clashes.incrementAndGet();
                }
                for (int i = 0; i < 50; i++) {
                    Thread.onSpinWait();
                }
                inside.decrementAndGet();
            }

            @Override
            public boolean hasNext() {
                enter();
                return n < 20_000;
            }

            @Override
            public Integer next() {
                enter();
                return n++;
            }
        };
        List<Integer> results = own.run(Task.parTraverse(8, input, Task::now));
        assertThat(clashes).hasValue(0);
        assertThat(results).isEqualTo(IntStream.range(0, 20_000).boxed().toList());
    }

    @Test
    void aLimitBelowOneIsRefused() {
        for (int limit : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> Task.parTraverse(limit, List.of(1), Task::now))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(limit))
                    .hasMessageContaining("Integer.MAX_VALUE");
            assertThatThrownBy(() -> Task.parTraverseDiscard(limit, List.of(1), Task::now))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void theLargestLimitIsNoLimit() throws Exception {
        assertThat(own.run(Task.parTraverse(
                        Integer.MAX_VALUE,
                        counting(10_000),
                        i -> Task.yieldNow().thenReturn(i))))
                .isEqualTo(IntStream.range(0, 10_000).boxed().toList());
        CountDownLatch all = new CountDownLatch(200);
        own.run(Task.parTraverseDiscard(
                Integer.MAX_VALUE, counting(200), i -> Steps.release(all).then(Task.defer(() -> until(all)))));
    }

    @Test
    void tenMillionLazyItemsFitIntoAHeapOf64Megabytes() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                new File(System.getProperty("java.home"), "bin/java").getPath(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                TenMillion.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as("the child ends in time")
                    .isTrue();
            String output =
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(process.exitValue()).as(output).isZero();
            assertThat(output.lines()).contains("10000000");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Run in a process of its own. */
    static final class TenMillion {
        private TenMillion() {}

        public static void main(String[] args) throws Exception {
            AtomicLong count = new AtomicLong();
            Task.parTraverseDiscard(
                            10,
                            counting(10_000_000),
                            i -> i % 1_000_000 == 0
                                    ? Task.yieldNow().then(Task.delay(count::incrementAndGet))
                                    : Task.delay(count::incrementAndGet))
                    .runSync();
            System.out.println(count.get());
        }
    }
}
