package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A fiber is cancelled while it waits on each kind of thing there is, on the real runtime: it ends as cancelled, its finalizer
 * runs once, all who cancel wait for that, and nothing is left (which {@link OwnRuntime} looks for).
 */
class CancelWhileWaitingTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static final Duration HOUR = Duration.ofHours(1);

    /** Something to wait on; it is cancelled once it has called {@code begun}, and may be cancelled sooner or later. */
    record Wait(String name, Fn<Task<Void>, Task<?>> on) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static <A> Task<A> never() {
        return Deferred.<A>create().get();
    }

    static Stream<Wait> waits() {
        return Stream.of(
                new Wait("async", begun -> begun.then(Task.async(callback -> {}))),
                new Wait("asyncWithFinalizer", begun -> begun.then(Task.asyncWithFinalizer(callback -> Task.unit()))),
                new Wait("never", begun -> begun.then(Task.never())),
                new Wait("sleep", begun -> begun.then(Task.sleep(HOUR))),
                new Wait("deferred", begun -> begun.then(never())),
                new Wait(
                        "join",
                        begun -> Task.uncancelable(poll -> never().start()
                                .flatMap(other ->
                                        begun.then(poll.apply(other.join())).guarantee(other.cancel())))),
                new Wait(
                        "anothersCancel",
                        begun -> Task.uncancelable(poll -> Task.uncancelable(masked -> Steps.sleep(30))
                                .start()
                                .flatMap(other -> begun.then(
                                                poll.apply(other.cancel().then(Task.never())))
                                        .guarantee(other.join())))),
                new Wait(
                        "interruptible",
                        begun -> Task.interruptible(() -> {
                            begun.runSync();
                            return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                        })),
                new Wait("fromFuture", begun -> begun.then(Task.fromFuture(() -> new CompletableFuture<Object>()))),
                new Wait("leftOfBoth", begun -> begun.then(never()).both(Task.never())),
                new Wait("rightOfBoth", begun -> Task.unit().both(begun.then(never()))),
                new Wait("gather", begun -> Task.gather(List.of(never(), begun.then(never()), Task.unit()))),
                new Wait(
                        "pullCrew",
                        begun -> Task.parTraverse(
                                2, List.of(1, 2, 3, 4), i -> i == 2 ? begun.then(never()) : Task.now(i))),
                new Wait("race", begun -> Task.race(begun.then(never()), Task.never())),
                new Wait("raceAll", begun -> Task.raceAll(List.of(Task.never(), begun.then(never())))),
                new Wait(
                        "firstSuccess",
                        begun -> Task.firstSuccess(List.of(Task.fail(new Steps.Boom("first")), begun.then(never())))),
                new Wait("racePair", begun -> Task.racePair(Task.never(), begun.then(never()))),
                new Wait("timeout", begun -> begun.then(never()).timeout(HOUR)),
                new Wait("timeoutTo", begun -> Task.never().timeoutTo(Duration.ofMillis(1), begun.then(never()))),
                new Wait("timeoutAndForget", begun -> begun.then(never()).timeoutAndForget(HOUR)),
                new Wait("memoize", begun -> begun.then(never()).memoize().flatMap(once -> once)),
                new Wait("use", begun -> Task.bracket(Task.unit(), a -> begun.then(never()), a -> Task.unit())),
                new Wait(
                        "nested",
                        begun -> Task.race(
                                        Task.gather(List.of(
                                                never().both(Task.sleep(HOUR)).timeout(HOUR), begun.then(never()))),
                                        Task.never())
                                .onCancel(Task.yieldNow())),
                new Wait("loop", begun -> begun.then(Task.defer(CancelWhileWaitingTest::forever))),
                new Wait(
                        "rangeOfYields",
                        begun -> Task.parTraverse(
                                List.of(1, 2, 3, 4, 5, 6, 7, 8), i -> i == 1 ? begun.then(forever()) : forever())));
    }

    private static Task<Void> forever() {
        return Task.yieldNow().flatMap(again -> forever());
    }

    private void cancelled(Wait wait, int spins, boolean untilBegun) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger finalized = new AtomicInteger();
        Task<?> waits = wait.on().apply(Steps.release(begun));
        Task<Object> task = Task.uncancelable(poll -> Task.delay(entered::incrementAndGet)
                .then(poll.apply(waits.map(x -> (Object) x))
                        .guarantee(Steps.sleep(1).then(Task.delay(finalized::incrementAndGet)))));
        Fiber<Object> fiber = own.runtime().runAsync(task, end -> {});
        if (untilBegun) {
            OwnRuntime.await(begun);
        }
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
        List<CompletableFuture<Outcome<Integer>>> cancellers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CompletableFuture<Outcome<Integer>> done = new CompletableFuture<>();
            own.runtime().runAsync(fiber.cancel().then(Task.delay(finalized::get)), done::complete);
            cancellers.add(done);
        }
        for (CompletableFuture<Outcome<Integer>> done : cancellers) {
            assertThat(OwnRuntime.get(done, "a canceller of " + wait))
                    .isEqualTo(new Outcome.Succeeded<>(entered.get()));
        }
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        assertThat(finalized.get()).isEqualTo(entered.get());
        if (untilBegun) {
            assertThat(entered.get()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("waits")
    void whileItWaits(Wait wait) throws Exception {
        for (int i = 0; i < 10; i++) {
            cancelled(wait, i * 300, true);
        }
    }

    @ParameterizedTest
    @MethodSource("waits")
    void atAnyMoment(Wait wait) throws Exception {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < 60; i++) {
            cancelled(wait, random.nextInt(2_000), false);
        }
    }

    @Test
    void whatAnExecutorHasNotRunYetDoesNotRunOnceItIsCancelled() throws Exception {
        BlockingQueue<Runnable> jobs = new LinkedBlockingQueue<>();
        List<String> log = Steps.log();
        for (Task<Void> moves : List.of(
                Task.fork(Steps.note(log, "ran"), jobs::add),
                Steps.note(log, "ran").on(jobs::add))) {
            Fiber<Void> fiber = own.runtime().runAsync(moves.guarantee(Steps.note(log, "finalized")), end -> {});
            Runnable job = jobs.poll(OwnRuntime.DEADLINE.toSeconds(), TimeUnit.SECONDS);
            CompletableFuture<Outcome<Void>> done = new CompletableFuture<>();
            own.runtime().runAsync(fiber.cancel(), done::complete);
            OwnRuntime.await(
                    "somebody waits for the end", () -> own.runtime().metrics().fibersSuspendedNow() > 1);
            while (job != null) {
                job.run();
                job = done.isDone() ? null : jobs.poll(1, TimeUnit.MILLISECONDS);
            }
            OwnRuntime.get(done, "the cancel");
            assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        }
        assertThat(log).containsExactly("finalized", "finalized");
    }

    @Test
    void codeThatFailsAsItIsInterruptedIsReported() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Steps.Boom boom = new Steps.Boom("interrupted");
        Fiber<Object> fiber = own.runtime()
                .runAsync(
                        Task.interruptible(() -> {
                            begun.countDown();
                            try {
                                return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                            } catch (InterruptedException interrupt) {
                                throw boom;
                            }
                        }),
                        end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(own.takeReports())
                .singleElement()
                .satisfies(report -> assertThat(report.error()).isSameAs(boom));
    }
}
