package dev.clew;

import static dev.clew.Steps.log;
import static dev.clew.Steps.note;
import static dev.clew.Steps.sleep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Steps.Boom;
import dev.clew.sync.Deferred;
import dev.clew.testkit.Explore;
import dev.clew.testkit.Seeds;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code scoped}: what is started in a scope ends before it, and a failure stops siblings and body. */
class ScopeTest {
    private static final int SEEDS = 200;

    @RegisterExtension
    private final OwnRuntime own = OwnRuntime.ofWorkers(2);

    /** A program that is run under many schedules, each with a log of its own. */
    private interface Program<A> {
        Task<A> with(List<String> log);
    }

    private interface Check<A> {
        void of(Outcome<A> outcome, List<String> log) throws Exception;
    }

    private <A> void everywhere(Program<A> program, Check<A> check) {
        Seeds.of(SEEDS).forEach(seed -> {
            List<String> log = new ArrayList<>();
            Outcome<A> outcome = TestRuntime.seeded(seed).run(program.with(log));
            checked(check, outcome, log, Seeds.hint(seed));
        });
        for (int i = 0; i < 20; i++) {
            List<String> log = log();
            checked(check, own.outcome(program.with(log)), log, "on workers");
        }
    }

    private static <A> void checked(Check<A> check, Outcome<A> outcome, List<String> log, String where) {
        try {
            check.of(outcome, log);
        } catch (Throwable wrong) {
            throw new AssertionError(
                    where + ", outcome " + outcome + ", log " + log + ": " + wrong.getMessage(), wrong);
        }
    }

    private static <A> Task<A> logged(List<String> log, String name, Task<A> task) {
        return note(log, name + " begins").then(task).guarantee(note(log, name + " ends"));
    }

