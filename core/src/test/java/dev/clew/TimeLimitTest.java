package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code timeout}, {@code timeoutTo}, {@code timeoutAndForget}, {@code delayBy}, {@code timed}. */
class TimeLimitTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final Steps.Boom boom = new Steps.Boom("boom");

    private static Duration millis(long n) {
        return Duration.ofMillis(n);
    }

    private static void isTimeout(Outcome<?> end) {
        assertThat(((Outcome.Failed<?>) end).error())
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("PT0.002S");
    }

    @Test
    void timeoutWaitsForWhatIsUncancelableAndTimeoutAndForgetDoesNot() {
        Schedules.run(
                log -> Task.<Void>uncancelable(poll -> Steps.sleep(20).then(Steps.note(log, "ended")))
                        .timeout(millis(2)),
                (end, log) -> {
                    assertThat(end instanceof Outcome.Succeeded).isTrue();
                    assertThat(log).containsExactly("ended");
                });
        Schedules.run(
                log -> Task.<Void>uncancelable(poll -> Steps.sleep(60).then(Steps.note(log, "ended")))
                        .timeoutAndForget(millis(2))
                        .attempt()
                        .tap(end -> Steps.note(log, "forgot"))
                        .tap(end -> Steps.sleep(400)),
                (end, log) -> {
                    isTimeout(((Outcome.Succeeded<Outcome<Void>>) end).value());
                    assertThat(log).containsExactly("forgot", "ended");
                });
    }

    @Test
    void anEndInTimeIsGiven() {
        for (Task<Void> pause : List.of(Task.unit(), Task.yieldNow(), Steps.sleep(1))) {
            Schedules.run(
                    log -> pause.thenReturn(1)
                            .timeoutAndForget(Duration.ofHours(1))
                            .flatMap(a -> pause.thenReturn(2)
                                    .timeoutTo(Duration.ofHours(1), Task.now(9))
                                    .map(b -> a + b)),
                    (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(3)));
            Schedules.run(
                    log -> pause.then(Task.fail(boom)).timeoutAndForget(Duration.ofHours(1)),
                    (end, log) -> assertThat(end).isEqualTo(new Outcome.Failed<>(boom)));
            Schedules.run(
                    log -> pause.then(Task.<Integer>fail(boom)).timeoutTo(Duration.ofHours(1), Task.now(9)),
                    (end, log) -> assertThat(end).isEqualTo(new Outcome.Failed<>(boom)));
            Schedules.run(
                    log -> pause.then(Task.canceled())
                            .timeoutAndForget(Duration.ofHours(1))
                            .attempt(),
                    (end, log) -> assertThat(end).isInstanceOf(Outcome.Canceled.class));
        }
    }

    @Test
    void timeoutToGoesOnWithTheFallbackOnceTheFinalizersAreDone() {
        Schedules.run(
                log -> Task.<Integer>never()
                        .onCancel(Steps.sleep(2).then(Steps.note(log, "finalized")))
                        .timeoutTo(
                                millis(2),
                                Steps.note(log, "fallback").then(Steps.sleep(5)).thenReturn(3)),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(3));
                    assertThat(log).containsExactly("finalized", "fallback");
                });
    }

    @Test
    void cancelsStopWhatRunsThen() {
        Schedules.run(
                log -> Task.never()
                        .onCancel(Steps.sleep(2).then(Steps.note(log, "task")))
                        .timeoutAndForget(Duration.ofHours(1))
                        .start()
                        .flatMap(fiber -> Steps.sleep(3).then(fiber.cancel()).then(Steps.note(log, "done"))),
                (end, log) -> assertThat(log).containsExactly("task", "done"));
        Schedules.run(
                log -> Task.never()
                        .timeoutTo(millis(1), Task.never().onCancel(Steps.note(log, "fallback")))
                        .start()
                        .flatMap(fiber -> Steps.sleep(8).then(fiber.cancel()).then(fiber.join())),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(new Outcome.Canceled<>())));
    }

    @Test
    void anErrorOfWhatWasForgottenIsReported() throws Exception {
        assertThat(own.outcome(Task.uncancelable(poll -> Steps.sleep(30).then(Task.fail(boom)))
                        .timeoutAndForget(millis(2))))
                .satisfies(TimeLimitTest::isTimeout);
        OwnRuntime.await("it is reported", () -> own.takeReports().stream().anyMatch(r -> r.error() == boom));
    }

    @Test
    void timedMeasuresByTheRuntimesClockAndDelayByWaits() {
        TestRuntime runtime = TestRuntime.fifo();
        assertThat(runtime.run(
                        Steps.sleep(250).thenReturn("x").delayBy(millis(50)).timed()))
                .isEqualTo(new Outcome.Succeeded<>(new Task.Timed<>("x", millis(300))));
        assertThat(runtime.run(Task.now("x").timed()))
                .isEqualTo(new Outcome.Succeeded<>(new Task.Timed<>("x", Duration.ZERO)));
        assertThat(runtime.run(Steps.sleep(1).then(Task.fail(boom)).timed())).isEqualTo(new Outcome.Failed<>(boom));
    }
}
