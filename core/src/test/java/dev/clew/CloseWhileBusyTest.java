package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Closing meets fibers in every state, and runs the finalizers of each. */
class CloseWhileBusyTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2).thatCloses(Duration.ofSeconds(20));

    private static Task<Void> yieldForEver() {
        return Task.yieldNow().flatMap(ignored -> yieldForEver());
    }

    @Test
    void aFiberThatYieldsForEverRunsItsFinalizers() {
        for (int i = 0; i < 300; i++) {
            TaskRuntime runtime = TaskRuntime.builder()
                    .name("clew-yield-" + i)
                    .workers(1 + i % 3)
                    .build();
            CountDownLatch begun = new CountDownLatch(1);
            AtomicInteger finalized = new AtomicInteger();
            CompletableFuture<Outcome<Void>> end = new CompletableFuture<>();
            runtime.runAsync(
                    Task.delay(() -> {
                                begun.countDown();
                                return null;
                            })
                            .flatMap(ignored -> yieldForEver())
                            .guarantee(Task.delay(finalized::incrementAndGet)),
                    end::complete);
            try {
                OwnRuntime.await(begun);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            runtime.close();
            assertThat(OwnRuntime.get(end, "the end of a fiber")).isInstanceOf(Outcome.Canceled.class);
            assertThat(finalized).as("finalizers run in round %d", i).hasValue(1);
        }
    }

    @Test
    void aFinalizerMayForkAndSleep() {
        AtomicInteger finalized = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(1);
        Task<Void> step = Task.sleep(Duration.ofMillis(30));
        own.runtime()
                .runAsync(
                        Task.delay(() -> {
                                    begun.countDown();
                                    return null;
                                })
                                .then(Task.never())
                                .guarantee(step.both(step)
                                        .then(Task.gather(List.of(step, step, step)))
                                        .then(step.timeout(Duration.ofSeconds(15)))
                                        .then(Task.delay(finalized::incrementAndGet))),
                        ignored -> {});
        OwnRuntime.await("the fiber waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.runtime().close();
        assertThat(own.takeReports()).isEmpty();
        assertThat(finalized).hasValue(1);
    }

    @Test
    void aFiberOnAnExecutorOfTheUsersRunsItsFinalizers() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            AtomicInteger finalized = new AtomicInteger();
            CountDownLatch begun = new CountDownLatch(1);
            own.runtime()
                    .runAsync(
                            Task.delay(() -> {
                                        begun.countDown();
                                        return null;
                                    })
                                    .flatMap(ignored -> yieldForEver())
                                    .on(single)
                                    .guarantee(Task.delay(finalized::incrementAndGet)),
                            ignored -> {});
            OwnRuntime.await(begun);
            own.runtime().close();
            assertThat(finalized).hasValue(1);
        } finally {
            single.shutdownNow();
        }
    }

    @Test
    void aMaskedFiberThatGoesOnToWaitAfterTheTimeLimitEndsAndHangsNobody() throws Exception {
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-late")
                .workers(1)
                .closeTimeout(Duration.ofMillis(50))
                .errorReporter((what, error) -> {})
                .build();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Outcome<Void>> end = new CompletableFuture<>();
        runtime.runAsync(
                Task.uncancelable(poll -> Task.delay(() -> {
                            begun.countDown();
                            OwnRuntime.await(released);
                            return null;
                        })
                        .then(Task.sleep(Duration.ofHours(1)))),
                end::complete);
        OwnRuntime.await(begun);
        runtime.close();
        released.countDown();
        assertThat(OwnRuntime.get(end, "the end of a fiber")).isInstanceOf(Outcome.Canceled.class);
    }

    @Test
    void workSubmittedWhileClosingIsRunOrRefusedButNeverLost() throws Exception {
        for (int i = 0; i < 300; i++) {
            TaskRuntime runtime =
                    TaskRuntime.builder().name("clew-race-" + i).workers(2).build();
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Integer>> futures = new ArrayList<>();
            List<CompletableFuture<Integer>> tasks = new ArrayList<>();
            Thread submitter = new Thread(() -> {
                try {
                    OwnRuntime.await(go);
                    for (int k = 0; k < 10_000; k++) {
                        int n = k;
                        futures.add(runtime.executor().submit(() -> n));
                        tasks.add(runtime.toCompletableFuture(Task.now(n)));
                    }
                } catch (RejectedExecutionException closed) {
                    assertThat(closed).hasMessageContaining("close");
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            submitter.start();
            go.countDown();
            int spins = ThreadLocalRandom.current().nextInt(20_000);
            for (int k = 0; k < spins; k++) {
                Thread.onSpinWait();
            }
            runtime.close();
            submitter.join(OwnRuntime.DEADLINE.toMillis());
            assertThat(submitter.isAlive()).isFalse();
            for (Future<Integer> future : futures) {
                OwnRuntime.await("a submitted runnable has ended", future::isDone);
            }
            for (CompletableFuture<Integer> task : tasks) {
                OwnRuntime.await("a submitted task has ended", task::isDone);
            }
        }
    }

    @Test
    void closingTwiceAndFromManyThreadsIsClosingOnce() throws Exception {
        own.runtime().runAsync(Task.never(), ignored -> {});
        List<Thread> closers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread closer = new Thread(own.runtime()::close);
            closers.add(closer);
            closer.start();
        }
        for (Thread closer : closers) {
            closer.join(OwnRuntime.DEADLINE.toMillis());
            assertThat(closer.isAlive()).isFalse();
        }
        own.runtime().close();
    }

    @Test
    void closingFromAFiberOnAWorkerDoesNotHang() {
        Outcome<Void> end = own.outcome(Task.<Void>delay(() -> {
                    own.runtime().close();
                    return null;
                })
                .then(Task.never()));
        assertThat(end).isInstanceOf(Outcome.Canceled.class);
    }

    @Test
    void closingFromBlockingCodeDoesNotWaitForItself() {
        long start = System.nanoTime();
        own.outcome(Task.blocking(() -> {
            own.runtime().close();
            return null;
        }));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
    }

    @Test
    void closingFromAnExecutorOfTheUsersDoesNotWaitForItself() {
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            long start = System.nanoTime();
            own.outcome(Task.sleep(Duration.ofMillis(1))
                    .then(Task.delay(() -> {
                        own.runtime().close();
                        return null;
                    }))
                    .on(single));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        } finally {
            single.shutdownNow();
        }
    }
}