    private static Throwable error(Outcome<?> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed<?>) outcome).error();
    }

    // ---- leaving ------------------------------------------------------------------------------------------

    @Test
    void aScopeWithoutChildrenIsItsBody() {
        everywhere(
                log -> Task.scoped(scope -> Task.now(1)),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(1)));
    }

    @Test
    void leavingCancelsTheRestAndWaitsForItsFinalizers() {
        everywhere(
                log -> Deferred.<Void>make()
                        .flatMap(begun -> Task.<Integer>scoped(scope -> scope.start(begun.complete(null)
                                                .then(Task.<Void>never())
                                                .guarantee(sleep(5).then(note(log, "child ends"))))
                                        .then(begun.get())
                                        .thenReturn(1))
                                .tap(v -> note(log, "after"))),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(1));
                    assertThat(log).containsExactly("child ends", "after");
                });
    }

    @Test
    void leavingAwaitsTheRestWhereThatIsChosen() {
        everywhere(
                log -> Task.<Integer>scoped(
                                Scope.Rest.AWAIT,
                                scope -> scope.start(sleep(5).then(note(log, "child")))
                                        .thenReturn(1))
                        .tap(v -> note(log, "after")),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(1));
                    assertThat(log).containsExactly("child", "after");
                });
    }

    private static Task<Void> family(Scope scope, List<String> log, int generations) {
        return generations == 0
                ? note(log, "youngest")
                : sleep(1).then(scope.start(Task.defer(() -> family(scope, log, generations - 1))))
                        .then(note(log, "older"));
    }

    @Test
    void aChildStartsChildrenWhileTheScopeAwaits() {
        everywhere(
                log -> Task.<Void>scoped(
                        Scope.Rest.AWAIT,
                        scope -> scope.start(family(scope, log, 3)).thenReturn(null)),
                (end, log) -> {
                    assertThat(end).isInstanceOf(Outcome.Succeeded.class);
                    assertThat(log).containsExactlyInAnyOrder("older", "older", "older", "youngest");
                });
    }

    @Test
    void aChildIsAFiberThatIsJoinedAndCancelled() {
        everywhere(
                log -> Task.<List<Outcome<Integer>>>scoped(scope -> scope.start(Task.now(1))
                        .flatMap(one -> scope.start(Task.<Integer>never())
                                .flatMap(two -> two.cancel().then(Task.sequence(List.of(one.join(), two.join())))))),
                (end, log) ->
                        assertThat(end.get()).containsExactly(new Outcome.Succeeded<>(1), new Outcome.Canceled<>()));
    }

    @Test
    void aCancelledChildIsNoError() {
        everywhere(
                log -> Task.<Integer>scoped(
                        Scope.Rest.AWAIT,
                        scope -> scope.start(Task.canceled())
                                .then(scope.start(sleep(1).then(note(log, "sibling"))))
                                .thenReturn(3)),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>(3));
                    assertThat(log).containsExactly("sibling");
                });
    }

    // ---- errors -------------------------------------------------------------------------------------------

    @Test
    void aFailingChildStopsItsSiblingsAndTheBody() {
        Boom boom = new Boom("child");
        everywhere(
                log -> Deferred.<Void>make()
                        .flatMap(begun -> Task.<Integer>scoped(scope -> logged(
                                log,
                                "body",
                                scope.start(logged(
                                                log,
                                                "sibling",
                                                begun.complete(null).then(Task.never())))
                                        .then(scope.start(
                                                begun.get().then(sleep(5)).then(Task.fail(boom))))
                                        .then(Task.never())))),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom).hasNoSuppressedExceptions();
                    assertThat(log)
                            .containsExactlyInAnyOrder("body begins", "body ends", "sibling begins", "sibling ends");
                });
    }

    @Test
    void aFailingChildStopsABodyThatIsDeepOrForksOrIsBusy() {
        Boom boom = new Boom("child");
        everywhere(
                log -> Task.<Integer>scoped(scope -> scope.start(Task.yieldNow().then(Task.fail(boom)))
                        .then(Steps.deep(Task.<Integer>never().zipPar(Task.<Integer>never(), Integer::sum), 600))),
                (end, log) -> assertThat(error(end)).isSameAs(boom));
        everywhere(
                log -> Task.<Integer>scoped(scope ->
                        scope.start(Task.yieldNow().then(Task.fail(boom))).then(busy())),
                (end, log) -> assertThat(error(end)).isSameAs(boom));
    }

    private static Task<Integer> busy() {
        return Task.yieldNow().flatMap(again -> busy());
    }

    @Test
    void aChildThatFailsWhileTheRestIsAwaitedIsTheError() {
        Boom boom = new Boom("late");
        everywhere(
                log -> Task.<Integer>scoped(
                        Scope.Rest.AWAIT,
                        scope -> scope.start(sleep(5).then(Task.fail(boom)))
                                .then(scope.start(logged(log, "sibling", Task.never())))
                                .thenReturn(1)),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).endsWith("sibling ends");
                });
    }

    @Test
    void anErrorOfTheBodyStopsTheChildren() {
        Boom boom = new Boom("body");
        everywhere(
                log -> Task.<Integer>scoped(
                        Scope.Rest.AWAIT,
                        scope -> scope.start(logged(log, "child", Task.never())).then(Task.fail(boom))),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).endsWith("child ends");
                });
    }

    @Test
    void whatTheFunctionThrowsIsTheError() {
        Boom boom = new Boom("function");
        everywhere(
                log -> Task.<Integer>scoped(scope -> {
                    throw boom;
                }),
                (end, log) -> assertThat(error(end)).isSameAs(boom));
    }

    @Test
    void errorsFoundWhileStoppingAreSuppressedAndAtMostSixteen() {
        AtomicInteger made = new AtomicInteger();
        everywhere(
                log -> Deferred.<Void>make()
                        .flatMap(allStarted -> Task.<Integer>scoped(scope -> Task.traverse(
                                        Collections.nCopies(30, 0),
                                        i -> scope.start(Task.uncancelable(poll -> allStarted
                                                .get()
                                                .then(Task.fail(new Boom("error " + made.incrementAndGet()))))))
                                .then(allStarted.complete(null))
                                .then(Task.never()))),
                (end, log) -> assertThat(error(end).getSuppressed()).hasSize(16).doesNotContain(error(end)));
    }

    @Test
    void theErrorOfAChildThatTheBodyJoinedIsNotSuppressedInItself() {
        Boom boom = new Boom("joined");
        everywhere(
                log -> Task.<Integer>scoped(
                        scope -> scope.start(Task.<Integer>fail(boom)).flatMap(Fiber::joinOrFail)),
                (end, log) -> assertThat(error(end)).isSameAs(boom).hasNoSuppressedExceptions());
    }

    @Test
    void nobodyGoesOnWithTheOutcomeOfAFailedChildBeforeTheScopeStops() {
        Boom boom = new Boom("joined");
        everywhere(
                log -> Task.<Outcome<Integer>>scoped(scope -> scope.start(sleep(1).then(Task.<Integer>fail(boom)))
                        .flatMap(Fiber::join)
                        .tap(outcome -> note(log, "went on"))),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).isEmpty();
                });
    }

    @Test
    void notEvenWhereTheExecutorRunsWhoeverIsWokenAtOnce() {
        everywhere(
                log -> Task.<Outcome<Integer>>scoped(
                                scope -> scope.start(sleep(1).then(Task.<Integer>fail(new Boom("joined"))))
                                        .flatMap(Fiber::join)
                                        .tap(outcome -> note(log, "went on")))
                        .on(Runnable::run),
                (end, log) -> {
                    assertThat(error(end)).hasMessage("joined");
                    assertThat(log).isEmpty();
                });
    }

    @Test
    void aSupervisedChildFailsForItsJoinersOnly() {
        Boom boom = new Boom("supervised");
        everywhere(
                log -> Task.<Outcome<Integer>>scoped(
                        Scope.Rest.AWAIT,
                        scope -> scope.startSupervised(Task.<Integer>fail(boom))
                                .flatMap(child -> scope.start(sleep(2).then(note(log, "sibling")))
                                        .then(sleep(1))
                                        .then(child.join()))),
                (end, log) -> {
                    assertThat(end.get()).isEqualTo(new Outcome.Failed<>(boom));
                    assertThat(log).containsExactly("sibling");
                });
    }

    @Test
    void aFailureOfAChildIsNeverReported() {
        // Both runtimes fail a test in which something was reported.
        everywhere(
                log -> Task.<Integer>scoped(
                        Scope.Rest.AWAIT,
                        scope -> scope.startSupervised(Task.fail(new Boom("quiet")))
                                .then(scope.start(Task.fail(new Boom("loud"))))
                                .thenReturn(1)),
                (end, log) -> assertThat(error(end)).hasMessage("loud"));
    }

    // ---- cancelling -----------------------------------------------------------------------------------------

    @Test
    void aBodyThatCancelsItselfCancelsTheChildrenAndTheWhole() {
        everywhere(
                log -> Task.<Integer>scoped(scope ->
                                scope.start(Task.never()).then(Task.canceled()).thenReturn(1))
                        .onCancel(note(log, "cancelled")),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Canceled<>());
                    assertThat(log).containsExactly("cancelled");
                });
    }

    @Test
    void whereThatIsMaskedTheWholeFails() {
        everywhere(
                log -> Task.uncancelable(poll -> Task.<Integer>scoped(scope ->
                                scope.start(Task.never()).then(Task.canceled()).thenReturn(1))
                        .onError(error -> note(log, "failed"))),
                (end, log) -> {
                    // The request takes effect only at an unmasked point, and the program has none.
                    assertThat(error(end))
                            .isInstanceOf(CancellationException.class)
                            .hasMessageContaining("scope");
                    assertThat(log).containsExactly("failed");
                });
    }

    @Test
    void aFailingChildStopsTheBodyUnderAMaskAroundTheScope() {
        Boom boom = new Boom("child");
        everywhere(
                log -> Task.uncancelable(poll -> Task.<Integer>scoped(
                        scope -> scope.start(sleep(1).then(Task.fail(boom))).then(Task.never()))),
                (end, log) -> assertThat(error(end)).isSameAs(boom));
    }

    @Test
    void aCancelWinsOverAnErrorFoundWhileStopping() {
        everywhere(
                log -> Deferred.<Void>make()
                        .flatMap(begun -> Task.<Integer>scoped(scope -> scope.start(
                                                Task.uncancelable(poll -> begun.complete(null)
                                                        .then(sleep(10))
                                                        .then(Task.fail(new Boom("too late")))))
                                        .then(Task.never()))
                                .start()
                                .flatMap(fiber ->
                                        begun.get().then(fiber.cancel()).then(fiber.join()))),
                (end, log) -> assertThat(end.get()).isEqualTo(new Outcome.Canceled<>()));
    }

    @Test
    void aCancelWhileTheRestIsAwaitedStopsIt() {
        everywhere(
                log -> Task.<Integer>scoped(
                                Scope.Rest.AWAIT,
                                scope -> scope.start(logged(log, "child", Task.never()))
                                        .thenReturn(1))
                        .timeout(Duration.ofMillis(5)),
                (end, log) -> {
                    assertThat(error(end)).isInstanceOf(TimeoutException.class);
                    // On workers of a busy machine the limit may come before the child is there.
                    assertThat(log).isSubsetOf("child begins", "child ends");
                    assertThat(log.contains("child begins")).isEqualTo(log.contains("child ends"));
                });
    }

    @Test
    void aMaskInTheBodyHoldsUpAFailure() {
        Boom boom = new Boom("child");
        everywhere(
                log -> Task.<Integer>scoped(scope -> scope.start(Task.fail(boom))
                        .then(Task.uncancelable(poll -> sleep(5).then(note(log, "whole"))))
                        .then(Task.never())),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log.size()).isLessThanOrEqualTo(1);
                });
    }

    private static final Program<Integer> BUSY = log -> Task.<Integer>scoped(
                    Scope.Rest.AWAIT,
                    scope -> logged(
                            log,
                            "body",
                            scope.start(logged(
                                            log,
                                            "first",
                                            scope.start(logged(log, "grandchild", sleep(3)))
                                                    .then(sleep(2))))
                                    .flatMap(first -> scope.startSupervised(logged(log, "second", sleep(1)))
                                            .then(first.join()))
                                    .thenReturn(1)))
            .guarantee(note(log, "whole ends"));

    /** What has begun has ended, once, and the whole last. */
    private static boolean endsAreInOrder(List<String> log) {
        for (String name : List.of("body", "first", "second", "grandchild")) {
            int ends = Collections.frequency(log, name + " ends");
            if (ends > 1 || ends < Collections.frequency(log, name + " begins")) {
                return false;
            }
        }
        return log.isEmpty() || log.indexOf("whole ends") == log.size() - 1;
    }

    private static <A> Explore<List<String>, A> exploring(Program<A> program) {
        return Explore.<List<String>, A>program(ArrayList::new, program::with)
                .random()
                .allowFailed();
    }

    @Test
    void aCancelBeforeAnyStepLeavesNothingBehind() {
        long runs = exploring(BUSY)
                .runs(20)
                .cancelEverywhere()
                .expect(
                        "the whole is cancelled or has its value, and all that began has ended",
                        (log, end) -> (end.equals(new Outcome.Canceled<>()) || end.equals(new Outcome.Succeeded<>(1)))
                                && endsAreInOrder(log))
                .check()
                .runs();
        assertThat(runs).isGreaterThan(500);
    }

    @Test
    void aCancelOfAnyFiberLeavesNothingBehind() {
        exploring(BUSY)
                .runs(3_000)
                .cancelling(2)
                .expect("all that began has ended", (log, end) -> endsAreInOrder(log))
                .check();
    }

    @Test
    void aCancelMeetsAFailureAtAnyStep() {
        Boom boom = new Boom("child");
        Program<Integer> program = log -> Task.<Integer>scoped(scope -> scope.start(sleep(1).then(Task.fail(boom)))
                .then(scope.start(logged(log, "sibling", Task.never())))
                .then(logged(log, "body", Task.never())));
        exploring(program)
                .runs(20)
                .cancelEverywhere()
                .expect(
                        "the scope is cancelled or fails",
                        (log, end) -> end.equals(new Outcome.Canceled<>()) || end.equals(new Outcome.Failed<>(boom)))
                .check();
    }

    @Test
    void aChildMayCancelTheFiberThatRunsTheScope() {
        everywhere(
                log -> Deferred.<Fiber<Integer>>make()
                        .flatMap(self -> Task.<Integer>scoped(scope -> scope.start(self.get()
                                                .flatMap(Fiber::cancel)
                                                .guarantee(note(log, "child ends")))
                                        .then(Task.never()))
                                .start()
                                .flatMap(fiber -> self.complete(fiber).then(fiber.join()))),
                (end, log) -> {
                    assertThat(end.get()).isEqualTo(new Outcome.Canceled<>());
                    assertThat(log).containsExactly("child ends");
                });
    }

    @Test
    void aMaskedChildThatCancelsItDoesNotWaitForIt() {
        everywhere(
                log -> Deferred.<Fiber<Integer>>make()
                        .flatMap(self -> Task.<Integer>scoped(scope -> scope.start(Task.uncancelable(poll -> self.get()
                                                .flatMap(Fiber::cancel)
                                                .then(note(log, "went on"))))
                                        .then(Task.never()))
                                .start()
                                .flatMap(fiber -> self.complete(fiber).then(fiber.join()))),
                (end, log) -> {
                    assertThat(end.get()).isEqualTo(new Outcome.Canceled<>());
                    assertThat(log).containsExactly("went on");
                });
    }

    // ---- starting late ----------------------------------------------------------------------------------------

    private void refused(Fn<AtomicReference<Scope>, Task<?>> ending) {
        everywhere(
                log -> Task.defer(() -> {
                    AtomicReference<Scope> kept = new AtomicReference<>();
                    return ending.apply(kept)
                            .attempt()
                            .flatMap(ended -> kept.get().start(note(log, "never")));
                }),
                (end, log) -> {
                    assertThat(error(end))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("scope that has ended");
                    assertThat(log).isEmpty();
                });
    }

    private static Task<Void> keep(AtomicReference<Scope> kept, Scope scope) {
        return Steps.act(() -> kept.set(scope));
    }

    @Test
    void aStartInAScopeThatHasEndedIsRefused() {
        refused(kept -> Task.scoped(scope -> keep(kept, scope)));
        refused(kept -> Task.scoped(Scope.Rest.AWAIT, scope -> keep(kept, scope).then(scope.start(sleep(1)))));
        refused(kept -> Task.scoped(scope -> keep(kept, scope).then(scope.start(sleep(1).guarantee(sleep(1))))));
        refused(kept -> Task.scoped(scope -> keep(kept, scope)
                .then(scope.start(sleep(1).then(Task.fail(new Boom("child")))))
                .then(Task.never())));
    }

    @Test
    void aStartInAScopeThatIsStoppingGivesACancelledFiberThatNeverBegan() {
        AtomicReference<Outcome<Void>> late = new AtomicReference<>();
        everywhere(
                log -> Task.<Void>scoped(scope -> Task.unit()
                        .flatMap(x -> scope.start(Task.never()
                                .onCancel(scope.start(Task.uncancelable(poll -> note(log, "never")))
                                        .flatMap(Fiber::join)
                                        .tap(end -> Task.delay(() -> {
                                            late.set(end);
                                            return log.add("joined");
                                        })))))
                        .then(Task.yieldNow())),
                (end, log) -> {
                    assertThat(end).isInstanceOf(Outcome.Succeeded.class);
                    // The child may be stopped before it has registered its finalizer.
                    assertThat(log).isSubsetOf("joined");
                    if (!log.isEmpty()) {
                        assertThat(late.get()).isEqualTo(new Outcome.Canceled<>());
                    }
                });
    }

    @Test
    void aRefusingExecutorFailsTheStartAndLeavesNoChildBehind() {
        everywhere(
                log -> Task.defer(() -> {
                    AtomicBoolean full = new AtomicBoolean();
                    Executor executor = job -> {
                        if (full.get()) {
                            throw new RejectedExecutionException("full");
                        }
                        job.run();
                    };
                    return Task.<String>scoped(
                            Scope.Rest.AWAIT,
                            scope -> Task.delay(() -> full.getAndSet(true))
                                    .then(scope.start(Task.<Void>never()))
                                    .map(child -> "started")
                                    .recover(Throwable::getMessage)
                                    .on(executor));
                }),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>("full")));
    }

    // ---- what it stands in ------------------------------------------------------------------------------------

    @Test
    void childrenInheritLocalsAndTheBodysWritesStay() {
        FiberLocal<Integer> local = FiberLocal.of(0);
        everywhere(
                log -> Task.<Integer>scoped(scope -> local.set(1)
                                .then(scope.start(local.get().tap(seen -> local.set(9))))
                                .flatMap(Fiber::joinOrFail))
                        .zipWith(local.get(), (inChild, after) -> 10 * inChild + after),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(11)));
    }

    @Test
    void scopesNest() {
        Boom boom = new Boom("inner");
        everywhere(
                log -> Task.<Integer>scoped(outer -> outer.start(logged(log, "outer child", sleep(1)))
                        .flatMap(child -> Task.<Integer>scoped(inner -> inner.start(Task.fail(boom))
                                        .then(outer.start(logged(log, "started outside", sleep(1))))
                                        .then(Task.never()))
                                .recover(error -> 5)
                                .flatMap(value -> child.joinOrFail().thenReturn(value)))),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(5)));
    }

    @Test
    void runSyncOfAScopeWorks() throws Exception {
        int sum = own.runtime()
                .runSync(Task.<Integer>scoped(scope -> scope.start(Task.now(1))
                        .flatMap(one -> scope.start(sleep(1).thenReturn(2))
                                .flatMap(two -> one.joinOrFail().zipWith(two.joinOrFail(), Integer::sum)))));
        assertThat(sum).isEqualTo(3);
    }

    @Test
    void aLongLivedScopeTakesAnyNumberOfChildren() throws Exception {
        int children = 100_000;
        AtomicInteger ran = new AtomicInteger();
        own.run(Task.<Void>scoped(scope -> Task.parTraverseDiscard(
                100,
                Collections.nCopies(children, 0),
                i -> scope.start(Task.delay(ran::incrementAndGet)).flatMap(Fiber::join))));
        assertThat(ran).hasValue(children);
    }

    @Test
    void manyChildrenAreStoppedByOneFailureOnSeveralWorkers() {
        List<Integer> numbers = IntStream.range(0, 60).boxed().toList();
        for (int round = 0; round < 50; round++) {
            AtomicInteger running = new AtomicInteger();
            int failing = round;
            Outcome<Void> end = own.outcome(Task.<Void>scoped(scope -> Task.traverse(
                            numbers,
                            i -> scope.start(Task.uncancelable(poll -> Task.delay(running::incrementAndGet)
                                    .then(poll.apply(i == failing ? Task.fail(new Boom("one")) : Task.<Void>never()))
                                    .guarantee(Task.delay(running::decrementAndGet)))))
                    .then(Task.never())));
            assertThat(error(end)).hasMessage("one");
            assertThat(running).hasValue(0);
        }
    }

    private static Task<Void> breeding(Scope scope, AtomicInteger running) {
        return Task.uncancelable(poll -> Task.delay(running::incrementAndGet)
                .then(poll.apply(Task.yieldNow()
                        .then(scope.start(Task.defer(() -> breeding(scope, running))))
                        .then(scope.start(Task.unit()))
                        .then(Task.<Void>never())))
                .guarantee(Task.delay(running::decrementAndGet)));
    }

    @Test
    void startsRaceWithAFailureACancelAndTheBodysEndOnSeveralWorkers() {
        Boom boom = new Boom("failure");
        for (int round = 0; round < 150; round++) {
            AtomicInteger running = new AtomicInteger();
            int kind = round % 3;
            Task<Integer> scoped = Task.scoped(scope -> scope.start(Task.defer(() -> breeding(scope, running)))
                    .then(scope.start(Task.defer(() -> breeding(scope, running))))
                    .then(scope.start(Task.yieldNow().then(kind == 0 ? Task.fail(boom) : Task.unit())))
                    .then(kind == 2 ? Task.yieldNow().thenReturn(1) : Task.never()));
            Task<Integer> seen = scoped.guarantee(Task.delay(() -> {
                assertThat(running).hasValue(0);
                return null;
            }));
            Outcome<Integer> end = own.outcome(
                    kind == 1
                            ? seen.start()
                                    .flatMap(fiber ->
                                            Task.yieldNow().then(fiber.cancel()).then(fiber.join()))
                                    .flatMap(outcome -> Task.delay(() -> outcome instanceof Outcome.Canceled ? 2 : 3))
                            : seen);
            assertThat(end)
                    .isEqualTo(kind == 0 ? new Outcome.Failed<>(boom) : new Outcome.Succeeded<>(kind == 1 ? 2 : 1));
        }
    }

    @Test
    void inlineAndPromotedBranchesOfTheBodyStopTheSame() {
        Boom boom = new Boom("child");
        for (Strategy strategy :
                List.of(Strategy.random(1).inline(), Strategy.random(1).promoted())) {
            Outcome<Integer> end = TestRuntime.builder()
                    .strategy(strategy)
                    .build()
                    .run(Task.<Integer>scoped(scope -> Task.<Integer>never()
                            .zipPar(
                                    scope.start(sleep(1).then(Task.<Integer>fail(boom)))
                                            .then(Task.never()),
                                    (a, b) -> a)));
            assertThat(error(end)).isSameAs(boom);
        }
    }
}
