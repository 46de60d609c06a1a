package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where a cancellation is seen, what runs then, and what hides it. */
class CancellationTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final List<String> log = Steps.log();
    private final Steps.Boom boom = new Steps.Boom("boom");

    private Task<Void> note(String what) {
        return Steps.note(log, what);
    }

    /** Runs {@code task} until it waits, then cancels it and gives its outcome. */
    private <A> Outcome<A> cancelled(Task<A> task) throws Exception {
        Fiber<A> fiber = own.runtime().runAsync(task, end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(fiber.cancel());
        return own.run(fiber.join());
    }

    @Test
    void finalizersRunOnceLastRegisteredFirst() throws Exception {
        Task<Object> task = Task.never()
                .onCancel(note("1"))
                .guarantee(note("2"))
                .recover(e -> null)
                .onCancel(note("3"))
                .attempt()
                .map(x -> (Object) x)
                .guarantee(note("4"));
        assertThat(cancelled(task)).isInstanceOf(Outcome.Canceled.class);
        assertThat(log).containsExactly("1", "2", "3", "4");
    }

    @Test
    void finalizersMayWaitForkAndFailAndTheRestStillRun() throws Exception {
        Task<Object> task = Task.never()
                .onCancel(Steps.sleep(2).then(note("slept")))
                .onCancel(Task.fail(boom))
                .onCancel(note("a").both(Steps.sleep(1).then(note("b"))))
                .onCancel(Task.delay(() -> {
                    throw boom;
                }))
                .guarantee(Task.gather(List.of(Steps.sleep(1), Task.yieldNow())).then(note("gathered")))
                .guarantee(Task.never().timeout(Duration.ofMillis(5)).attempt().then(note("timed out")));
        assertThat(cancelled(task)).isInstanceOf(Outcome.Canceled.class);
        assertThat(log).containsExactly("slept", "a", "b", "gathered", "timed out");
        assertThat(own.takeReports()).hasSize(2).allSatisfy(report -> {
            assertThat(report.error()).isSameAs(boom);
            assertThat(report.what()).contains("finalizer");
        });
    }

    @Test
    void guaranteeRunsWhateverTheEndAndOnCancelOnlyThen() {
        assertThat(own.outcome(Task.now(1).guarantee(note("g")).onCancel(note("c"))))
                .isEqualTo(new Outcome.Succeeded<>(1));
        assertThat(own.outcome(Task.fail(boom).guarantee(note("g")).onCancel(note("c"))))
                .isEqualTo(new Outcome.Failed<>(boom));
        assertThat(log).containsExactly("g", "g");
    }

    @Test
    void anErrorOfAFinalizerIsTheErrorAfterASuccessAndSuppressedAfterAFailure() {
        Steps.Boom first = new Steps.Boom("first");
        for (Task<Void> wait : List.of(Task.unit(), Steps.sleep(1))) {
            assertThat(own.outcome(Task.now(1).guarantee(wait.then(Task.fail(boom)))))
                    .isEqualTo(new Outcome.Failed<>(boom));
            assertThat(own.outcome(Task.fail(first).guarantee(wait.then(Task.fail(boom)))))
                    .isEqualTo(new Outcome.Failed<>(first));
        }
        assertThat(first.getSuppressed()).containsExactly(boom);
    }

    @Test
    void aFinalizerCannotBeCancelled() throws Exception {
        CountDownLatch finalizing = new CountDownLatch(1);
        Task<Object> task = Task.never()
                .onCancel(Steps.release(finalizing).then(Steps.sleep(50)).then(note("whole")));
        Fiber<Object> fiber = own.runtime().runAsync(task, end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        CompletableFuture<Void> first = own.runtime().toCompletableFuture(fiber.cancel());
        OwnRuntime.await(finalizing);
        own.run(fiber.cancel());
        assertThat(log).containsExactly("whole");
        OwnRuntime.get(first, "the first cancel");
    }

    @Test
    void anyNumberOfFibersMayCancelTheSameOneAndAllWait() throws Exception {
        Fiber<Object> fiber =
                own.runtime().runAsync(Task.never().onCancel(Steps.sleep(20).then(note("finalized"))), end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        Task<Boolean> cancel = fiber.cancel().then(Task.delay(() -> log.contains("finalized")));
        assertThat(own.run(Task.gather(java.util.Collections.nCopies(100, cancel))))
                .hasSize(100)
                .containsOnly(true);
        own.run(fiber.cancel());
        assertThat(log).containsExactly("finalized");
    }

    @Test
    void cancellingAnEndedFiberDoesNothing() throws Exception {
        Fiber<Integer> fiber = own.runtime().runAsync(Task.now(1), end -> {});
        assertThat(own.run(fiber.joinOrFail())).isEqualTo(1);
        own.run(fiber.cancel());
        assertThat(own.run(fiber.join())).isEqualTo(new Outcome.Succeeded<>(1));
    }

    @Test
    void aPureLoopOfBindsStopsAndSoDoesAYieldingOne() throws Exception {
        for (Task<Void> loop : List.of(loop(Task.unit()), loop(Task.yieldNow()), mapLoop())) {
            CountDownLatch begun = new CountDownLatch(1);
            Fiber<Void> fiber = own.runtime().runAsync(Steps.release(begun).then(loop), end -> {});
            OwnRuntime.await(begun);
            own.run(fiber.cancel());
            assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        }
    }

    private static Task<Void> loop(Task<Void> step) {
        return step.flatMap(ignored -> loop(step));
    }

    private static Task<Void> mapLoop() {
        return Task.<Void>defer(CancellationTest::mapLoop)
                .thenReturn(1)
                .attempt()
                .thenReturn(null);
    }

    @Test
    void cancellationIsNotSeenWhileDeliveringAValue() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<String> delivered = new AtomicReference<>();
        Fiber<Object> fiber = own.runtime()
                .runAsync(
                        Task.delay(() -> {
                                    inside.countDown();
                                    OwnRuntime.await(go);
                                    return "value";
                                })
                                .map(value -> {
                                    delivered.set(value);
                                    return value;
                                })
                                .flatMap(value -> Task.never()),
                        end -> {});
        OwnRuntime.await(inside);
        CompletableFuture<Void> cancel = own.runtime().toCompletableFuture(fiber.cancel());
        OwnRuntime.await("the canceller waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        go.countDown();
        OwnRuntime.get(cancel, "the cancel");
        assertThat(delivered.get()).isEqualTo("value");
    }

    @Test
    void uncancelableHidesACancelUntilTheNextUnmaskedPoint() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Task<Object> task = Task.uncancelable(
                        poll -> Steps.release(begun).then(Steps.sleep(50)).then(note("whole")))
                .map(x -> log.add("mapped"))
                .then(note("unmasked"))
                .thenReturn(null);
        Fiber<Object> fiber = own.runtime().runAsync(task, end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        assertThat(log).containsExactly("whole", "mapped");
    }

    @Test
    void masksNestAndPollLiftsOnlyItsOwn() throws Exception {
        // the outer poll under an inner mask does nothing; the inner poll only lifts the inner mask
        for (boolean outer : new boolean[] {true, false}) {
            log.clear();
            CountDownLatch begun = new CountDownLatch(1);
            Task<Void> body = Steps.release(begun).then(Steps.sleep(30)).then(note("body"));
            Task<Void> task = Task.uncancelable(p -> Task.<Void>uncancelable(q -> outer ? p.apply(body) : q.apply(body))
                    .then(note("rest")));
            Fiber<Void> fiber = own.runtime().runAsync(task, end -> {});
            OwnRuntime.await(begun);
            own.run(fiber.cancel());
            assertThat(log).as("outer %s", outer).containsExactly("body", "rest");
        }
    }

    @Test
    void pollInItsRegionIsCancelableAndRunsFinalizersInside() throws Exception {
        Task<Object> task = Task.uncancelable(
                poll -> poll.apply(Task.never().onCancel(note("inner"))).onCancel(note("outer")));
        assertThat(cancelled(task)).isInstanceOf(Outcome.Canceled.class);
        assertThat(log).containsExactly("inner", "outer");
        Task<Object> both = Task.uncancelable(
                p -> Task.uncancelable(q -> p.apply(q.apply(Task.never()))).map(x -> x));
        Task<Object> nested = Task.uncancelable(p -> p.apply(Task.uncancelable(q -> q.apply(Task.never()))));
        assertThat(cancelled(nested)).isInstanceOf(Outcome.Canceled.class);
        assertThat(both).isNotNull();
    }

    @Test
    void pollInsideItselfLiftsNeitherAFinalizersMaskNorAnInnerRegions() throws Exception {
        Task<Object> finalizers = Task.uncancelable(poll -> poll.apply(Task.never()
                .onCancel(poll.apply(Steps.sleep(1).then(note("cancel"))))
                .guarantee(poll.apply(Steps.sleep(1).then(note("always"))))));
        assertThat(cancelled(finalizers)).isInstanceOf(Outcome.Canceled.class);
        assertThat(log).containsExactly("cancel", "always");
        log.clear();
        Task<Object> region = Task.uncancelable(poll ->
                poll.apply(Task.uncancelable(inner -> Task.canceled().then(poll.apply(note("inner"))))
                        .then(Task.never())));
        assertThat(own.run(own.runtime().runAsync(region, end -> {}).join())).isInstanceOf(Outcome.Canceled.class);
        assertThat(log).containsExactly("inner");
    }

    @Test
    void pollAfterItsRegionAndInAChildDoesNothing() throws Exception {
        AtomicReference<Poll> kept = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        Task<Void> body = Steps.release(begun).then(Steps.sleep(30)).then(note("body"));
        Task<Object> task = Task.uncancelable(p -> {
                    kept.set(p);
                    return Task.unit();
                })
                .then(Task.uncancelable(
                        q -> kept.get().apply(body).then(note("rest")).thenReturn(null)));
        Fiber<Object> fiber = own.runtime().runAsync(task, end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(log).containsExactly("body", "rest");
        log.clear();
        // the child is a fiber of its own, masked by its own region
        CountDownLatch childBegun = new CountDownLatch(1);
        Task<Void> inChild = Steps.release(childBegun).then(Steps.sleep(30)).then(note("child"));
        Task<Fiber<Void>> parent = Task.uncancelable(
                p -> Task.<Void>uncancelable(q -> p.apply(inChild)).start());
        Fiber<Void> child = own.run(parent);
        OwnRuntime.await(childBegun);
        own.run(child.cancel());
        assertThat(log).containsExactly("child");
    }

    @Test
    void aChildStartsUnmasked() throws Exception {
        Fiber<Object> child = own.run(Task.uncancelable(poll -> Task.never().start()));
        own.run(child.cancel());
        assertThat(own.run(child.join())).isInstanceOf(Outcome.Canceled.class);
        // and a failing sibling stops a branch of a masked parent
        assertThat(own.outcome(Task.uncancelable(
                        poll -> Task.never().both(Steps.sleep(1).then(Task.fail(boom))))))
                .isEqualTo(new Outcome.Failed<>(boom));
    }

    @Test
    void timeoutCancelsWaitsForFinalizersThenFails() throws Exception {
        Steps.withLimitThatFindsItBegun(limit -> {
            log.clear();
            assertThatThrownBy(() -> own.run(note("begun")
                            .then(Task.never())
                            .onCancel(Steps.sleep(20).then(note("finalized")))
                            .timeout(limit)
                            .guarantee(note("ended"))))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining(limit.toString());
            return log.contains("begun");
        });
        assertThat(log).containsExactly("begun", "finalized", "ended");
    }

    @Test
    void timeoutGivesAResultThatIsThereAndTheTasksOwnError() throws Exception {
        assertThat(own.run(Task.now(1).timeout(Duration.ZERO))).isEqualTo(1);
        assertThat(own.run(Steps.sleep(1).thenReturn(1).timeout(Duration.ofSeconds(30))))
                .isEqualTo(1);
        assertThat(own.outcome(Task.fail(boom).timeout(Duration.ofSeconds(30)))).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(own.outcome(Task.canceled().timeout(Duration.ofSeconds(30)))).isInstanceOf(Outcome.Canceled.class);
        assertThat(own.outcome(Task.never().timeout(Duration.ZERO)).getClass()).isEqualTo(Outcome.Failed.class);
        Steps.withLimitThatFindsItBegun(limit -> {
            AtomicBoolean begun = new AtomicBoolean();
            Task<Integer> masked = Task.uncancelable(poll -> Steps.act(() -> begun.set(true))
                    .then(Task.sleep(limit.multipliedBy(2)))
                    .thenReturn(2));
            Outcome<Integer> end = own.outcome(masked.timeout(limit));
            if (begun.get()) {
                assertThat(end).isEqualTo(new Outcome.Succeeded<>(2));
            }
            return begun.get();
        });
    }

    @Test
    void timeoutsNestAndTheOuterOneWins() {
        Outcome<Object> outcome = own.outcome(Task.never()
                .timeout(Duration.ofSeconds(30))
                .recover(inner -> "inner")
                .timeout(Duration.ofMillis(5)));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        f -> assertThat(f.error())
                                .isInstanceOf(TimeoutException.class)
                                .hasMessageContaining("PT0.005S"));
        assertThat(own.outcome(Task.never()
                        .timeout(Duration.ofMillis(5))
                        .recover(inner -> "inner")
                        .timeout(Duration.ofSeconds(30))))
                .isEqualTo(new Outcome.Succeeded<>("inner"));
    }

    @Test
    void aMillionTimeLimitsOfInstantWorkLeaveNoTimers() throws Exception {
        Task<Integer> limited = Task.now(1).timeout(Duration.ofHours(1));
        RuntimeMetrics before = own.runtime().metrics();
        own.run(Task.gather(java.util.Collections.nCopies(300_000, limited)));
        RuntimeMetrics done = own.runtime().metrics().since(before);
        assertThat(done.timersSet()).isEqualTo(300_000);
        assertThat(done.timersCancelled() + done.timersFired()).isEqualTo(300_000);
        assertThat(done.fibersStarted()).isEqualTo(1);
    }

    @Test
    void aTimeLimitAtTheMomentOfTheEndGivesOneOrTheOther() throws Exception {
        List<Task<String>> races = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            long micros = i % 50 * 20L;
            races.add(Task.sleep(Duration.ofNanos(500_000))
                    .thenReturn("value")
                    .timeout(Duration.ofNanos(micros * 1_000))
                    .recover(late -> "late"));
        }
        assertThat(own.run(Task.parTraverse(64, races, t -> t))).hasSize(3_000).containsAnyOf("late", "value");
    }

    @Test
    void cancelsAtRandomMomentsRunEachFinalizerOnce() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            AtomicInteger opened = new AtomicInteger();
            AtomicInteger closed = new AtomicInteger();
            Task<Integer> open = Task.delay(opened::incrementAndGet);
            Task<Integer> close = Task.delay(closed::incrementAndGet);
            Task<Void> pause = Steps.sleep(i % 3 == 0 ? 1 : 0);
            Task<Integer> bracket = Task.uncancelable(poll -> open.flatMap(x -> poll.apply(
                            Task.yieldNow().then(pause).then(Task.yieldNow()).thenReturn(x))
                    .guarantee(close)));
            Task<?> task = switch (i % 4) {
                case 0 -> bracket;
                case 1 -> bracket.both(bracket);
                case 2 -> Task.gather(List.of(bracket, bracket, bracket));
                default ->
                    bracket.timeout(Duration.ofNanos(ThreadLocalRandom.current().nextInt(1_000_000)))
                            .attempt();
            };
            Fiber<?> fiber = own.runtime().runAsync(task, end -> {});
            for (int k = ThreadLocalRandom.current().nextInt(20_000); k > 0; k--) {
                Thread.onSpinWait();
            }
            own.run(fiber.cancel());
            assertThat(closed.get()).as("round %d", i).isEqualTo(opened.get());
        }
    }
}
