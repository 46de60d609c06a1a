package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What many threads submit in every way while a runtime closes is run, or refused, or told of: never lost. */
class CloseInAStormTest {
    private static final int ROUNDS = 60;

    /** One way to submit; counts {@code told} when it has heard how it ended. */
    private interface Way {
        void submit(TaskRuntime runtime, AtomicInteger told) throws Exception;
    }

    private static final List<Way> WAYS = List.of(
            (runtime, told) -> runtime.runAsync(Task.yieldNow(), end -> told.incrementAndGet()),
            (runtime, told) -> runtime.runAsync(
                    Task.uncancelable(poll -> Task.sleep(Duration.ofNanos(1))), end -> told.incrementAndGet()),
            (runtime, told) -> assertThat(runtime.toCompletableFuture(Task.unit())
                            .whenComplete((value, error) -> told.incrementAndGet()))
                    .isNotNull(),
            (runtime, told) -> {
                try {
                    runtime.runSync(Task.unit().then(Task.yieldNow()));
                } catch (CancellationException closed) {
                    assertThat(closed).hasMessageContaining("cancelled");
                }
                told.incrementAndGet();
            },
            (runtime, told) -> {
                try {
                    runtime.runSync(Task.blocking(() -> 1), Duration.ofHours(1));
                } catch (CancellationException closed) {
                    assertThat(closed).hasMessageContaining("cancelled");
                }
                told.incrementAndGet();
            },
            (runtime, told) -> runtime.executor().execute(told::incrementAndGet));

    @Test
    void nothingIsLost() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            AtomicInteger asked = new AtomicInteger();
            AtomicInteger told = new AtomicInteger();
            AtomicInteger reported = new AtomicInteger();
            List<Throwable> unexpected = new ArrayList<>();
            TaskRuntime runtime = TaskRuntime.builder()
                    .name("clew-storm-" + round)
                    .workers(2)
                    .closeTimeout(Duration.ofSeconds(30))
                    .errorReporter((what, error) -> {
                        reported.incrementAndGet();
                        if (!(error instanceof RejectedExecutionException)) {
                            synchronized (unexpected) {
                                unexpected.add(error);
                            }
                        }
                    })
                    .build();
            CountDownLatch go = new CountDownLatch(1);
            List<CompletableFuture<Void>> submitters = new ArrayList<>();
            for (Way way : WAYS) {
                submitters.add(submitter(runtime, way, go, asked, told));
            }
            go.countDown();
            int spins = ThreadLocalRandom.current().nextInt(200_000);
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            runtime.close();
            for (CompletableFuture<Void> submitter : submitters) {
                OwnRuntime.get(submitter, "a submitter of round " + round);
            }
            OwnRuntime.await(
                    "all that was taken in round " + round + " is told: " + asked + " asked, " + told + " told",
                    () -> told.get() + reported.get() == asked.get());
            assertThat(unexpected).isEmpty();
        }
    }

    private static CompletableFuture<Void> submitter(
            TaskRuntime runtime, Way way, CountDownLatch go, AtomicInteger asked, AtomicInteger told) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                OwnRuntime.await(go);
                for (; ; ) {
                    asked.incrementAndGet();
                    way.submit(runtime, told);
                }
            } catch (RejectedExecutionException closed) {
                asked.decrementAndGet();
                end.complete(null);
            } catch (Throwable thrown) {
                end.completeExceptionally(thrown);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }
}
