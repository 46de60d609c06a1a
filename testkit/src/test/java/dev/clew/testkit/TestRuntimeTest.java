package dev.clew.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.clew.FiberDump;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TestRuntimeTest {
    private final List<String> log = new ArrayList<>();

    private Task<Integer> note(String word) {
        return Task.delay(() -> {
            log.add(word);
            return log.size();
        });
    }

    private static Task<Void> sleep(long millis) {
        return Task.sleep(Duration.ofMillis(millis)).map(done -> null);
    }

    private static RunFailure failure(TestRuntime runtime, Task<?> task) {
        return catchThrowableOfType(RunFailure.class, () -> runtime.run(task));
    }

    @Test
    void timeJumpsToTheNextTimer() {
        TestRuntime runtime = TestRuntime.seeded(5);
        long start = System.nanoTime();
        assertThat(runtime.run(Task.sleep(Duration.ofDays(365)).then(Task.realTime())))
                .isEqualTo(new Outcome.Succeeded<>(Duration.ofDays(365).toMillis()));
        assertThat(runtime.now()).isEqualTo(Duration.ofDays(365));
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MINUTES.toNanos(1));
    }

    @Test
    void timersFireInTheOrderOfTheirTimes() {
        TestRuntime.seeded(7)
                .run(Task.gather(List.of(
                        sleep(30).then(note("c")),
                        sleep(10).then(note("a")),
                        sleep(20).then(note("b")))));
        assertThat(log).containsExactly("a", "b", "c");
    }

    @Test
    void timersOfOneInstantFireInEitherOrderButTheSameForASeed() {
        int ab = 0;
        for (long seed = 0; seed < 40; seed++) {
            List<String> first = tie(seed);
            assertThat(tie(seed)).isEqualTo(first);
            ab += first.equals(List.of("a", "b")) ? 1 : 0;
        }
        assertThat(ab).isBetween(1, 39);
        log.clear();
        TestRuntime.fifo().run(sleep(5).then(note("a")).both(sleep(5).then(note("b"))));
        assertThat(log).containsExactly("a", "b");
    }

    private List<String> tie(long seed) {
        log.clear();
        TestRuntime.seeded(seed).run(sleep(5).then(note("a")).both(sleep(5).then(note("b"))));
        return List.copyOf(log);
    }

    @Test
    void tickRunsWhatIsReadyAndMovesNoTime() {
        TestRuntime runtime = TestRuntime.fifo();
        TestRuntime.Started<Integer> started =
                runtime.start(note("before").then(sleep(10)).then(note("after")));
        assertThat(log).isEmpty();
        runtime.tick();
        assertThat(log).containsExactly("before");
        assertThat(started.outcome()).isNull();
        assertThat(runtime.nextInterval()).isEqualTo(Duration.ofMillis(10));
        runtime.tickFor(Duration.ofMillis(9));
        assertThat(log).containsExactly("before");
        runtime.tickFor(Duration.ofMillis(1));
        assertThat(log).containsExactly("before", "after");
        assertThat(started.outcome()).isEqualTo(new Outcome.Succeeded<>(2));
    }

    @Test
    void tickForFiresTimersAtTheirMoments() {
        TestRuntime runtime = TestRuntime.fifo();
        TestRuntime.Started<List<Long>> started =
                runtime.start(Task.traverse(List.of(1, 2, 3), i -> sleep(3).then(Task.realTime())));
        runtime.tickFor(Duration.ofMillis(100));
        assertThat(started.outcome()).isEqualTo(new Outcome.Succeeded<>(List.of(3L, 6L, 9L)));
        assertThat(runtime.now()).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void advanceMovesTheClockAndWhatWasDueRunsLate() {
        TestRuntime runtime = TestRuntime.fifo();
        TestRuntime.Started<List<Long>> started =
                runtime.start(Task.traverse(List.of(1, 2), i -> sleep(3).then(Task.realTime())));
        assertThat(runtime.nextInterval()).isEqualTo(Duration.ZERO);
        runtime.tick();
        assertThat(runtime.nextInterval()).isEqualTo(Duration.ofMillis(3));
        runtime.advance(Duration.ofMillis(100));
        assertThat(runtime.now()).isEqualTo(Duration.ofMillis(100));
        assertThat(runtime.nextInterval()).isEqualTo(Duration.ZERO);
        runtime.tick();
        assertThat(runtime.nextInterval()).isEqualTo(Duration.ofMillis(3));
        assertThat(started.outcome()).isNull();
        runtime.tickFor(Duration.ofMillis(3));
        assertThat(started.outcome()).isEqualTo(new Outcome.Succeeded<>(List.of(100L, 103L)));
        assertThat(runtime.nextInterval()).isNull();
        runtime.checkNothingLeft();
    }

    @Test
    void timeDoesNotGoBack() {
        TestRuntime runtime = TestRuntime.fifo();
        for (Duration back : List.of(Duration.ofNanos(-1), Duration.ofDays(-1))) {
            assertThatThrownBy(() -> runtime.advance(back)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> runtime.tickFor(back)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aFiberIsCancelledBeforeAStep() {
        TestRuntime runtime =
                TestRuntime.builder().strategy(Strategy.fifo()).cancelBefore(3).build();
        assertThat(runtime.run(note("a").then(note("b")).then(note("c")))).isEqualTo(new Outcome.Canceled<>());
        assertThat(runtime.steps()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void nothingIsAskedWhereThereIsNoChoice() {
        TestRuntime runtime = TestRuntime.seeded(1);
        runtime.run(note("a").then(sleep(1)).then(note("b")).attempt().map(Object::hashCode));
        assertThat(runtime.decided()).isEqualTo(new TestRuntime.Decided(0, 0));
        assertThat(runtime.trace())
                .containsExactly(
                        "step 0: #1 is started", "step 1: #1 runs", "time moves on to PT0.001S", "step 9: #1 runs");
    }

    @Test
    void aTimeoutCountsVirtualTime() {
        assertThat(TestRuntime.fifo()
                        .run(sleep(10).timeout(Duration.ofMillis(11)).thenReturn(1)))
                .isEqualTo(new Outcome.Succeeded<>(1));
        assertThat(TestRuntime.fifo()
                        .run(sleep(10).timeout(Duration.ofMillis(9)).thenReturn(1)))
                .isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void aDeadlockIsNamedWithItsSeed() {
        RunFailure failure = failure(TestRuntime.seeded(77), Task.never());
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.DEADLOCK);
        assertThat(failure).hasMessageContaining("deadlock").hasMessageContaining("-Dclew.seed=77");
    }

    @Test
    void twoFibersThatWaitForOneAnotherAreADeadlock() {
        Deferred<Integer> a = Deferred.create();
        Deferred<Integer> b = Deferred.create();
        Task<Integer> one = a.get().tap(b::complete);
        Task<Integer> other = b.get().tap(a::complete);
        RunFailure failure = failure(TestRuntime.seeded(3), one.both(other));
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.DEADLOCK);
        assertThat(failure).hasMessageContaining("2 fibers");
    }

    @Test
    void aLivelockIsFoundBetweenJobsAndInsideOne() {
        for (Task<Integer> round : List.of(Task.yieldNow().thenReturn(1), Task.now(1))) {
            RunFailure failure = failure(
                    TestRuntime.builder()
                            .stepLimit(1_000)
                            .strategy(Strategy.fifo())
                            .build(),
                    forEver(round));
            assertThat(failure.kind()).isEqualTo(RunFailure.Kind.LIVELOCK);
            assertThat(failure).hasMessageContaining("1000 steps");
        }
    }

    private static Task<Integer> forEver(Task<Integer> round) {
        return round.flatMap(x -> forEver(round));
    }

    @Test
    void aFiberLeftBehindIsALeakUnlessAllowed() {
        Task<Integer> leaking = Task.never().start().then(sleep(1).start()).thenReturn(1);
        RunFailure failure = failure(TestRuntime.seeded(2), leaking);
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.LEAK);
        assertThat(failure)
                .hasMessageContaining("left 2 fibers that wait, 1 timers")
                .hasMessageContaining("Seed 2");
        assertThat(TestRuntime.builder().allowLeaks().build().run(leaking)).isEqualTo(new Outcome.Succeeded<>(1));
    }

    @Test
    void aFiberThatOnlyHasToRunOnIsNoLeak() {
        assertThat(TestRuntime.fifo()
                        .run(Task.yieldNow().then(note("child")).start().thenReturn(1)))
                .isEqualTo(new Outcome.Succeeded<>(1));
        assertThat(log).containsExactly("child");
    }

    @Test
    void anErrorThatNobodyHearsFailsTheRunUnlessAllowed() {
        Exception error = new Exception("unheard");
        Task<Integer> task = Task.fail(error).start().then(sleep(1)).thenReturn(1);
        RunFailure failure = failure(TestRuntime.seeded(9), task);
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.REPORTED);
        assertThat(failure).hasMessageContaining("unheard").hasCause(error);
        TestRuntime allowing = TestRuntime.builder().allowReports().build();
        assertThat(allowing.run(task)).isEqualTo(new Outcome.Succeeded<>(1));
        assertThat(allowing.reported()).extracting(TestRuntime.Report::error).containsExactly(error);
    }

    @Test
    void aBrokenRuntimeRunsNothingMore() {
        TestRuntime runtime = TestRuntime.seeded(1);
        failure(runtime, Task.never());
        assertThatThrownBy(() -> runtime.run(Task.now(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("make a new one");
    }

    @Test
    void blockingCallsRunForRealBeforeTimeMoves() {
        TestRuntime runtime = TestRuntime.seeded(4);
        Task<Long> blocks = Task.blocking(() -> Thread.currentThread().getName())
                .tap(name -> note(name))
                .then(Task.realTime());
        assertThat(runtime.run(blocks.both(sleep(1).then(note("later")))))
                .isInstanceOfSatisfying(
                        Outcome.Succeeded.class,
                        s -> assertThat(((Task.Pair<?, ?>) s.value()).first()).isEqualTo(0L));
        assertThat(log).containsExactly("clew-test-blocking", "later");
    }

    @Test
    void blockingCallsAreHandedOverInTheOrderTheyBegan() {
        CountDownLatch second = new CountDownLatch(1);
        Task<Boolean> slow = Task.blocking(() -> second.await(20, TimeUnit.SECONDS));
        Task<Integer> fast = Task.blocking(() -> {
            second.countDown();
            return 1;
        });
        TestRuntime.fifo().run(slow.tap(x -> note("first")).both(fast.tap(x -> note("second"))));
        assertThat(log).containsExactly("first", "second");
    }

    @Test
    void anInterruptibleCallIsStoppedByATimeLimitOnceNobodyHasPatience() {
        CountDownLatch never = new CountDownLatch(1);
        Task<Boolean> stuck = Task.<Boolean>interruptible(() -> never.await(60, TimeUnit.SECONDS))
                .timeout(Duration.ofSeconds(1));
        assertThat(TestRuntime.builder().patience(Duration.ofMillis(50)).build().run(stuck))
                .isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void threadsItDoesNotKnowAreWaitedForWhereAsked() {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            TestRuntime runtime =
                    TestRuntime.builder().outsideWait(Duration.ofSeconds(20)).build();
            assertThat(runtime.run(Task.delay(() -> 3).on(executor))).isEqualTo(new Outcome.Succeeded<>(3));
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void branchesAreForcedInlineOrPromoted() {
        Task<List<Integer>> program = Task.parTraverse(
                List.of(1, 2, 3, 4), x -> Task.delay(() -> x).zipPar(Task.delay(() -> 1), Integer::sum));
        TestRuntime inline =
                TestRuntime.builder().strategy(Strategy.random(11).inline()).build();
        TestRuntime promoted =
                TestRuntime.builder().strategy(Strategy.random(11).promoted()).build();
        assertThat(inline.run(program)).isEqualTo(promoted.run(program));
        assertThat(inline.branchesStolen()).isZero();
        assertThat(inline.branchesForked()).isPositive();
        assertThat(promoted.branchesStolen()).isGreaterThanOrEqualTo(6);
    }

    @Test
    void showsItsFibersInADump() {
        TestRuntime runtime = TestRuntime.fifo();
        Deferred<Integer> open = Deferred.create();
        List<FiberDump> inside = new ArrayList<>();
        Task<Integer> waiting = open.get().map(x -> x + 1);
        TestRuntime.Started<Integer> started = runtime.start(waiting.start()
                .flatMap(fiber -> Task.yieldNow()
                        .then(Task.delay(() -> inside.add(runtime.dump())))
                        .then(Task.sleep(Duration.ofSeconds(1)))
                        .then(fiber.joinOrFail())));

        assertThat(runtime.dump().fibers()).extracting(FiberDump.Entry::state).containsExactly(FiberDump.State.READY);
        runtime.tick();
        FiberDump outside = runtime.dump();

        assertThat(inside.get(0).fibers())
                .extracting(FiberDump.Entry::number, FiberDump.Entry::state)
                .containsExactly(tuple(1, FiberDump.State.RUNNING), tuple(2, FiberDump.State.WAITING));
        assertThat(outside.fibers())
                .extracting(FiberDump.Entry::number, FiberDump.Entry::waitsFor)
                .containsExactly(tuple(1, "the end of a sleep, in PT1S"), tuple(2, "a Deferred"));
        assertThat(outside.toText()).contains("fiber 2: waits for a Deferred", "showsItsFibersInADump");
        assertThat(outside.toJson())
                .startsWith("{\"runtime\":\"test\",\"fibers\":[{")
                .contains("\"number\":2");
        open.tryComplete(1);
        runtime.tickFor(Duration.ofSeconds(2));
        assertThat(started.outcome()).isEqualTo(new Outcome.Succeeded<>(2));
        assertThat(runtime.dump().fibers()).isEmpty();
    }

    @Test
    void aStrategyMayCancelAtABind() {
        int[] binds = {0};
        Strategy cancelling = (choice, n) -> choice == Choice.CANCEL && ++binds[0] == 3 ? 1 : 0;
        assertThat(TestRuntime.builder()
                        .strategy(cancelling)
                        .cancelling(1)
                        .build()
                        .run(note("a").then(note("b")).then(note("c"))))
                .isEqualTo(new Outcome.Canceled<>());
    }

    @Test
    void oneSeedIsOneRun() {
        for (long seed = 0; seed < 20; seed++) {
            assertThat(trace(seed)).isEqualTo(trace(seed));
        }
        assertThat(List.of(trace(1), trace(2), trace(3), trace(4), trace(5)).stream()
                        .distinct())
                .hasSizeGreaterThan(1);
    }

    private List<String> trace(long seed) {
        log.clear();
        TestRuntime runtime = TestRuntime.seeded(seed);
        runtime.run(Task.parTraverse(
                List.of("a", "b", "c", "d"),
                w -> note(w + 1).then(Task.yieldNow()).then(note(w + 2))));
        log.add("steps " + runtime.steps());
        return List.copyOf(log);
    }
}
