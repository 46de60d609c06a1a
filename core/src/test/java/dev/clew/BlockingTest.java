package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Code that blocks its thread runs off the workers. */
class BlockingTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(1);

    @Test
    void blockingCodeRunsOffTheWorkersAndComesBack() throws Exception {
        String[] names = new String[2];
        own.run(Task.blocking(() -> names[0] = Thread.currentThread().getName())
                .then(Task.delay(() -> names[1] = Thread.currentThread().getName())));
        assertThat(names[0]).doesNotStartWith(own.workerPrefix());
        assertThat(names[1]).startsWith(own.workerPrefix());
    }

    @Test
    void manyCallsBlockAtOnceWithOneWorker() throws Exception {
        CountDownLatch all = new CountDownLatch(50);
        Task<Void> meet = Task.blocking(() -> {
            all.countDown();
            OwnRuntime.await(all);
            return null;
        });
        own.run(Task.gather(java.util.Collections.nCopies(50, meet)));
    }

    @Test
    void valuesNullsAndErrorsComeThrough() throws Exception {
        Steps.Boom boom = new Steps.Boom("blocked");
        assertThat(own.run(Task.blocking(() -> 1))).isEqualTo(1);
        assertThat(own.<Object>run(Task.blocking(() -> null))).isNull();
        assertThat(own.outcome(Task.blocking(() -> {
                    throw boom;
                })))
                .isEqualTo(new Outcome.Failed<>(boom));
        assertThat(own.run(Task.interruptible(() -> 1))).isEqualTo(1);
        assertThat(own.<Object>run(Task.interruptible(() -> null))).isNull();
        assertThat(own.outcome(Task.interruptible(() -> {
                    throw boom;
                })))
                .isEqualTo(new Outcome.Failed<>(boom));
    }

    @Test
    void aCancelWaitsForBlockingCodeThatCannotBeStopped() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        Fiber<Void> fiber = own.runtime()
                .runAsync(
                        Task.<Void>blocking(() -> {
                                    begun.countDown();
                                    OwnRuntime.await(released);
                                    ended.set(true);
                                    return null;
                                })
                                .then(Task.never()),
                        end -> {});
        OwnRuntime.await(begun);
        java.util.concurrent.CompletableFuture<Void> cancel = own.runtime().toCompletableFuture(fiber.cancel());
        assertThat(own.run(Steps.sleep(20).thenReturn(cancel.isDone()))).isFalse();
        released.countDown();
        OwnRuntime.get(cancel, "the cancel");
        assertThat(ended).isTrue();
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
    }

    @Test
    void aCancelInterruptsInterruptibleCodeAndWaitsUntilItHasLeft() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        List<String> log = Steps.log();
        Fiber<Void> fiber = own.runtime()
                .runAsync(
                        Task.<Void>interruptible(() -> {
                                    begun.countDown();
                                    try {
                                        new CountDownLatch(1).await();
                                    } catch (InterruptedException e) {
                                        log.add("interrupted");
                                    }
                                    return null;
                                })
                                .onCancel(Steps.note(log, "finalized")),
                        end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(log).containsExactly("interrupted", "finalized");
    }

    @Test
    void anInterruptNeverReachesTheNextCodeOfAThread() throws Exception {
        for (int i = 0; i < 400; i++) {
            CountDownLatch begun = new CountDownLatch(1);
            AtomicInteger spins = new AtomicInteger(ThreadLocalRandom.current().nextInt(2_000));
            Fiber<Integer> fiber = own.runtime()
                    .runAsync(
                            Task.interruptible(() -> {
                                begun.countDown();
                                while (spins.getAndDecrement() > 0) {
                                    Thread.onSpinWait();
                                }
                                return 1;
                            }),
                            end -> {});
            OwnRuntime.await(begun);
            own.run(fiber.cancel());
            assertThat(own.run(Task.blocking(() -> Thread.currentThread().isInterrupted())))
                    .as("round %d", i)
                    .isFalse();
        }
    }

    @Test
    void timeLimitsAndCancelsOfManyCallsLeaveNothing() throws Exception {
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tasks.add(Task.interruptible(() -> {
                        new CountDownLatch(1).await();
                        return "never";
                    })
                    .timeout(Duration.ofMillis(1 + i % 7))
                    .recover(late -> "late"));
        }
        assertThat(own.run(Task.gather(tasks))).hasSize(100).containsOnly("late");
    }

    @Test
    void codeThatBlocksAWorkerAnywayStillWorks() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread releaser = new Thread(latch::countDown);
        java.util.concurrent.CompletableFuture<Void> blocked = own.runtime().toCompletableFuture(Steps.block(latch));
        releaser.start();
        OwnRuntime.get(blocked, "blocked code");
        releaser.join();
    }

    @Test
    void aStrayInterruptOfAWorkerIsGoneForTheNextFiber() throws Exception {
        own.run(Steps.act(() -> Thread.currentThread().interrupt()));
        assertThat(own.run(Task.delay(() -> Thread.currentThread().isInterrupted())))
                .isFalse();
    }
}
