package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is acquired is released, once, whatever comes between. */
class BracketTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final Steps.Boom boom = new Steps.Boom("boom");
    private final Steps.Boom late = new Steps.Boom("late");

    /** A bracket whose steps are noted: at once, or after they have given their worker back. */
    private static Task<Integer> noted(List<String> log, Task<Void> pause, Fn<Integer, Task<Integer>> use) {
        return Task.bracketCase(
                pause.then(Steps.note(log, "acquired")).thenReturn(7),
                a -> pause.then(use.apply(a)),
                (a, end) -> pause.then(Steps.note(log, "released " + a + " " + end)));
    }

    private static final List<Task<Void>> PAUSES = List.of(Task.unit(), Task.yieldNow(), Steps.sleep(1));

    @Test
    void releasesAfterAValueAnErrorAThrowAndASelfCancel() {
        for (Task<Void> pause : PAUSES) {
            Schedules.run(log -> noted(log, pause, a -> Task.now(a + 1)), (end, log) -> {
                assertThat(end).isEqualTo(new Outcome.Succeeded<>(8));
                assertThat(log).containsExactly("acquired", "released 7 " + new Outcome.Succeeded<>(8));
            });
            Schedules.run(log -> noted(log, pause, a -> Task.fail(boom)), (end, log) -> {
                assertThat(end).isEqualTo(new Outcome.Failed<>(boom));
                assertThat(log).containsExactly("acquired", "released 7 " + new Outcome.Failed<>(boom));
            });
            Schedules.run(log -> noted(log, pause, a -> Task.canceled().thenReturn(a)), (end, log) -> {
                assertThat(end).isInstanceOf(Outcome.Canceled.class);
                assertThat(log).containsExactly("acquired", "released 7 " + new Outcome.Canceled<>());
            });
        }
        Schedules.run(
                log -> Task.<Integer, Integer>bracket(
                        Task.now(7),
                        a -> {
                            throw boom;
                        },
                        a -> Steps.note(log, "released " + a)),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Failed<>(boom));
                    assertThat(log).containsExactly("released 7");
                });
    }

    @Test
    void whatWasNotAcquiredIsNotReleased() {
        for (Task<Void> pause : PAUSES) {
            Schedules.run(
                    log -> Task.bracket(
                            pause.then(Task.<Integer>fail(boom)),
                            a -> Steps.note(log, "used"),
                            a -> Steps.note(log, "released")),
                    (end, log) -> {
                        assertThat(end).isEqualTo(new Outcome.Failed<>(boom));
                        assertThat(log).isEmpty();
                    });
        }
    }

    @Test
    void anErrorOfReleaseIsTheErrorAfterASuccessAndSuppressedAfterAFailure() {
        for (Task<Void> pause : PAUSES) {
            Task<Void> fails = pause.then(Task.fail(late));
            assertThat(own.outcome(Task.bracket(Task.now(1), a -> pause, a -> fails)))
                    .isEqualTo(new Outcome.Failed<>(late));
            Steps.Boom first = new Steps.Boom("first");
            assertThat(own.outcome(Task.bracket(Task.now(1), a -> pause.then(Task.fail(first)), a -> fails)))
                    .isEqualTo(new Outcome.Failed<>(first));
            assertThat(first.getSuppressed()).containsExactly(late);
            assertThat(own.outcome(Task.bracket(Task.now(1), a -> pause.then(Task.canceled()), a -> fails)))
                    .isInstanceOf(Outcome.Canceled.class);
            assertThat(own.takeReports())
                    .singleElement()
                    .satisfies(report -> assertThat(report.error()).isSameAs(late));
        }
    }

    @Test
    void acquireIsUncancelable() {
        Schedules.run(
                log -> Task.bracket(
                                Steps.sleep(5).then(Steps.note(log, "acquired")),
                                a -> Task.never(),
                                a -> Steps.note(log, "released"))
                        .start()
                        .flatMap(fiber -> Steps.sleep(1).then(fiber.cancel()).then(fiber.join())),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(new Outcome.Canceled<>()));
                    assertThat(log).containsExactly("acquired", "released");
                });
    }

    @Test
    void acquireThatPollsCanBeTimedOutAndOneThatDoesNotIsWaitedFor() {
        Schedules.run(
                log -> {
                    Deferred<Integer> permit = Deferred.create();
                    return Task.bracketFull(
                                    poll -> poll.apply(permit.get()).onCancel(Steps.note(log, "gave up")),
                                    a -> Steps.note(log, "used"),
                                    (a, end) -> Steps.note(log, "released"))
                            .timeout(Duration.ofMillis(2));
                },
                (end, log) -> {
                    assertThat(((Outcome.Failed<?>) end).error()).isInstanceOf(TimeoutException.class);
                    assertThat(log).containsExactly("gave up");
                });
    }

    @Test
    void aBracketIsTheProgramItSaysItIs() {
        List<BiFunction<List<String>, Fn<Integer, Task<Integer>>, Task<Integer>>> forms = List.of(
                (log, use) -> Task.bracketFull(
                        poll -> poll.apply(Steps.sleep(2))
                                .then(Steps.note(log, "acquired"))
                                .thenReturn(7),
                        use,
                        (a, end) -> Steps.sleep(1).then(Steps.note(log, "released " + end))),
                (log, use) -> Task.uncancelable(poll -> poll.apply(Steps.sleep(2))
                        .then(Steps.note(log, "acquired"))
                        .thenReturn(7)
                        .flatMap(a -> poll.apply(use.apply(a))
                                .guaranteeCase(end -> Steps.sleep(1).then(Steps.note(log, "released " + end))))));
        for (long cancelAt = 0; cancelAt < 8; cancelAt++) {
            long at = cancelAt;
            List<String> ends = new ArrayList<>();
            for (var form : forms) {
                List<String> log = Steps.log();
                Task<Integer> program = form.apply(log, a -> Steps.sleep(2).thenReturn(a));
                Outcome<Outcome<Integer>> end = TestRuntime.fifo()
                        .run(program.start()
                                .flatMap(fiber ->
                                        Steps.sleep(at).then(fiber.cancel()).then(fiber.join())));
                ends.add(end + " " + log);
            }
            assertThat(ends.get(0)).isEqualTo(ends.get(1));
        }
    }

    @Test
    void anOuterPollReachesIntoUse() {
        Schedules.run(
                log -> Task.<Integer>uncancelable(poll -> Task.bracket(
                                Task.now(1), a -> poll.apply(Task.<Integer>never()), a -> Steps.note(log, "released")))
                        .start()
                        .flatMap(fiber -> Steps.sleep(1).then(fiber.cancel()).then(fiber.join())),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(new Outcome.Canceled<>()));
                    assertThat(log).containsExactly("released");
                });
    }

    @Test
    void thePollOfAcquireDoesNothingAfterIt() {
        Schedules.run(
                log -> Task.bracketFull(
                                poll -> Task.now(poll),
                                poll -> Task.uncancelable(
                                        inner -> poll.apply(Steps.sleep(4)).then(Steps.note(log, "not cancelled"))),
                                (poll, end) -> poll.apply(Steps.sleep(1)).then(Steps.note(log, "released")))
                        .start()
                        .flatMap(fiber -> Steps.sleep(1).then(fiber.cancel())),
                (end, log) -> assertThat(log).containsExactly("not cancelled", "released"));
    }

    @Test
    void nestedBracketsReleaseTheLastFirst() {
        Schedules.run(
                log -> Task.bracket(
                                Task.now(1),
                                a -> Task.bracket(Task.yieldNow(), b -> Task.never(), b -> Steps.note(log, "inner")),
                                a -> Steps.note(log, "outer"))
                        .timeout(Duration.ofMillis(1))
                        .attempt(),
                (end, log) -> assertThat(log).containsExactly("inner", "outer"));
    }

    @Test
    void guaranteeCaseGivesTheOutcome() {
        for (Task<Void> pause : PAUSES) {
            Schedules.run(
                    log -> pause.thenReturn(1)
                            .guaranteeCase(end -> pause.then(Steps.note(log, "" + end)))
                            .then(pause.<Integer>then(Task.fail(boom)).guaranteeCase(end -> Steps.note(log, "" + end)))
                            .recover(e -> 0)
                            .then(pause.then(Task.canceled())
                                    .guaranteeCase(end -> pause.then(Steps.note(log, "" + end)))),
                    (end, log) -> assertThat(log)
                            .containsExactly(
                                    "" + new Outcome.Succeeded<>(1),
                                    "" + new Outcome.Failed<>(boom),
                                    "" + new Outcome.Canceled<>()));
        }
    }
}
