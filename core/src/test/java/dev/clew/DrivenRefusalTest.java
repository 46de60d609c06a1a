package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A compute executor that refuses loses no fiber, no finalizer and no error. */
class DrivenRefusalTest {
    private final VirtualDriver driver = new VirtualDriver(11);
    private final List<String> reports = new ArrayList<>();
    private final RejectedExecutionException refusal = new RejectedExecutionException("full");
    private boolean refuses;
    private int taken = Integer.MAX_VALUE;

    private final Executor compute = step -> {
        if (refuses || taken-- <= 0) {
            throw refusal;
        }
        driver.execute(step);
    };
    private final TaskRuntime runtime = driver.runtime("clew-refused-test")
            .compute(compute)
            .errorReporter((what, error) -> reports.add(what))
            .build();
    private final List<String> log = Steps.log();

    @AfterEach
    void nothingIsLeft() {
        RuntimeMetrics metrics = runtime.metrics();
        assertThat(metrics.fibersSuspendedNow()).as("fibers left").isZero();
        assertThat(driver.waiting()).as("steps and timers left").isZero();
        assertThat(driver.strangers()).isEmpty();
        runtime.close();
        assertThat(driver.waiting()).as("closing has nothing to wait for").isZero();
    }

    private <A extends @Nullable Object> Outcome<A> outcome(Task<A> task) {
        List<Outcome<A>> ends = new ArrayList<>();
        runtime.runAsync(task, ends::add);
        driver.run();
        assertThat(ends).as("ends").hasSize(1);
        return ends.get(0);
    }

    private <A extends @Nullable Object> void failsRefused(Task<A> task) {
        assertThat(outcome(task)).isEqualTo(new Outcome.Failed<>(refusal));
    }

    private final Task<Void> refuse = Steps.act(() -> refuses = true);

    /** A finalizer that waits, twice: it must not be refused over and over. */
    private <A extends @Nullable Object> Task<A> finalized(Task<A> task) {
        return task.guarantee(
                Steps.sleep(3).then(Task.yieldNow()).then(Steps.sleep(4)).then(Steps.note(log, "final")));
    }

    private <A extends @Nullable Object> Task<A> noted(Task<A> task) {
        return task.guarantee(Steps.note(log, "final"));
    }

    @Test
    void aTaskThatIsRefusedAtOnceIsRefusedToWhoStartsIt() {
        refuses = true;
        assertThatThrownBy(() -> runtime.runAsync(Task.unit(), end -> log.add("end")))
                .isSameAs(refusal);
        assertThatThrownBy(() -> runtime.toCompletableFuture(Task.unit())).isSameAs(refusal);
        assertThatThrownBy(() -> runtime.runSync(Task.unit())).isSameAs(refusal);
        assertThat(log).isEmpty();
        assertThat(reports).isEmpty();
    }

    @Test
    void aFiberThatGivesWayFailsAndItsFinalizersRun() {
        failsRefused(finalized(refuse.then(Task.yieldNow()).then(Steps.note(log, "not here"))));
        assertThat(log).containsExactly("final");
        assertThat(driver.millis()).isEqualTo(7);
        assertThat(reports).hasSize(1).allMatch(what -> what.contains("compute executor refused"));
    }

    @Test
    void aFiberThatWakesFailsAndItsFinalizersRun() {
        failsRefused(finalized(refuse.then(Steps.sleep(1)).then(Steps.note(log, "not here"))));
        assertThat(log).containsExactly("final");
        assertThat(reports).hasSize(1);
    }

    @Test
    void insideABranchAndATimeoutTheFinalizersAroundItRunAsWell() {
        Task<Void> inner = finalized(refuse.then(Steps.sleep(1)));
        Task<?> branches = finalized(
                finalized(inner.timeout(java.time.Duration.ofHours(1))).both(Task.unit()));
        failsRefused(branches);
        assertThat(log).containsExactly("final", "final", "final");
    }

