package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A callback ends the wait once, whoever calls it and whenever. */
class AsyncTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void aCallbackCalledBeforeRegisterReturnsGivesTheValue() throws Exception {
        assertThat(own.run(Task.<Integer>async(
                        callback -> assertThat(callback.success(1)).isTrue())))
                .isEqualTo(1);
        assertThat(own.run(Task.<Integer>async(callback -> callback.success(null))))
                .isNull();
    }

    @Test
    void aCallbackCalledAfterwardsFromItsOwnThreadGivesTheValue() throws Exception {
        CountDownLatch registered = new CountDownLatch(1);
        AtomicReference<Thread> caller = new AtomicReference<>();
        Task<Integer> task = Task.async(callback -> {
            Thread thread = new Thread(() -> {
                try {
                    OwnRuntime.await(registered);
                } catch (InterruptedException e) {
                    callback.failure(e);
                }
                callback.success(2);
            });
            caller.set(thread);
            thread.start();
        });
        Task<Thread> after = task.flatMap(two -> Task.delay(Thread::currentThread));
        java.util.concurrent.CompletableFuture<Thread> ran = own.runtime().toCompletableFuture(after);
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        registered.countDown();
        Thread thread = OwnRuntime.get(ran, "the value");
        assertThat(thread.getName()).startsWith(own.workerPrefix());
        caller.get().join();
    }

    @Test
    void laterCallsAreIgnoredAndSaySo() throws Exception {
        AtomicReference<Callback<Integer>> kept = new AtomicReference<>();
        Task<Integer> task = Task.async(callback -> {
            kept.set(callback);
            assertThat(callback.success(1)).isTrue();
            assertThat(callback.success(2)).isFalse();
            assertThat(callback.failure(new Steps.Boom("late"))).isFalse();
        });
        assertThat(own.run(task)).isEqualTo(1);
        assertThat(kept.get().success(3)).isFalse();
        assertThat(kept.get().failure(new Steps.Boom("much later"))).isFalse();
    }

    @Test
    void aFailingCallbackGivesTheVeryError() {
        Steps.Boom boom = new Steps.Boom("called back");
        assertThat(own.outcome(Task.async(callback -> callback.failure(boom)))).isEqualTo(new Outcome.Failed<>(boom));
    }

    @Test
    void whatRegisterThrowsIsTheErrorAndTheCallbackIsIgnored() {
        Steps.Boom boom = new Steps.Boom("register");
        AtomicReference<Callback<Integer>> kept = new AtomicReference<>();
        assertThat(own.outcome(Task.<Integer>async(callback -> {
                    kept.set(callback);
                    throw boom;
                })))
                .isEqualTo(new Outcome.Failed<>(boom));
        kept.get().success(1);
        assertThat(own.outcome(Task.<Integer>async(callback -> {
                    callback.success(1);
                    throw boom;
                })))
                .isEqualTo(new Outcome.Failed<>(boom));
    }

    @Test
    void theFinalizerRunsOnceWhereTheFiberIsCancelledWhileItWaits() throws Exception {
        AtomicInteger finalized = new AtomicInteger();
        AtomicReference<Callback<Integer>> kept = new AtomicReference<>();
        Task<Integer> task = Task.asyncWithFinalizer(callback -> {
            kept.set(callback);
            return Steps.sleep(5).then(Task.delay(finalized::incrementAndGet));
        });
        Fiber<Integer> fiber = own.runtime().runAsync(task, end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(fiber.cancel());
        assertThat(finalized).hasValue(1);
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        assertThat(kept.get().success(1)).isFalse();
    }

    @Test
    void theFinalizerDoesNotRunWhereTheWaitEndsByItself() throws Exception {
        AtomicInteger finalized = new AtomicInteger();
        assertThat(own.run(Task.<Integer>asyncWithFinalizer(callback -> {
                    callback.success(1);
                    return Task.delay(finalized::incrementAndGet);
                })))
                .isEqualTo(1);
        assertThat(own.run(Task.<Integer>asyncWithFinalizer(callback -> null)
                        .timeout(java.time.Duration.ofMillis(1))
                        .recover(late -> 2)))
                .isEqualTo(2);
        assertThatThrownBy(() -> own.run(Task.<Integer>asyncWithFinalizer(callback -> {
                    callback.failure(new Steps.Boom("called back"));
                    return Task.delay(finalized::incrementAndGet);
                })))
                .isInstanceOf(Steps.Boom.class);
        assertThat(finalized).hasValue(0);
    }

    @Test
    void aCallbackAndACancelAtOnceEndInExactlyOneOfTwoWays() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            AtomicInteger finalized = new AtomicInteger();
            AtomicInteger got = new AtomicInteger();
            CountDownLatch registered = new CountDownLatch(1);
            AtomicReference<Callback<Integer>> kept = new AtomicReference<>();
            Task<Integer> task = Task.<Integer>asyncWithFinalizer(callback -> {
                        kept.set(callback);
                        registered.countDown();
                        return Task.delay(finalized::incrementAndGet);
                    })
                    .guarantee(Task.unit());
            Fiber<Integer> fiber = own.runtime()
                    .runAsync(Task.uncancelable(poll -> poll.apply(task).map(got::addAndGet)), end -> {});
            OwnRuntime.await(registered);
            AtomicReference<Boolean> taken = new AtomicReference<>();
            Thread caller = new Thread(() -> taken.set(kept.get().success(1)));
            caller.start();
            for (int k = ThreadLocalRandom.current().nextInt(20_000); k > 0; k--) {
                Thread.onSpinWait();
            }
            own.run(fiber.cancel());
            caller.join();
            assertThat(got.get() + finalized.get()).as("round %d", i).isEqualTo(1);
            assertThat(taken.get()).as("round %d", i).isEqualTo(got.get() == 1);
        }
    }

    @Test
    void manyWaitsAreEndedByManyThreads() throws Exception {
        List<Task<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            int n = i;
            tasks.add(Task.async(callback -> new Thread(() -> callback.success(n)).start()));
        }
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            expected.add(i);
        }
        assertThat(own.run(Task.gather(tasks))).isEqualTo(expected);
    }
}
