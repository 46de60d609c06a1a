package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.sync.Deferred;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Fibers that are started, joined, left alone, and many. */
class FiberTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final Steps.Boom boom = new Steps.Boom("boom");

    @Test
    void joinGivesTheOutcomeAndEachFormItsOwn() throws Exception {
        assertThat(own.<Object>run(
                        Task.now(1).start().flatMap(fiber -> fiber.join().map(x -> x))))
                .isEqualTo(new Outcome.Succeeded<>(1));
        assertThat(own.<Integer>run(Steps.sleep(1).thenReturn(1).start().flatMap(Fiber::joinOrFail)))
                .isEqualTo(1);
        assertThat(own.<Integer>run(Steps.sleep(1).thenReturn(1).start().flatMap(Fiber::joinOrNever)))
                .isEqualTo(1);
        assertThat(own.<Object>run(
                        Task.canceled().start().flatMap(fiber -> fiber.join().map(x -> x))))
                .isInstanceOf(Outcome.Canceled.class);
        assertThatThrownBy(() -> own.run(Task.canceled().start().flatMap(Fiber::joinOrFail)))
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("join()");
        Fiber<Void> waits = own.runtime().runAsync(Task.canceled().start().flatMap(Fiber::joinOrNever), end -> {});
        OwnRuntime.await("it waits for ever", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(waits.cancel());
    }

    @Test
    void aStartedFiberIsNotBoundToItsParent() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Fiber<Integer> child = own.run(Task.<Integer>blocking(() -> {
                    OwnRuntime.await(go);
                    return 1;
                })
                .start());
        go.countDown();
        assertThat(own.run(child.joinOrFail())).isEqualTo(1);
    }

    @Test
    void startReturnsBeforeTheFiberEnds() throws Exception {
        Deferred<Integer> deferred = Deferred.create();
        assertThat(own.<Integer>run(deferred.get()
                        .start()
                        .flatMap(fiber -> deferred.complete(3).then(fiber.joinOrFail()))))
                .isEqualTo(3);
    }

    @Test
    void aFailureThatNobodyJoinsIsReportedOnce() throws Exception {
        Fiber<Object> fiber = own.run(Task.fail(boom).start());
        List<OwnRuntime.Report> reports = new ArrayList<>();
        OwnRuntime.await("the report", () -> reports.addAll(own.takeReports()));
        assertThat(own.run(fiber.join())).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(own.run(fiber.join())).isEqualTo(new Outcome.Failed<>(boom));
        reports.addAll(own.takeReports());
        assertThat(reports).hasSize(1);
        assertThat(reports.get(0).error()).isSameAs(boom);
        assertThat(reports.get(0).what()).contains("nobody was joining");
    }

    @Test
    void aFailureThatIsJoinedIsNotReported() throws Exception {
        for (int i = 0; i < 200; i++) {
            Deferred<Object> go = Deferred.create();
            Fiber<Object> fiber = own.run(go.get().start());
            java.util.concurrent.CompletableFuture<Outcome<Object>> joined =
                    own.runtime().toCompletableFuture(fiber.join());
            OwnRuntime.await("both wait", () -> own.runtime().metrics().fibersSuspendedNow() == 2);
            go.tryFail(boom);
            assertThat(OwnRuntime.get(joined, "the join")).isEqualTo(new Outcome.Failed<>(boom));
        }
    }

    @Test
    void aCombinatorsChildIsNotReportedNorARunsFiber() {
        own.outcome(Task.fail(boom).both(Steps.sleep(1)));
        own.outcome(Steps.sleep(1).both(Task.yieldNow().then(Task.fail(boom))));
        own.outcome(Task.gather(
                List.of(Steps.sleep(1), Task.yieldNow().then(Task.fail(boom)), Task.fail(new Steps.Boom("other")))));
    }

    @Test
    void aCancelledJoinLeavesTheJoinedFiberRunning() throws Exception {
        Deferred<Integer> go = Deferred.create();
        Fiber<Integer> joined = own.run(go.get().start());
        Fiber<Integer> joiner = own.runtime().runAsync(joined.joinOrFail(), end -> {});
        OwnRuntime.await("both wait", () -> own.runtime().metrics().fibersSuspendedNow() == 2);
        own.run(joiner.cancel());
        go.tryComplete(1);
        assertThat(own.run(joined.joinOrFail())).isEqualTo(1);
    }

    @Test
    void aFiberThatCancelsItselfDoesNotWaitForItself() {
        Task<Object> task = Deferred.<Fiber<Object>>make()
                .flatMap(self -> self.get()
                        .flatMap(Fiber::cancel)
                        .then(Task.never())
                        .start()
                        .flatMap(fiber -> self.complete(fiber).then(fiber.join())))
                .map(x -> x);
        assertThat(own.outcome(task)).isEqualTo(new Outcome.Succeeded<>(new Outcome.Canceled<>()));
    }

    @Test
    void twoFibersThatCancelEachOtherBothEnd() throws Exception {
        for (int i = 0; i < 500; i++) {
            Deferred<Fiber<Object>> a = Deferred.create();
            Deferred<Fiber<Object>> b = Deferred.create();
            Fiber<Object> first =
                    own.run(b.get().flatMap(Fiber::cancel).then(Task.never()).start());
            Fiber<Object> second =
                    own.run(a.get().flatMap(Fiber::cancel).then(Task.never()).start());
            a.tryComplete(first);
            b.tryComplete(second);
            own.run(first.cancel());
            own.run(second.cancel());
            assertThat(own.run(first.join())).isInstanceOf(Outcome.Canceled.class);
            assertThat(own.run(second.join())).isInstanceOf(Outcome.Canceled.class);
        }
    }

    @Test
    void manyJoinersOfOneFiberAllHear() throws Exception {
        Deferred<Integer> go = Deferred.create();
        Fiber<Integer> fiber = own.run(go.get().start());
        java.util.concurrent.CompletableFuture<List<Integer>> all = own.runtime()
                .toCompletableFuture(Task.gather(java.util.Collections.nCopies(1_000, fiber.joinOrFail())));
        OwnRuntime.await("some wait", () -> own.runtime().metrics().fibersSuspendedNow() > 10);
        go.tryComplete(5);
        assertThat(OwnRuntime.get(all, "the joins")).hasSize(1_000).containsOnly(5);
    }

    @Test
    void tenThousandFibersAreStartedAndJoined() throws Exception {
        AtomicInteger ran = new AtomicInteger();
        List<Fiber<Integer>> fibers = own.run(Task.sequence(java.util.Collections.nCopies(
                10_000, Task.delay(ran::incrementAndGet).start())));
        own.run(Task.traverse(fibers, Fiber::joinOrFail));
        assertThat(ran).hasValue(10_000);
        assertThat(own.runtime().metrics().fibersStarted()).isGreaterThanOrEqualTo(10_000);
    }

    @Test
    void aChainOfAMillionWaitingFibersRunsFromEndToEnd() throws Exception {
        int n = 1_000_000;
        Deferred<Integer> first = Deferred.create();
        Deferred<Integer> last = own.run(chain(n, first));
        OwnRuntime.await("all wait", () -> own.runtime().metrics().fibersSuspendedNow() == n);
        first.tryComplete(0);
        assertThat(own.run(last.get())).isEqualTo(n);
    }

    private static Task<Deferred<Integer>> chain(int n, Deferred<Integer> from) {
        if (n == 0) {
            return Task.now(from);
        }
        return Task.defer(() -> {
            Deferred<Integer> to = Deferred.create();
            return from.get().flatMap(x -> to.complete(x + 1)).start().flatMap(fiber -> chain(n - 1, to));
        });
    }
}
