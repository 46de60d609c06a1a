package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stage is started when the task runs, waited for, and cancelled at most once. */
class FromFutureTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static final class Counting extends CompletableFuture<Integer> {
        final AtomicInteger cancels = new AtomicInteger();

        @Override
        public boolean cancel(boolean mayInterrupt) {
            cancels.incrementAndGet();
            return super.cancel(mayInterrupt);
        }
    }

    @Test
    void theStageIsStartedOnceARun() throws Exception {
        AtomicInteger starts = new AtomicInteger();
        Task<Integer> task = Task.fromFuture(() -> CompletableFuture.completedFuture(starts.incrementAndGet()));
        assertThat(starts).hasValue(0);
        assertThat(own.run(task)).isEqualTo(1);
        assertThat(own.run(task)).isEqualTo(2);
        assertThat(own.run(Task.fromFuture(() -> CompletableFuture.supplyAsync(() -> 3))))
                .isEqualTo(3);
        assertThat(own.<Object>run(Task.fromFuture(() -> CompletableFuture.completedFuture(null))))
                .isNull();
    }

    @Test
    void errorsAreUnwrapped() {
        Steps.Boom boom = new Steps.Boom("stage");
        assertThat(own.outcome(Task.fromFuture(() -> CompletableFuture.failedFuture(boom))))
                .isEqualTo(new Outcome.Failed<>(boom));
        assertThat(own.outcome(Task.fromFuture(() -> CompletableFuture.<Integer>failedFuture(boom)
                        .thenApply(x -> x)
                        .thenApply(x -> x))))
                .isEqualTo(new Outcome.Failed<>(boom));
        CompletionException bare = new CompletionException("no cause", null);
        assertThat(own.outcome(Task.fromFuture(() -> CompletableFuture.failedFuture(bare))))
                .isEqualTo(new Outcome.Failed<>(bare));
    }

    @Test
    void aSupplierThatThrowsOrGivesNullFails() {
        Steps.Boom boom = new Steps.Boom("supplier");
        assertThat(own.outcome(Task.fromFuture(() -> {
                    throw boom;
                })))
                .isEqualTo(new Outcome.Failed<>(boom));
        assertThatThrownBy(() -> own.run(Task.fromFuture(() -> (CompletionStage<Integer>) null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("fromFuture");
    }

    @Test
    void aCancelWhileItWaitsCancelsTheFutureOnce() throws Exception {
        Counting future = new Counting();
        Fiber<Integer> fiber = own.runtime().runAsync(Task.fromFuture(() -> future), end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(fiber.cancel());
        own.run(fiber.cancel());
        assertThat(future.cancels).hasValue(1);
        assertThat(future).isCancelled();
    }

    @Test
    void aCancelWhileTheStageIsBeingStartedCancelsItOnce() throws Exception {
        Counting future = new Counting();
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Fiber<Integer> fiber = own.runtime()
                .runAsync(
                        Task.fromFuture(() -> {
                            starting.countDown();
                            OwnRuntime.await(go);
                            return future;
                        }),
                        end -> {});
        OwnRuntime.await(starting);
        CompletableFuture<Void> cancel = own.runtime().toCompletableFuture(fiber.cancel());
        OwnRuntime.await("the canceller waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        go.countDown();
        OwnRuntime.get(cancel, "the cancel");
        assertThat(future.cancels).hasValue(1);
    }

    @Test
    void aCancelWheneverItComesCancelsAtMostOnceAndNeverAnEndedFuture() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            Counting future = new Counting();
            AtomicInteger got = new AtomicInteger();
            Fiber<Integer> fiber = own.runtime()
                    .runAsync(
                            Task.uncancelable(poll ->
                                    poll.apply(Task.fromFuture(() -> future)).map(got::addAndGet)),
                            end -> {});
            Thread completer = new Thread(() -> future.complete(1));
            completer.start();
            for (int k = ThreadLocalRandom.current().nextInt(10_000); k > 0; k--) {
                Thread.onSpinWait();
            }
            own.run(fiber.cancel());
            completer.join();
            assertThat(future.cancels.get()).isLessThanOrEqualTo(1);
            if (got.get() == 1) {
                assertThat(future.cancels).hasValue(0);
            }
        }
    }

    @Test
    void aStageThatIsNoFutureIsLetGo() throws Exception {
        CompletableFuture<Integer> behind = new CompletableFuture<>();
        Fiber<Integer> fiber =
                own.runtime().runAsync(Task.fromFuture(() -> behind.minimalCompletionStage()), end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(fiber.cancel());
        assertThat(behind).isNotDone();
    }
}
