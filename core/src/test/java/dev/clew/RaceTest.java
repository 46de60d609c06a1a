package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who wins a race, what becomes of the losers, and what is left of them. */
class RaceTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static final Duration HOUR = Duration.ofHours(1);
    private final Steps.Boom boom = new Steps.Boom("boom");

    /** The forms of a race of two. */
    private static final List<BiFunction<Task<Integer>, Task<Integer>, Task<Integer>>> FORMS = List.of(
            Task::race,
            (a, b) -> Task.raceAll(List.of(a, b)),
            (a, b) -> Task.raceAll(List.of(a, Task.never(), b)),
            (a, b) -> Task.<Integer>race(Task.<Integer>never(), Task.race(a, b)));

    private static Iterable<Task<Integer>> lazily(Task<Integer> a, Task<Integer> b) {
        return () -> List.of(a, b).iterator();
    }

    private static Task<Integer> after(long millis, int value) {
        return Steps.sleep(millis).thenReturn(value);
    }

    @Test
    void theFirstToEndWinsInBothOrders() {
        for (var race : FORMS) {
            for (boolean swapped : List.of(false, true)) {
                Task<Integer> fast = after(1, 1);
                Task<Integer> slow = Task.sleep(HOUR).thenReturn(2);
                Schedules.run(
                        log -> {
                            Task<Integer> noted = slow.onCancel(Steps.note(log, "cancelled"));
                            return swapped ? race.apply(noted, fast) : race.apply(fast, noted);
                        },
                        (end, log) -> {
                            assertThat(end).isEqualTo(new Outcome.Succeeded<>(1));
                            assertThat(log).containsExactly("cancelled");
                        });
            }
        }
    }

    @Test
    void theLoserIsWaitedFor() {
        for (var race : FORMS) {
            Schedules.run(
                    log -> {
                        Task<Integer> slow =
                                Task.<Integer>never().guarantee(Steps.sleep(2).then(Steps.note(log, "finalized")));
                        return race.apply(
                                        slow,
                                        Task.yieldNow().then(Steps.sleep(1)).thenReturn(1))
                                .tap(v -> Steps.note(log, "went on"));
                    },
                    (end, log) -> assertThat(log).containsExactly("finalized", "went on"));
        }
    }

    @Test
    void anUncancelableLoserIsWaitedForAndItsValueDropped() {
        for (var race : FORMS) {
            Schedules.run(
                    log -> race.apply(
                            Task.uncancelable(poll -> after(5, 9).tap(v -> Steps.note(log, "ended"))), after(1, 1)),
                    (end, log) -> {
                        assertThat(end).isEqualTo(new Outcome.Succeeded<>(1));
                        assertThat(log).containsExactly("ended");
                    });
        }
    }

    @Test
    void anErrorIsAnEndAsWell() {
        for (var race : FORMS) {
            Schedules.run(
                    log -> race.apply(Task.never(), Steps.sleep(1).then(Task.fail(boom))),
                    (end, log) -> assertThat(end).isEqualTo(new Outcome.Failed<>(boom)));
        }
    }

    @Test
    void anErrorOfTheLoserIsSuppressedInTheErrorOfTheWinner() {
        for (var race : FORMS) {
            for (boolean swapped : List.of(false, true)) {
                Schedules.run(
                        log -> {
                            Task<Integer> first = Steps.sleep(1).then(Task.fail(new Steps.Boom("first")));
                            Task<Integer> late =
                                    Task.uncancelable(poll -> Steps.sleep(3).then(Task.fail(boom)));
                            return swapped ? race.apply(late, first) : race.apply(first, late);
                        },
                        (end, log) -> {
                            Throwable error = ((Outcome.Failed<Integer>) end).error();
                            assertThat(error).hasMessage("first");
                            assertThat(error.getSuppressed()).containsExactly(boom);
                        });
            }
        }
    }

    @Test
    void anErrorOfTheLoserIsReportedAfterAValue() throws Exception {
        for (var race : FORMS) {
            for (boolean swapped : List.of(false, true)) {
                Task<Integer> late = Task.uncancelable(poll -> Steps.sleep(30).then(Task.fail(boom)));
                Task<Integer> fast = after(1, 1);
                assertThat(own.run(swapped ? race.apply(late, fast) : race.apply(fast, late)))
                        .isEqualTo(1);
                assertThat(own.takeReports()).singleElement().satisfies(report -> {
                    assertThat(report.error()).isSameAs(boom);
                    assertThat(report.what()).contains("race");
                });
            }
        }
    }

    @Test
    void aRaceWhoseFirstToEndCancelledItselfIsCancelled() {
        for (var race : FORMS) {
            for (boolean swapped : List.of(false, true)) {
                Schedules.run(
                        log -> {
                            Task<Integer> gone =
                                    Steps.sleep(1).then(Task.canceled()).thenReturn(1);
                            Task<Integer> other = Task.<Integer>never().onCancel(Steps.note(log, "other"));
                            Task<Integer> whole = swapped ? race.apply(other, gone) : race.apply(gone, other);
                            return whole.attempt().onCancel(Steps.note(log, "whole"));
                        },
                        (end, log) -> {
                            assertThat(end).isInstanceOf(Outcome.Canceled.class);
                            assertThat(log).containsExactly("other", "whole");
                        });
            }
        }
    }

    @Test
    void aRaceUnderAMaskWhoseFirstToEndCancelledItselfFails() {
        for (var race : FORMS) {
            Schedules.run(
                    log -> Task.uncancelable(poll -> race.apply(
                                    Task.never(),
                                    Steps.sleep(1).then(Task.canceled()).thenReturn(1))
                            .attempt()
                            .tap(end -> Steps.note(log, end.toString()))),
                    (end, log) -> assertThat(log)
                            .singleElement()
                            .satisfies(text -> assertThat(text).contains(CancellationException.class.getSimpleName())));
        }
    }

    @Test
    void cancellingARaceCancelsBothAndWaits() {
        for (var race : FORMS) {
            Schedules.run(
                    log -> {
                        Task<Integer> left =
                                Task.<Integer>never().onCancel(Steps.sleep(1).then(Steps.note(log, "side")));
                        Task<Integer> right =
                                Task.<Integer>never().onCancel(Steps.sleep(2).then(Steps.note(log, "side")));
                        return race.apply(left, right)
                                .start()
                                .flatMap(fiber -> Steps.sleep(5)
                                        .then(fiber.cancel())
                                        .then(fiber.join())
                                        .tap(end -> Steps.note(log, "cancelled")));
                    },
                    (end, log) -> {
                        assertThat(end).isEqualTo(new Outcome.Succeeded<>(new Outcome.Canceled<>()));
                        assertThat(log).containsExactly("side", "side", "cancelled");
                    });
        }
    }

    @Test
    void anUncancelableRaceIsNotCancelledAndNobodyForgetsTheCancel() {
        for (var race : FORMS) {
            Schedules.run(
                    log -> Task.<Integer>uncancelable(poll ->
                                    race.apply(Task.never(), after(4, 1)).tap(v -> Steps.note(log, "won " + v)))
                            .then(Task.<Integer>never().onCancel(Steps.note(log, "seen")))
                            .start()
                            .flatMap(
                                    fiber -> Steps.sleep(1).then(fiber.cancel()).then(fiber.join())),
                    (end, log) -> {
                        assertThat(end).isEqualTo(new Outcome.Succeeded<>(new Outcome.Canceled<>()));
                        assertThat(log.get(0)).isEqualTo("won 1");
                    });
        }
    }

    @Test
    void aRaceInAFinalizerCompletesUnderCancel() {
        for (var race : FORMS) {
            Schedules.run(
                    log -> Task.never()
                            .onCancel(race.apply(after(2, 1), Task.never()).tap(v -> Steps.note(log, "race " + v)))
                            .onCancel(Task.never()
                                    .timeout(Duration.ofMillis(1))
                                    .attempt()
                                    .tap(v -> Steps.note(log, "timeout")))
                            .start()
                            .flatMap(fiber -> Steps.sleep(1).then(fiber.cancel())),
                    (end, log) -> assertThat(log).containsExactly("race 1", "timeout"));
        }
    }

    @Test
    void whatASideSetsInALocalIsNotSeen() {
        FiberLocal<Integer> local = FiberLocal.of(0);
        for (var race : FORMS) {
            Schedules.run(
                    log -> race.apply(
                                    local.set(5).then(local.get()),
                                    Steps.sleep(1).then(local.set(6)).then(local.get()))
                            .then(local.get()),
                    (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(0)));
        }
    }

    @Test
    void aSideThatIsDoneKeepsTheNextFromBeginning() throws Exception {
        assertThat(own.run(Task.race(Task.now(1), Task.delay(() -> {
                    throw boom;
                }))))
                .isEqualTo(1);
        assertThat(Task.<Integer>race(Task.now(1), Task.never()).runSync()).isEqualTo(1);
    }

    @Test
    void losersLeaveNoWaiterOnWhatNeverCompletes() throws Exception {
        losersLeaveNothing(2_000, own);
    }

    static void losersLeaveNothing(int races, OwnRuntime own) throws Exception {
        Deferred<Integer> never = Deferred.create();
        for (var race : FORMS) {
            assertThat(own.run(many(races, race.apply(never.get(), Task.delay(() -> 1)))))
                    .isEqualTo(races);
            assertThat(own.run(many(races, race.apply(Task.yieldNow().thenReturn(1), never.get()))))
                    .isEqualTo(races);
        }
    }

    /** {@code task}, {@code n} times, one after another; gives n. */
    static Task<Integer> many(int n, Task<Integer> task) {
        return Task.defer(() -> counted(n, task, 0));
    }

    private static Task<Integer> counted(int n, Task<Integer> task, int done) {
        return done == n ? Task.now(done) : task.flatMap(v -> counted(n, task, done + 1));
    }

    @Test
    void aSideThatComputesDoesNotKeepTheOtherFromBeginning() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Task<Integer> computes = Task.delay(() -> {
            OwnRuntime.await(begun);
            return 1;
        });
        Task<Integer> begins = Steps.release(begun).then(Task.never());
        // The owner asks for help only at a push, so a fiber that waits for the other side is given a second push.
        assertThat(own.run(Task.race(Task.yieldNow().then(computes), begins))).isEqualTo(1);
    }

    @Test
    void sidesRunOnTheExecutorAskedFor() throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2, r -> new Thread(r, "elsewhere"));
        try {
            Task<Integer> there = Task.executor().flatMap(e -> e == two ? after(1, 1) : Task.fail(boom));
            for (var race : FORMS) {
                assertThat(own.run(race.apply(there, there.then(Task.never())).on(two)))
                        .isEqualTo(1);
            }
        } finally {
            two.shutdown();
        }
    }

    @Test
    void theInputMayBeLazy() throws Exception {
        Task<Integer> slow = Task.sleep(HOUR).thenReturn(2);
        for (long seed = 0; seed < 50; seed++) {
            assertThat(TestRuntime.seeded(seed).run(Task.raceAll(lazily(slow, after(1, 1)))))
                    .isEqualTo(new Outcome.Succeeded<>(1));
        }
        assertThat(own.run(Task.raceAll(lazily(slow, after(1, 1))))).isEqualTo(1);
    }

    // ---- firstSuccess -----------------------------------------------------------------------------

    @Test
    void theFirstSuccessWinsOverErrorsBeforeIt() {
        Schedules.run(
                log -> Task.firstSuccess(List.of(
                        Task.<Integer>fail(boom),
                        Steps.sleep(1).then(Task.fail(boom)),
                        after(2, 3),
                        Task.sleep(HOUR).thenReturn(4).onCancel(Steps.note(log, "loser")))),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(3));
                    assertThat(log).containsExactly("loser");
                });
    }

    @Test
    void whereAllFailTheFirstErrorIsTheErrorAndTheOthersAreSuppressed() {
        Schedules.run(
                log -> {
                    Task<Integer> second = Steps.sleep(2).then(Task.fail(new Steps.Boom("second")));
                    Task<Integer> first = Steps.sleep(1).then(Task.fail(new Steps.Boom("first")));
                    return Task.firstSuccess(List.of(second, first));
                },
                (end, log) -> {
                    Throwable error = ((Outcome.Failed<Integer>) end).error();
                    assertThat(error).hasMessage("first");
                    assertThat(error.getSuppressed())
                            .singleElement()
                            .satisfies(e -> assertThat(e).hasMessage("second"));
                });
    }

    @Test
    void aTaskThatCancelsItselfBeforeAnySuccessCancelsTheWhole() {
        Schedules.run(
                log -> Task.firstSuccess(List.of(
                        Task.<Integer>fail(boom),
                        Steps.sleep(1).then(Task.canceled()).thenReturn(1),
                        Task.<Integer>never())),
                (end, log) -> assertThat(end).isInstanceOf(Outcome.Canceled.class));
    }

    @Test
    void noTasksAreAnError() {
        Iterable<Task<Integer>> lazily = () -> List.<Task<Integer>>of().iterator();
        for (Task<Integer> none : List.of(
                Task.<Integer>raceAll(List.of()),
                Task.<Integer>firstSuccess(List.of()),
                Task.<Integer>raceAll(lazily))) {
            assertThat(own.outcome(none))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.error())
                                    .isInstanceOf(NoSuchElementException.class)
                                    .hasMessageContaining("was given no tasks"));
        }
    }

    @Test
    void oneTaskIsItself() throws Exception {
        assertThat(own.run(Task.raceAll(List.of(Task.now(1))))).isEqualTo(1);
        assertThat(own.run(Task.firstSuccess(List.of(after(1, 2))))).isEqualTo(2);
        assertThat(own.outcome(Task.raceAll(List.of(Task.fail(boom))))).isEqualTo(new Outcome.Failed<>(boom));
    }

    @Test
    void nullWinsAsAnyOtherValue() throws Exception {
        assertThat(own.<Object>run(Task.raceAll(List.of(Task.unit(), Task.never()))))
                .isNull();
        assertThat(own.<Object>run(Task.race(Steps.sleep(1), Task.never()))).isNull();
    }
}