    @Test
    void aFinalizerThatIsRefusedFirstFailsAtThatWaitAndTheOthersRun() {
        Task<Object> boom = Task.fail(new Steps.Boom("first"));
        Outcome<Object> end = outcome(noted(noted(finalized(refuse.then(boom)))));
        assertThat(end)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error())
                                .hasMessage("first")
                                .satisfies(error ->
                                        assertThat(error.getSuppressed()).containsExactly(refusal)));
        assertThat(log).containsExactly("final", "final");
    }

    @Test
    void aRefusalCanBeAnswered() {
        Task<String> answered = refuse.then(Task.yieldNow())
                .thenReturn("not here")
                .recoverWith(error -> Steps.act(() -> refuses = false).thenReturn("answered"));
        assertThat(outcome(answered)).isEqualTo(new Outcome.Succeeded<>("answered"));
    }

    @Test
    void whatIsCancelledWhileItWaitsStaysCancelled() {
        List<Outcome<Object>> ends = new ArrayList<>();
        Fiber<Object> fiber = runtime.runAsync(finalized(Task.never()), ends::add);
        driver.run();
        runtime.runAsync(refuse.then(fiber.cancel()).guarantee(Steps.act(() -> refuses = false)), end -> {});
        driver.run();
        assertThat(ends).hasSize(1).allMatch(Outcome.Canceled.class::isInstance);
        assertThat(log).containsExactly("final");
    }

    @Test
    void aStartedFiberIsRefusedToItsParent() {
        failsRefused(noted(refuse.then(Task.unit().start()).thenReturn(1)));
        assertThat(log).containsExactly("final");
    }

    @Test
    void aBranchAndTheHelpersOfARangeAreRefusedToTheirOwner() {
        Task<Integer> step = Task.delay(() -> 1);
        failsRefused(noted(refuse.then(step.both(step))));
        refuses = false;
        failsRefused(noted(refuse.then(Task.gather(List.of(step, step, step)))));
        refuses = false;
        failsRefused(noted(refuse.then(Task.parTraverse(2, List.of(1, 2, 3), i -> step))));
        assertThat(log).containsExactly("final", "final", "final");
    }

    @Test
    void comingBackFromAnotherExecutorIsRefused() {
        ArrayDeque<Runnable> other = new ArrayDeque<>();
        List<Outcome<Void>> ends = new ArrayList<>();
        runtime.runAsync(finalized(refuse.on(other::add)), ends::add);
        driver.run();
        while (!other.isEmpty()) {
            other.remove().run();
            driver.run();
        }
        assertThat(ends).containsExactly(new Outcome.Failed<>(refusal));
        assertThat(log).containsExactly("final");
    }

    @Test
    void anotherExecutorThatRefusesWhereTheComputeExecutorDoesTooLosesNothing() {
        RejectedExecutionException first = new RejectedExecutionException("the other");
        Executor other = step -> {
            throw first;
        };
        Outcome<Void> end = outcome(finalized(refuse.then(Task.unit().on(other))));
        assertThat(end).isEqualTo(new Outcome.Failed<>(first));
        assertThat(first.getSuppressed()).containsExactly(refusal);
        assertThat(log).containsExactly("final");
    }

    @Test
    void aRefusalAtAnyStepEndsTheProgramOnce() {
        Task<Integer> program = Task.defer(() -> {
            Task<Integer> part = finalized(Steps.sleep(1).then(Task.fork(Task.now(1))));
            return Task.gather(
                            IntStream.range(0, 5).mapToObj(i -> part.both(part)).toList())
                    .map(List::size)
                    .attempt()
                    .flatMap(end -> Task.delay(end::get));
        });
        taken = Integer.MAX_VALUE;
        assertThat(outcome(program)).isEqualTo(new Outcome.Succeeded<>(5));
        long steps = runtime.metrics().jobsExecuted();
        assertThat(steps).isGreaterThan(30);
        for (int at = 1; at < steps; at++) {
            taken = at;
            List<Outcome<Integer>> ends = new ArrayList<>();
            runtime.runAsync(program, ends::add);
            driver.run();
            assertThat(ends).as("ends where step " + at + " is refused").containsExactly(new Outcome.Failed<>(refusal));
            assertThat(runtime.metrics().fibersSuspendedNow())
                    .as("fibers left by step " + at)
                    .isZero();
        }
    }

    @Test
    void aStepThatIsRunTwiceOrRunAndThenRefusedCountsOnce() {
        TaskRuntime twice = driver.runtime("clew-refused-test")
                .compute(step -> {
                    driver.execute(step);
                    driver.execute(step);
                })
                .build();
        twice.runAsync(Steps.note(log, "a").then(Task.yieldNow()).then(Steps.note(log, "b")), end -> log.add("end"));
        driver.run();
        assertThat(log).containsExactly("a", "b", "end");
        TaskRuntime fickle = driver.runtime("clew-refused-test")
                .compute(step -> {
                    step.run();
                    throw refusal;
                })
                .build();
        assertThatThrownBy(() -> fickle.runAsync(Steps.note(log, "not here"), end -> log.add("not here")))
                .isSameAs(refusal);
        assertThat(log).containsExactly("a", "b", "end");
    }
}
