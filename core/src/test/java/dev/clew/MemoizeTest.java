package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Run once, for all who wait. */
class MemoizeTest {
    private final Steps.Boom boom = new Steps.Boom("boom");

    private static Task<Integer> counting(List<String> log, Task<Void> pause) {
        AtomicInteger runs = new AtomicInteger();
        return Steps.note(log, "run").then(pause).then(Task.delay(runs::incrementAndGet));
    }

    @Test
    void runsOnceAndAllGetIt() {
        for (Task<Void> pause : List.of(Task.unit(), Task.yieldNow(), Steps.sleep(1))) {
            Schedules.run(
                    log -> counting(log, pause)
                            .memoize()
                            .flatMap(once -> Task.gather(Collections.nCopies(20, once))
                                    .flatMap(all -> once.map(last ->
                                            all.stream().mapToInt(i -> i).sum() + last))),
                    (end, log) -> {
                        assertThat(end).isEqualTo(new Outcome.Succeeded<>(21));
                        assertThat(log).containsExactly("run");
                    });
        }
    }

    @Test
    void nothingRunsBeforeTheFirstAndEachMemoizeRunsAnew() {
        Schedules.run(
                log -> {
                    Task<Task<Integer>> memoized = counting(log, Task.unit()).memoize();
                    return memoized.tap(once -> Steps.note(log, "made"))
                            .flatMap(once -> once.then(once))
                            .flatMap(one -> memoized.flatMap(once -> once.map(two -> one * 10 + two)));
                },
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(12));
                    assertThat(log).containsExactly("made", "run", "run");
                });
    }

    @Test
    void anErrorIsKept() {
        Schedules.run(
                log -> Steps.note(log, "run")
                        .then(Task.fail(boom))
                        .memoize()
                        .flatMap(once ->
                                once.attempt().flatMap(first -> once.attempt().map(second -> first + " " + second))),
                (end, log) -> {
                    assertThat(log).containsExactly("run");
                    assertThat(end)
                            .isEqualTo(new Outcome.Succeeded<>(
                                    new Outcome.Failed<>(boom) + " " + new Outcome.Failed<>(boom)));
                });
    }

    @Test
    void aCancelOfOneThatWaitsDoesNotHurtTheOthers() {
        Schedules.run(
                log -> counting(log, Steps.sleep(5))
                        .onCancel(Steps.note(log, "cancelled"))
                        .memoize()
                        .flatMap(once -> once.start()
                                .flatMap(one -> once.start()
                                        .flatMap(other -> Steps.sleep(1)
                                                .then(one.cancel())
                                                .then(other.joinOrFail())))),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(1));
                    assertThat(log).containsExactly("run");
                });
    }

    @Test
    void theLastThatIsCancelledCancelsTheRunAndTheNextBeginsAnew() {
        Schedules.run(
                log -> counting(log, Steps.sleep(8))
                        .onCancel(Steps.sleep(1).then(Steps.note(log, "cancelled")))
                        .memoize()
                        .flatMap(once -> once.start()
                                .flatMap(one -> once.start()
                                        .flatMap(two -> Steps.sleep(2)
                                                .then(one.cancel())
                                                .then(two.cancel())
                                                .then(Steps.note(log, "both"))
                                                .then(once)))),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(1));
                    assertThat(log).containsExactly("run", "cancelled", "both", "run");
                });
    }

    @Test
    void aRunThatCancelsItselfCancelsWhoWaitsAndWhoComesLater() {
        Schedules.run(
                log -> Steps.sleep(1)
                        .then(Task.canceled())
                        .memoize()
                        .flatMap(once -> once.start()
                                .flatMap(one -> one.join().tap(end -> Steps.note(log, "" + end)))
                                .then(once)),
                (end, log) -> {
                    assertThat(end).isInstanceOf(Outcome.Canceled.class);
                    assertThat(log).containsExactly("" + new Outcome.Canceled<>());
                });
    }

    @Test
    void cancelsAndWaitersThatRaceLoseNothing() {
        Schedules.run(
                log -> counting(log, Task.yieldNow()).memoize().flatMap(once -> {
                    Task<Integer> impatient = once.start()
                            .flatMap(fiber -> Task.yieldNow()
                                    .then(fiber.cancel())
                                    .then(fiber.join())
                                    .map(end -> 0));
                    return Task.gather(List.of(impatient, once, impatient, once, impatient))
                            .map(all -> all.get(1) - all.get(3));
                }),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(0)));
    }
}
