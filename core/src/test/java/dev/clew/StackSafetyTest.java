package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A million of everything, a tenth of that where each is a fiber, on a thread with a stack of 256 KiB: by
 * {@code runSync}, where the calling thread is a guest,
 * and on a deterministic runtime driven by such a thread; and on the workers.
 */
class StackSafetyTest {
    private static final int MILLION = 1_000_000;
    /** Nested fibers, each of which waits for the next. */
    private static final int FIBERS = 100_000;

    private static final long STACK = 256 * 1024;
    private static final long LIMIT_SECONDS = 110;

    private static TaskRuntime runtime;

    @BeforeAll
    static void open() {
        runtime = TaskRuntime.builder().workers(2).build();
    }

    @AfterAll
    static void close() {
        runtime.close();
    }

    /** A program and what it gives; built on the small stack as well. */
    record Case(String name, Callable<Task<Integer>> program, int value) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("bindsToTheLeft", StackSafetyTest::left, MILLION),
                new Case("bindsToTheRight", () -> right(0), MILLION),
                new Case("mapsToTheLeft", StackSafetyTest::maps, MILLION),
                new Case("throughDefer", () -> deferred(MILLION), 0),
                new Case("throughDeferAndMap", () -> countRecursively(MILLION), MILLION),
                new Case("throughRecoverWith", () -> recovered(MILLION), 0),
                new Case("throughRecoverWithToTheLeft", StackSafetyTest::recoveredToTheLeft, MILLION),
                new Case("throughAttempt", () -> attempted(MILLION), MILLION),
                new Case("throughAttemptToTheLeft", StackSafetyTest::attemptedToTheLeft, MILLION),
                new Case("throughBoth", () -> forked(MILLION), MILLION),
                new Case("throughRaceToTheLeft", () -> nested(MILLION, t -> Task.race(t, Task.never())), MILLION),
                new Case("throughRaceToTheRight", () -> nested(FIBERS, t -> Task.race(Task.never(), t)), FIBERS),
                new Case("throughRaceAll", () -> nested(FIBERS, t -> Task.raceAll(List.of(t))), FIBERS),
                new Case("throughFirstSuccess", () -> nested(FIBERS, t -> Task.firstSuccess(List.of(t))), FIBERS),
                new Case(
                        "throughAcquire",
                        () -> nested(MILLION, t -> Task.bracket(t, Task::now, a -> Task.unit())),
                        MILLION),
                new Case(
                        "throughUse",
                        () -> nested(MILLION, t -> Task.bracket(Task.unit(), a -> t, a -> Task.unit())),
                        MILLION),
                new Case("throughRelease", () -> releases(MILLION), 0),
                new Case(
                        "throughGuaranteeCase",
                        () -> nested(MILLION, t -> t.guaranteeCase(end -> Task.unit())),
                        MILLION),
                new Case(
                        "throughTimeoutTo",
                        () -> nested(MILLION, t -> t.timeoutTo(Duration.ofHours(1), Task.now(0))),
                        MILLION),
                new Case("throughTimed", () -> nested(MILLION, t -> t.timed().map(Task.Timed::value)), MILLION),
                new Case(
                        "throughTimeoutAndForget",
                        () -> nested(FIBERS, t -> t.timeoutAndForget(Duration.ofHours(1))),
                        FIBERS),
                new Case("throughMemoize", () -> nested(FIBERS, t -> t.memoize().flatMap(once -> once)), FIBERS),
                new Case("throughRacePair", () -> nested(FIBERS, StackSafetyTest::firstOfPair), FIBERS),
                new Case("resourcesToTheLeft", StackSafetyTest::resourcesToTheLeft, MILLION),
                new Case("resourcesToTheRight", StackSafetyTest::resourcesToTheRight, MILLION),
                new Case("repeat", StackSafetyTest::repeated, MILLION),
                new Case("retry", StackSafetyTest::retried, MILLION),
                new Case("nestedScopes", () -> nestedScopes(MILLION), MILLION),
                new Case("sequence", () -> Task.sequence(tasks()).map(List::size), MILLION),
                new Case("gather", () -> Task.gather(tasks()).map(List::size), MILLION),
                new Case(
                        "parTraverse",
                        () -> Task.parTraverse(tasks(), task -> task).map(List::size),
                        MILLION));
    }

    private static Resource<Integer> counted(AtomicInteger held) {
        return Resource.make(
                Task.delay(held::incrementAndGet),
                n -> Task.delay(() -> {
                    if (held.getAndDecrement() != n) {
                        throw new IllegalStateException("released out of order");
                    }
                    return null;
                }));
    }

    private static Task<Integer> resourcesToTheLeft() {
        AtomicInteger held = new AtomicInteger();
        Resource<Integer> all = counted(held);
        for (int i = 1; i < MILLION; i++) {
            all = all.flatMap(n -> counted(held));
        }
        return used(all, held);
    }

    private static Task<Integer> resourcesToTheRight() {
        AtomicInteger held = new AtomicInteger();
        return used(toTheRight(held, MILLION), held);
    }

    private static Resource<Integer> toTheRight(AtomicInteger held, int more) {
        return more == 1 ? counted(held) : counted(held).flatMap(n -> toTheRight(held, more - 1));
    }

    private static Task<Integer> used(Resource<Integer> all, AtomicInteger held) {
        return all.use(n -> Task.now(n)).map(n -> n + held.get());
    }

    private static Task<Integer> repeated() {
        return Task.defer(() -> {
            AtomicInteger runs = new AtomicInteger();
            return Task.delay(runs::incrementAndGet).repeat(Schedule.recurs(MILLION - 1));
        });
    }

    private static Task<Integer> retried() {
        return Task.defer(() -> {
            AtomicInteger runs = new AtomicInteger();
            IllegalStateException again = new IllegalStateException("again");
            return Task.delay(runs::incrementAndGet)
                    .flatMap(n -> n < MILLION ? Task.<Integer>fail(again) : Task.now(n))
                    .retry(Schedule.forever().and(Schedule.recurs(MILLION)));
        });
    }

    private static Task<Integer> nestedScopes(int depth) {
        return depth == 0
                ? Task.now(0)
                : Task.<Integer>scoped(scope -> nestedScopes(depth - 1)).map(n -> n + 1);
    }

    private static Task<Integer> left() {
        Task<Integer> all = Task.now(0);
        for (int i = 0; i < MILLION; i++) {
            all = all.flatMap(n -> Task.now(n + 1));
        }
        return all;
    }

    private static Task<Integer> maps() {
        Task<Integer> all = Task.now(0);
        for (int i = 0; i < MILLION; i++) {
            all = all.map(n -> n + 1);
        }
        return all;
    }

    private static Task<Integer> right(int n) {
        return Task.now(n).flatMap(m -> m == MILLION ? Task.now(m) : right(m + 1));
    }

    private static Task<Integer> deferred(int n) {
        return Task.defer(() -> n == 0 ? Task.now(0) : deferred(n - 1));
    }

    private static Task<Integer> countRecursively(int n) {
        return Task.defer(() -> n == 0 ? Task.now(0) : countRecursively(n - 1).map(m -> m + 1));
    }

    private static Task<Integer> recovered(int n) {
        Exception error = new Exception("to be recovered from", null, false, false) {
            private static final long serialVersionUID = 1;
        };
        return Task.<Integer>fail(error).recoverWith(e -> n == 0 ? Task.now(0) : recovered(n - 1));
    }

    private static Task<Integer> recoveredToTheLeft() {
        Task<Integer> all = Task.fail(new IllegalStateException("to be recovered from"));
        for (int i = 0; i < MILLION; i++) {
            all = all.recoverWith(Task::fail);
        }
        return all.recover(e -> MILLION);
    }

    private static Task<Integer> attempted(int n) {
        return Task.defer(
                () -> n == 0 ? Task.now(0) : attempted(n - 1).attempt().map(outcome -> outcome.get() + 1));
    }

    private static Task<Integer> attemptedToTheLeft() {
        Task<Integer> all = Task.now(0);
        for (int i = 0; i < MILLION; i++) {
            all = all.attempt().map(outcome -> outcome.get() + 1);
        }
        return all;
    }

    /** {@code around} around itself, {@code n} times; each level adds one. */
    private static Task<Integer> nested(int n, UnaryOperator<Task<Integer>> around) {
        return Task.defer(() -> n == 0
                ? Task.now(0)
                : around.apply(Task.defer(() -> nested(n - 1, around))).map(m -> m + 1));
    }

    private static Task<Integer> releases(int n) {
        return Task.defer(
                () -> n == 0 ? Task.now(0) : Task.bracket(Task.unit(), a -> Task.now(0), a -> releases(n - 1)));
    }

    private static Task<Integer> firstOfPair(Task<Integer> task) {
        return Task.racePair(task, Task.unit().then(Task.never()))
                .flatMap(pair -> pair instanceof RacePair.LeftFirst<Integer, Object> left
                        ? left.other().cancel().then(Task.delay(left.outcome()::get))
                        : Task.fail(new AssertionError("never ended")));
    }

    private static Task<Integer> forked(int n) {
        return Task.defer(() -> n == 0 ? Task.now(0) : forked(n - 1).zipPar(Task.now(1), Integer::sum));
    }

    private static List<Task<Integer>> tasks() {
        return Collections.nCopies(MILLION, Task.delay(() -> 1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void asAGuestOnASmallStack(Case given) throws Exception {
        assertThat(onSmallStack(() -> runtime.runSync(given.program().call()))).isEqualTo(given.value());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void onTheDeterministicRuntimeOnASmallStack(Case given) throws Exception {
        assertThat(onSmallStack(() -> TestRuntime.builder()
                        .strategy(Strategy.fifo())
                        .stepLimit(Long.MAX_VALUE)
                        .build()
                        .run(given.program().call())))
                .isEqualTo(new Outcome.Succeeded<>(given.value()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void onTheWorkers(Case given) throws Exception {
        CompletableFuture<Integer> future =
                runtime.toCompletableFuture(given.program().call());
        assertThat(future.get(LIMIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(given.value());
    }

    private static <A> A onSmallStack(Callable<A> code) throws Exception {
        CompletableFuture<A> result = new CompletableFuture<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        result.complete(code.call());
                    } catch (Throwable thrown) {
                        result.completeExceptionally(thrown);
                    }
                },
                "small-stack",
                STACK);
        thread.setDaemon(true);
        thread.start();
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception e ? e : failed;
        }
    }
}
