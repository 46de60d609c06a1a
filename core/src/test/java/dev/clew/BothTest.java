package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two to five in parallel: values, first errors, cancellations, and what is waited for. */
class BothTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final Steps.Boom boom = new Steps.Boom("boom");

    @Test
    void bothGivesBothInOrder() throws Exception {
        assertThat(own.run(Task.now(1).both(Task.now("b")))).isEqualTo(new Task.Pair<>(1, "b"));
        assertThat(own.run(Steps.sleep(2).thenReturn(1).both(Task.now("b")))).isEqualTo(new Task.Pair<>(1, "b"));
        assertThat(own.run(Task.now(1).both(Steps.sleep(2).thenReturn("b")))).isEqualTo(new Task.Pair<>(1, "b"));
        assertThat(own.run(Task.now(1).zipPar(Task.now(2), Integer::sum))).isEqualTo(3);
    }

    @Test
    void mapParTakesTwoToFive() throws Exception {
        Task<String> a = Task.now("a");
        Task<String> b = Steps.sleep(1).thenReturn("b");
        Task<String> c = Task.yieldNow().thenReturn("c");
        Task<String> d = Task.delay(() -> "d");
        Task<String> e = Task.defer(() -> Task.now("e"));
        assertThat(own.<String>run(Task.mapPar(a, b, (v, w) -> v + w))).isEqualTo("ab");
        assertThat(own.<String>run(Task.mapPar(a, b, c, (v, w, x) -> v + w + x)))
                .isEqualTo("abc");
        assertThat(own.<String>run(Task.mapPar(a, b, c, d, (v, w, x, y) -> v + w + x + y)))
                .isEqualTo("abcd");
        assertThat(own.<String>run(Task.mapPar(a, b, c, d, e, (v, w, x, y, z) -> v + w + x + y + z)))
                .isEqualTo("abcde");
    }

    @Test
    void anErrorInEveryPositionIsTheError() {
        for (int at = 0; at < 5; at++) {
            for (Task<String> failing :
                    List.<Task<String>>of(Task.fail(boom), Steps.sleep(1).then(Task.fail(boom)))) {
                Task<String> quick = Task.now("value");
                assertThat(own.outcome(five(at, failing, quick)))
                        .as("position %d", at)
                        .isEqualTo(new Outcome.Failed<>(boom));
                assertThat(own.outcome(five(at, failing, Task.never())))
                        .as("position %d, the others never end", at)
                        .isEqualTo(new Outcome.Failed<>(boom));
            }
        }
        assertThatThrownBy(() -> own.run(Task.mapPar(Task.now(1), Task.now(2), Task.now(3), (a, b, c) -> {
                    throw boom;
                })))
                .isSameAs(boom);
    }

    private static Task<String> five(int at, Task<String> there, Task<String> others) {
        List<Task<String>> t = new ArrayList<>(Collections.nCopies(5, others));
        t.set(at, there);
        return Task.mapPar(t.get(0), t.get(1), t.get(2), t.get(3), t.get(4), (v, w, x, y, z) -> v);
    }

    @Test
    void theFirstErrorWaitsForTheFinalizersOfTheOtherSide() {
        List<String> log = Steps.log();
        for (boolean failingFirst : new boolean[] {false, true}) {
            log.clear();
            CountDownLatch begun = new CountDownLatch(1);
            Task<Object> slow = Steps.release(begun)
                    .then(Task.never())
                    .onCancel(Steps.sleep(30).then(Steps.note(log, "finalized")));
            Task<Object> failing = Task.<Void>blocking(() -> {
                        OwnRuntime.await(begun);
                        return null;
                    })
                    .then(Task.fail(boom));
            Task<?> both = failingFirst ? failing.both(slow) : slow.both(failing);
            Outcome<?> outcome = own.outcome(both.guarantee(Steps.note(log, "ended")));
            assertThat(outcome).isEqualTo(new Outcome.Failed<>(boom));
            assertThat(log).containsExactly("finalized", "ended");
        }
    }

    @Test
    void anErrorFoundWhileStoppingTheOtherSideIsSuppressed() {
        Steps.Boom second = new Steps.Boom("second");
        CountDownLatch begun = new CountDownLatch(2);
        // the right side is masked, so that it ends by its own error when it is asked to stop
        Task<Object> right = Task.uncancelable(
                poll -> Steps.release(begun).then(Steps.sleep(30)).then(Task.fail(second)));
        Task<Object> left = Steps.release(begun).then(Steps.sleep(5)).then(Task.fail(boom));
        assertThat(own.outcome(left.both(right))).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(boom.getSuppressed()).containsExactly(second);
    }

    @Test
    void anErrorIsNeverSuppressedInItselfNorInOneThatCannotTakeIt() {
        Task<Object> masked = Task.uncancelable(poll -> Steps.sleep(20).then(Task.fail(boom)));
        assertThat(own.outcome(Steps.sleep(1).then(Task.fail(boom)).both(masked)))
                .isEqualTo(new Outcome.Failed<>(boom));
        assertThat(boom.getSuppressed()).isEmpty();
        Exception rigid = new Exception("rigid", null, false, false) {
            private static final long serialVersionUID = 1;
        };
        assertThat(own.outcome(Steps.sleep(1).then(Task.fail(rigid)).both(masked)))
                .isEqualTo(new Outcome.Failed<>(rigid));
        assertThat(rigid.getSuppressed()).isEmpty();
    }

    @Test
    void aSideNotBegunNeverBegins() throws Exception {
        // one worker: nobody can steal the right side before the left has failed
        try (TaskRuntime one = TaskRuntime.builder().name("clew-one").workers(1).build()) {
            AtomicInteger begun = new AtomicInteger();
            Task<?> task = Task.fail(boom).both(Task.delay(begun::incrementAndGet));
            assertThatThrownBy(() -> OwnRuntime.get(one.toCompletableFuture(task), "both"))
                    .hasRootCause(boom);
            assertThat(begun).hasValue(0);
            assertThat(one.metrics().branchesDropped()).isEqualTo(1);
        }
    }

    @Test
    void aSideThatCancelsItselfCancelsTheOtherAndThenTheWhole() {
        for (Task<Void> self : List.of(Task.canceled(), Steps.sleep(2).then(Task.canceled()))) {
            List<String> log = Steps.log();
            Task<Object> other = Task.never().onCancel(Steps.note(log, "other"));
            assertThat(own.outcome(Steps.sleep(1).then(other).both(self))).isInstanceOf(Outcome.Canceled.class);
            assertThat(own.outcome(self.both(Steps.sleep(1).then(other)).then(Steps.note(log, "after"))))
                    .isInstanceOf(Outcome.Canceled.class);
            assertThat(log).doesNotContain("after");
        }
    }

    @Test
    void whereThatIsMaskedTheWholeFails() {
        for (Task<Void> self : List.of(Task.canceled(), Steps.sleep(2).then(Task.canceled()))) {
            for (Task<?> both : List.<Task<?>>of(
                    self.both(Task.never()),
                    Task.never().both(self),
                    self.both(Task.now(1)),
                    Task.now(1).both(self))) {
                assertThat(own.outcome(Task.uncancelable(poll -> both.attempt())))
                        .isInstanceOfSatisfying(
                                Outcome.Succeeded.class,
                                s -> assertThat(s.value())
                                        .isInstanceOfSatisfying(
                                                Outcome.Failed.class,
                                                f -> assertThat(f.error())
                                                        .isInstanceOf(CancellationException.class)
                                                        .hasMessageContaining("uncancelable")));
            }
        }
    }

    @Test
    void aCancelFromOutsideWaitsForTheFinalizersOfBothSides() throws Exception {
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(2);
        Task<Object> side =
                Steps.release(begun).then(Task.never()).onCancel(Steps.sleep(20).then(Steps.note(log, "side")));
        Fiber<?> fiber = own.runtime().runAsync(side.both(side).onCancel(Steps.note(log, "whole")), end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(log).containsExactly("side", "side", "whole");
    }

    @Test
    void aMillionNestedToTheLeftAndToTheRight() throws Exception {
        int n = 1_000_000;
        Task<Integer> left = Task.now(0);
        Task<Integer> right = Task.now(0);
        Task<Integer> one = Task.now(1);
        for (int i = 0; i < n; i++) {
            left = left.zipPar(one, Integer::sum);
            right = one.zipPar(right, Integer::sum);
        }
        assertThat(own.run(left)).isEqualTo(n);
        assertThat(own.run(right)).isEqualTo(n);
    }

    @Test
    void recursionThatForksAtEveryCallGivesTheSameAnyTime() throws Exception {
        for (int i = 0; i < 30; i++) {
            assertThat(own.run(fib(18))).isEqualTo(2584);
        }
    }

    private static Task<Integer> fib(int n) {
        return n < 2 ? Task.now(n) : Task.defer(() -> fib(n - 1).zipPar(fib(n - 2), Integer::sum));
    }

    @Test
    void errorsCancelsAndValuesOfBothSidesAtOnceNeverHang() throws Exception {
        AtomicInteger open = new AtomicInteger();
        for (int i = 0; i < 3_000; i++) {
            CompletableFuture<Outcome<Object>> end = new CompletableFuture<>();
            Task<Object> task = side(open).both(side(open)).map(p -> p);
            Fiber<Object> fiber = own.runtime().runAsync(task, end::complete);
            for (int k = ThreadLocalRandom.current().nextInt(3_000); k > 0; k--) {
                Thread.onSpinWait();
            }
            if (i % 2 == 0) {
                own.run(fiber.cancel());
            }
            OwnRuntime.get(end, "round " + i);
            assertThat(open.get())
                    .as("sides that have begun and not ended after round %d", i)
                    .isZero();
        }
        assertThat(own.takeReports()).allSatisfy(report -> {
            assertThat(report.what()).contains("while it was being cancelled");
            assertThat(report.error()).isSameAs(boom);
        });
    }

    private Task<Object> side(AtomicInteger open) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Task<?> body = switch (random.nextInt(7)) {
            case 0 -> Task.now(1);
            case 1 -> Task.fail(boom);
            case 2 -> Task.canceled();
            case 3 -> Task.yieldNow();
            case 4 -> Task.yieldNow().then(Task.fail(boom));
            case 5 -> Task.yieldNow().then(Task.canceled());
            default -> Task.yieldNow().then(Task.yieldNow()).then(Task.now(2));
        };
        return Task.uncancelable(poll -> Task.delay(open::incrementAndGet)
                .then(poll.apply(body.map(x -> (Object) x)).guarantee(Task.delay(open::decrementAndGet))));
    }
}
