package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import dev.clew.testkit.RunFailure;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Interleavings that went wrong once. */
class RaceRegressionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** A thief that has taken a part but not yet entered the crew is not forgotten by an owner that finds nothing left. */
    @Test
    void aPartJustStolenIsWaitedFor() throws Exception {
        Task<Boolean> element = Task.delay(() -> spin(1_000));
        Task<List<Boolean>> gather = Task.gather(List.of(element, element, element, element));
        Task<List<List<Boolean>>> many = Task.traverse(Collections.nCopies(1_000, gather), again -> again);
        try (TaskRuntime runtime = TaskRuntime.builder().workers(2).build()) {
            for (int i = 0; i < 60; i++) {
                assertThat(runtime.runSync(many, LIMIT))
                        .allSatisfy(all -> assertThat(all).doesNotContainNull());
            }
        }
    }

    private static boolean spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
        return true;
    }

    /**
     * A group that is stopping its rest for an end that it has gives that end, though it is cancelled meanwhile; and what is
     * around it does not take that for a cancellation of its first element.
     */
    @Test
    void aCancellationWhileTheRestIsStoppedComesAfterTheEnd() {
        Exception first = new Exception("first");
        Task<Integer> failing = Task.uncancelable(poll -> Steps.sleep(10).then(Task.fail(first)));
        Task<Integer> slow = Task.uncancelable(poll -> Steps.sleep(20).thenReturn(0));
        Task<List<Integer>> nested = Task.gather(List.of(Task.raceAll(List.of(failing, slow)), Task.now(1)));
        Task<Outcome<List<Integer>>> cancelled = nested.start()
                .flatMap(fiber -> Steps.sleep(5).then(fiber.cancel()).then(fiber.join()));

        Outcome<Outcome<List<Integer>>> ended = TestRuntime.builder().build().run(cancelled);

        assertThat(ended).isEqualTo(new Outcome.Succeeded<>(new Outcome.Failed<>(first)));
    }

    /** The first error is the error, also where the other side, masked, fails later. */
    @Test
    void theErrorThatCameFirstIsTheErrorOfBoth() {
        Exception early = new Exception("early");
        Exception late = new Exception("late");
        Task<Integer> slow =
                Task.uncancelable(poll -> Task.sleep(Duration.ofMillis(2)).then(Task.<Integer>fail(late)));
        Task<Integer> fast = Task.sleep(Duration.ofMillis(1)).then(Task.<Integer>fail(early));
        for (Task<?> both : List.of(slow.both(fast), fast.both(slow), Task.gather(List.of(slow, fast)))) {
            assertThat(TestRuntime.fifo().run(both)).isEqualTo(new Outcome.Failed<>(early));
            assertThat(TestRuntime.builder()
                            .strategy(Strategy.fifo().promoted())
                            .build()
                            .run(both))
                    .isEqualTo(new Outcome.Failed<>(early));
        }
        assertThat(early.getSuppressed()).containsExactly(late);
        assertThat(late.getSuppressed()).isEmpty();
    }

    /** On an executor an element that has gone deep before it waits still leaves the rest of the range to others. */
    @Test
    void onAnExecutorTheRestOfARangeGoesOnWhileADeepElementWaits() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (TaskRuntime runtime = TaskRuntime.builder().workers(1).build()) {
            int waiting = 2 * Runtime.getRuntime().availableProcessors();
            Deferred<Integer> deferred = Deferred.create();
            List<Task<Integer>> elements = new ArrayList<>();
            for (int i = 0; i < waiting; i++) {
                elements.add(deep(500, deferred.get()));
            }
            elements.add(deferred.complete(1).thenReturn(1));
            CompletableFuture<List<Integer>> all =
                    runtime.toCompletableFuture(Task.gather(elements).on(executor));
            assertThat(all.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).hasSize(waiting + 1);
        } finally {
            executor.shutdownNow();
        }
    }

    private static Task<Integer> deep(int n, Task<Integer> task) {
        return n == 0 ? task : Task.defer(() -> deep(n - 1, task)).map(x -> x);
    }

    /** What lies in a deque is begun by others when its owner waits, under every strategy. */
    @Test
    void aBranchThatItsOwnerWaitsForIsBegun() throws RunFailure {
        for (Strategy strategy : List.of(Strategy.fifo(), Strategy.fifo().promoted(), Strategy.random(3))) {
            Deferred<Integer> deferred = Deferred.create();
            Task<Integer> both = deferred.get().zipPar(deferred.complete(5), (value, first) -> first ? value : -1);
            assertThat(TestRuntime.builder().strategy(strategy).build().run(both))
                    .isEqualTo(new Outcome.Succeeded<>(5));
        }
    }
}
