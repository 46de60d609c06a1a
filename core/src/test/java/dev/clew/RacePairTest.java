package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The first outcome and the other fiber, which nobody stops. */
class RacePairTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final Steps.Boom boom = new Steps.Boom("boom");

    @Test
    void theOtherFiberRunsOn() {
        Schedules.run(
                log -> Task.racePair(
                                Steps.sleep(1).thenReturn("fast"),
                                Steps.sleep(4).thenReturn(2))
                        .flatMap(pair -> pair instanceof RacePair.LeftFirst<String, Integer> left
                                ? left.other()
                                        .joinOrFail()
                                        .map(v -> left.outcome().get() + v)
                                : Task.now("right")),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>("fast2")));
        Schedules.run(
                log -> Task.racePair(Task.never().onCancel(Steps.note(log, "cancelled")), Steps.sleep(1))
                        .flatMap(pair -> pair instanceof RacePair.RightFirst<Object, Void> right
                                ? right.other().cancel().thenReturn(right.outcome())
                                : Task.fail(boom)),
                (end, log) -> assertThat(log).containsExactly("cancelled"));
    }

    @Test
    void anErrorAndASelfCancelAreOutcomes() {
        Schedules.run(
                log -> Task.racePair(
                                Steps.sleep(1).then(Task.fail(boom)),
                                Steps.sleep(3).then(Task.canceled()))
                        .flatMap(pair -> pair instanceof RacePair.LeftFirst<?, ?> left
                                ? left.other().join().map(end -> left.outcome() + " " + end)
                                : Task.now("right")),
                (end, log) -> assertThat(end)
                        .isEqualTo(
                                new Outcome.Succeeded<>(new Outcome.Failed<>(boom) + " " + new Outcome.Canceled<>())));
    }

    @Test
    void cancellingItCancelsBothAndWaits() {
        Schedules.run(
                log -> {
                    Task<Object> side = Task.never().onCancel(Steps.sleep(2).then(Steps.note(log, "side")));
                    return Task.racePair(side, side)
                            .start()
                            .flatMap(
                                    fiber -> Steps.sleep(1).then(fiber.cancel()).then(Steps.note(log, "done")));
                },
                (end, log) -> assertThat(log).containsExactly("side", "side", "done"));
    }

    @Test
    void aFailureOfTheOtherThatNobodyJoinsIsReported() throws Exception {
        own.run(Task.racePair(Task.now(1), Steps.sleep(5).then(Task.fail(boom))).then(Steps.sleep(1)));
        OwnRuntime.await("the other ends", () -> own.runtime().metrics().fibersSuspendedNow() == 0);
        OwnRuntime.await("it is reported", () -> own.takeReports().stream().anyMatch(r -> r.error() == boom));
    }

    @Test
    void anErrorWhileItIsCancelledIsReported() throws Exception {
        own.run(Task.racePair(Task.uncancelable(poll -> Steps.sleep(20).then(Task.fail(boom))), Task.never())
                .start()
                .flatMap(fiber -> Steps.sleep(1).then(fiber.cancel())));
        assertThat(own.takeReports())
                .singleElement()
                .satisfies(report -> assertThat(report.error()).isSameAs(boom));
    }
}
