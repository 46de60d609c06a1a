package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A value set once and waited for by many. */
class DeferredTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void theFirstCompletionDecides() throws Exception {
        Deferred<Integer> deferred = Deferred.create();
        assertThat(deferred.peek()).isNull();
        assertThat(own.run(deferred.complete(1))).isTrue();
        assertThat(own.run(deferred.complete(2))).isFalse();
        assertThat(own.run(deferred.fail(new Exception("late")))).isFalse();
        assertThat(own.run(deferred.get())).isEqualTo(1);
        assertThat(deferred.peek()).isEqualTo(new Outcome.Succeeded<>(1));
    }

    @Test
    void nullIsAValueAndAFailureAnError() throws Exception {
        Deferred<Object> nothing = Deferred.create();
        assertThat(nothing.tryComplete(null)).isTrue();
        assertThat(own.run(nothing.get())).isNull();
        assertThat(nothing.peek()).isEqualTo(new Outcome.Succeeded<>(null));
        Deferred<Object> failed = Deferred.create();
        Exception error = new Exception("decided");
        assertThat(failed.tryFail(error)).isTrue();
        assertThat(own.outcome(failed.get())).isEqualTo(new Outcome.Failed<>(error));
        assertThat(failed.peek()).isEqualTo(new Outcome.Failed<>(error));
    }

    @Test
    void makeGivesANewOneEachTime() throws Exception {
        Task<Deferred<Integer>> make = Deferred.make();
        assertThat(own.run(make)).isNotSameAs(own.run(make));
    }

    @Test
    void allWaitersAreWokenWithTheValueOrTheError() throws Exception {
        Exception error = new Exception("decided");
        for (boolean fails : new boolean[] {false, true}) {
            Deferred<Integer> deferred = Deferred.create();
            List<CompletableFuture<Outcome<Integer>>> ends = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                CompletableFuture<Outcome<Integer>> end = new CompletableFuture<>();
                ends.add(end);
                own.runtime().runAsync(deferred.get(), end::complete);
            }
            OwnRuntime.await("all wait", () -> own.runtime().metrics().fibersSuspendedNow() == 1_000);
            assertThat(fails ? deferred.tryFail(error) : deferred.tryComplete(7))
                    .isTrue();
            for (CompletableFuture<Outcome<Integer>> end : ends) {
                assertThat(OwnRuntime.get(end, "a waiter"))
                        .isEqualTo(fails ? new Outcome.Failed<Integer>(error) : new Outcome.Succeeded<>(7));
            }
        }
    }

    @Test
    void aCancelledWaiterLeavesNothingAndTheOthersAreWoken() throws Exception {
        Deferred<Integer> deferred = Deferred.create();
        List<Fiber<Integer>> fibers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            fibers.add(own.runtime().runAsync(deferred.get(), end -> {}));
        }
        OwnRuntime.await("all wait", () -> own.runtime().metrics().fibersSuspendedNow() == 5);
        for (int cancelled : new int[] {0, 2, 4}) {
            own.run(fibers.get(cancelled).cancel());
        }
        assertThat(own.runtime().metrics().fibersSuspendedNow()).isEqualTo(2);
        deferred.tryComplete(1);
        assertThat(own.run(fibers.get(1).joinOrFail())).isEqualTo(1);
        assertThat(own.run(fibers.get(3).joinOrFail())).isEqualTo(1);
    }

    @Test
    void manyWaitsWithATimeLimitOnOneThatNeverCompletesKeepNoMemory() throws Exception {
        Deferred<Integer> never = Deferred.create();
        byte[][] kept = new byte[1][];
        // each wait would keep a closure over 64 KiB if it stayed registered: 20 000 of them are 1.2 GiB
        Task<Object> wait = Task.defer(() -> {
            byte[] large = new byte[1 << 16];
            kept[0] = large;
            return never.get()
                    .map(x -> large)
                    .timeout(Duration.ofNanos(1))
                    .recover(late -> {
                        if (!(late instanceof TimeoutException)) {
                            throw new AssertionError(late);
                        }
                        return null;
                    })
                    .thenReturn(null);
        });
        own.run(Task.traverse(Collections.nCopies(20_000, wait), t -> t));
        kept[0] = null;
    }

    @Test
    void completionsAndCancelsAtOnceLoseNobody() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            Deferred<Integer> deferred = Deferred.create();
            Fiber<Integer> cancelled = own.runtime().runAsync(deferred.get(), end -> {});
            Fiber<Integer> waits = own.runtime().runAsync(deferred.get(), end -> {});
            Thread completer = new Thread(() -> deferred.tryComplete(1));
            completer.start();
            for (int k = ThreadLocalRandom.current().nextInt(10_000); k > 0; k--) {
                Thread.onSpinWait();
            }
            own.run(cancelled.cancel());
            assertThat(own.run(waits.joinOrFail())).isEqualTo(1);
            assertThat(own.run(cancelled.join())).isIn(new Outcome.Succeeded<>(1), new Outcome.Canceled<>());
            completer.join();
        }
    }

    @Test
    void whatHappensBeforeACompletionIsSeenAfterTheWait() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            int[] plain = new int[1];
            Deferred<Integer> deferred = Deferred.create();
            Thread completer = new Thread(() -> {
                plain[0] = 1;
                deferred.tryComplete(1);
            });
            completer.start();
            assertThat(own.<Integer>run(deferred.get().map(x -> plain[0]))).isEqualTo(1);
            completer.join();
        }
    }
}
