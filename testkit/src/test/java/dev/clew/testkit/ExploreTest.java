package dev.clew.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Fiber;
import dev.clew.Fn;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ExploreTest {
    /** A counter with a race: it reads in one step and writes in another. */
    private static final class Counter {
        private int value;

        Task<Integer> increment() {
            return Task.delay(() -> value).flatMap(seen -> Task.delay(() -> value = seen + 1));
        }
    }

    private static Explore<Counter, Object> racingCounter() {
        return Explore.<Counter, Object>program(
                        Counter::new,
                        counter -> counter.increment()
                                .start()
                                .flatMap(fiber -> counter.increment().then(fiber.join()))
                                .map(ended -> ended))
                .expect("no increment is lost", (counter, outcome) -> counter.value == 2);
    }

    /** Notes words, so that tests can see in what order things happened. */
    private static final class Log {
        final List<String> words = new ArrayList<>();

        Task<Integer> note(String word) {
            return Task.delay(() -> {
                words.add(word);
                return words.size();
            });
        }

        String text() {
            return String.join("", words);
        }
    }

    private static RunFailure failure(Explored explored) {
        return Objects.requireNonNull(explored.failure(), () -> "nothing was found: " + explored);
    }

    // ---- exhaustive -----------------------------------------------------------------------------------------

    private static Explored all(Set<String> orders, Fn<Log, Task<Integer>> program) {
        return Explore.<Log, Integer>program(Log::new, program)
                .expect("noted", (log, outcome) -> {
                    orders.add(log.text());
                    return true;
                })
                .exhaustive(1_000)
                .check();
    }

    /** Main starts b after it has started a: the orders of a, b, m and that start in which b comes after it: 8. */
    @Test
    void anExhaustiveSearchMakesEachRunOnce() {
        Set<String> orders = new TreeSet<>();
        Explored explored = all(
                orders, log -> log.note("a").start().then(log.note("b").start()).then(log.note("m")));
        assertThat(orders).containsExactly("abm", "amb", "bam", "bma", "mab", "mba");
        assertThat(explored.exhausted()).isTrue();
        assertThat(explored.runs()).isEqualTo(8).isEqualTo(explored.distinct());
    }

    @Test
    void aProgramOfOneFiberHasOneRun() {
        Explored explored = all(
                new TreeSet<>(),
                log -> log.note("a").then(Task.sleep(Duration.ofSeconds(1))).then(log.note("b")));
        assertThat(explored.runs()).isEqualTo(1);
        assertThat(explored.decisions()).isZero();
    }

    /** a b and c d: 4 over 2 orders; main may see the first end only after its own fibers. */
    @Test
    void anExhaustiveSearchFindsEveryInterleavingOfTwoSides() {
        Set<String> orders = new TreeSet<>();
        Explored explored = all(
                orders,
                log -> log.note("a").then(log.note("b")).zipPar(log.note("c").then(log.note("d")), Integer::sum));
        assertThat(orders).containsExactly("abcd", "acbd", "acdb", "cabd", "cadb", "cdab");
        assertThat(explored.distinct()).isEqualTo(explored.runs());
    }

    @Test
    void timersOfOneInstantAreTriedInEachOrder() {
        Set<String> orders = new TreeSet<>();
        Task<Void> second = Task.sleep(Duration.ofSeconds(1)).map(done -> null);
        all(
                orders,
                log -> Task.gather(List.of(
                                second.then(log.note("a")), second.then(log.note("b")), second.then(log.note("c"))))
                        .map(List::size));
        assertThat(orders).hasSize(6);
    }

    @Test
    void theBoundsOfAnExhaustiveSearchAreKept() {
        Explored none = racingCounter().exhaustive(1_000, 0).check();
        assertThat(none.runs()).isEqualTo(1);
        assertThat(none.exhausted()).isTrue();
        assertThat(racingCounter().exhaustive(1_000, 1).search().failure()).isNotNull();
        Explored cut = Explore.program(Log::new, log -> log.note("a").start().then(log.note("b")))
                .exhaustive(1_000)
                .runs(1)
                .check();
        assertThat(cut.exhausted()).isFalse();
    }

    // ---- strategies -----------------------------------------------------------------------------------------

    @Test
    void eachStrategyFindsTheRaceButFifo() {
        assertThat(racingCounter().fifo().search().failure()).isNull();
        assertThat(failure(racingCounter().random().search()).kind()).isEqualTo(RunFailure.Kind.OUTCOME);
        assertThat(failure(racingCounter().pct(2).search()).kind()).isEqualTo(RunFailure.Kind.OUTCOME);
        assertThat(failure(racingCounter().roundRobin().search()).kind()).isEqualTo(RunFailure.Kind.OUTCOME);
        assertThat(failure(racingCounter().exhaustive(100).search()).kind()).isEqualTo(RunFailure.Kind.OUTCOME);
        assertThat(failure(racingCounter().search()).kind()).isEqualTo(RunFailure.Kind.OUTCOME);
    }

    /** Main must be stopped after x, the other after y, and main must then get as far as z: three events in order. */
    private static Explore<Log, Integer> depthThree() {
        return Explore.<Log, Integer>program(Log::new, log -> {
                    Task<Integer> other = log.note("p").then(log.note("y")).then(log.note("q"));
                    return other.start()
                            .flatMap(fiber -> log.note("x").then(log.note("z")).then(fiber.joinOrFail()));
                })
                .invariant(
                        "x, then y, then z, and q after that is not met",
                        log -> !log.text().matches(".*x.*y.*z.*q.*"));
    }

    @Test
    void pctFindsAFaultOfDepthThreeThatFifoDoesNot() {
        assertThat(depthThree().fifo().search().failure()).isNull();
        assertThat(depthThree().pct(1).runs(300).search().failure()).isNull();
        assertThat(failure(depthThree().pct(3).runs(300).search()).kind()).isEqualTo(RunFailure.Kind.INVARIANT);
    }

    @Test
    void aFiberThatPollsDoesNotHoldUpPct() {
        Explore.program(
                        () -> new boolean[1],
                        (boolean[] set) ->
                                Task.delay(() -> set[0] = true).start().then(polling(set)))
                .pct(3)
                .runs(200)
                .check();
    }

    private static Task<Integer> polling(boolean[] set) {
        return Task.defer(() -> set[0] ? Task.now(1) : Task.yieldNow().flatMap(x -> polling(set)));
    }

    // ---- what is found --------------------------------------------------------------------------------------

    @Test
    void theSmallestFailureIsShown() {
        for (long seed = 1; seed <= 20; seed++) {
            RunFailure failure = failure(racingCounter().random().seed(seed).search());
            assertThat(failure.decisions()).as(failure.getMessage()).isEqualTo(1);
            assertThat(failure.trace()).anyMatch(line -> line.endsWith("gives way here"));
        }
    }

    @Test
    void aFailureIsReplayedFromItsText() {
        RunFailure failure = failure(racingCounter().search());
        assertThatThrownBy(() -> racingCounter().replay(failure.replay()))
                .isInstanceOfSatisfying(RunFailure.class, again -> {
                    assertThat(again.kind()).isEqualTo(failure.kind());
                    assertThat(again.trace()).isEqualTo(failure.trace());
                    assertThat(again.replay()).isEqualTo(failure.replay());
                });
        assertThat(failure).hasMessageContaining("\"" + failure.replay() + "\"");
    }

    @Test
    void aProgramThatFailsIsWrongUnlessThatIsExpected() {
        Exception boom = new Exception("boom");
        RunFailure failure =
                failure(Explore.program(() -> Task.<Integer>fail(boom)).search());
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.OUTCOME);
        assertThat(failure).hasMessageContaining("boom").hasCause(boom);
        Explore.program(() -> Task.<Integer>fail(boom)).runs(3).allowFailed().check();
        Explore.program(() -> Task.<Integer>fail(boom))
                .runs(3)
                .expect("it fails", outcome -> outcome instanceof Outcome.Failed)
                .check();
    }

    @Test
    void anInvariantThatThrowsIsBroken() {
        RunFailure failure = failure(Explore.program(Log::new, log -> log.note("a"))
                .invariant("nothing is noted", log -> {
                    assertThat(log.words).isEmpty();
                    return true;
                })
                .search());
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.INVARIANT);
        assertThat(failure).hasMessageContaining("nothing is noted").hasCauseInstanceOf(AssertionError.class);
    }

    @Test
    void aProgramThatIsNotMadeAnewIsToldApart() {
        Counter shared = new Counter();
        Explored explored = Explore.program(() -> shared.increment())
                .expect("only once", outcome -> shared.value != 3)
                .search();
        assertThat(failure(explored).getSuppressed()).hasSize(1);
        assertThat(failure(explored).getSuppressed()[0]).hasMessageContaining("made anew for each run");
    }

    @Test
    void twoWaitersOfADeadlockAreNamed() {
        RunFailure failure = failure(Explore.program(() -> {
                    Deferred<Integer> a = Deferred.create();
                    Deferred<Integer> b = Deferred.create();
                    Task<Fiber<Boolean>> other = a.get().flatMap(b::complete).start();
                    return other.flatMap(fiber -> b.get().flatMap(a::complete).then(fiber.joinOrFail()));
                })
                .search());
        assertThat(failure.kind()).isEqualTo(RunFailure.Kind.DEADLOCK);
        assertThat(failure.decisions()).isZero();
        assertThat(failure.replay()).isEqualTo("fifo");
        assertThat(failure)
                .hasMessageContaining("#1 waits for a Deferred")
                .hasMessageContaining("#2 waits for a Deferred");
    }

    // ---- cancelling -----------------------------------------------------------------------------------------

    /** Takes something, and registers its return only after another step. */
    private static Task<Integer> leaky(Log log) {
        return log.note("(").then(log.note("in")).flatMap(x -> Task.now(x).guarantee(log.note(")")));
    }

    private static boolean isBalanced(Log log) {
        return log.words.stream().filter("("::equals).count()
                == log.words.stream().filter(")"::equals).count();
    }

    @Test
    void cancellingByDecisionIsOptIn() {
        Explore.program(Log::new, ExploreTest::leaky)
                .expect("balanced", (log, outcome) -> isBalanced(log))
                .check();
        RunFailure failure = failure(Explore.program(Log::new, ExploreTest::leaky)
                .cancelling(1)
                .expect("balanced", (log, outcome) -> isBalanced(log))
                .search());
        assertThat(failure.replay()).startsWith("do:").endsWith("/c1");
        assertThat(failure.decisions()).isEqualTo(1);
        assertThat(failure.trace()).anyMatch(line -> line.contains("#1 is cancelled here"));
    }

    @Test
    void cancellingEverywhereFindsTheStepWhereItHurts() {
        RunFailure failure = failure(Explore.program(Log::new, ExploreTest::leaky)
                .cancelEverywhere()
                .expect("balanced", (log, outcome) -> isBalanced(log))
                .search());
        assertThat(failure.replay()).startsWith("fifo!");
        assertThat(failure.trace()).anyMatch(line -> line.contains("#1 is cancelled from outside"));
        assertThatThrownBy(() -> Explore.program(Log::new, ExploreTest::leaky)
                        .expect("balanced", (log, outcome) -> isBalanced(log))
                        .replay(failure.replay()))
                .isInstanceOfSatisfying(
                        RunFailure.class, again -> assertThat(again.trace()).isEqualTo(failure.trace()));
    }

    @Test
    void cancellingEverywhereGoesThroughEachStep() {
        List<String> ends = new ArrayList<>();
        Explored explored = Explore.program(
                        Log::new,
                        log -> Task.uncancelable(poll -> log.note("(")
                                .then(poll.apply(
                                        Task.sleep(Duration.ofSeconds(1)).then(log.note("in"))))
                                .guarantee(log.note(")"))))
                .cancelEverywhere()
                .expect("balanced", (log, outcome) -> {
                    ends.add(log.text());
                    return isBalanced(log);
                })
                .check();
        assertThat(explored.exhausted()).isTrue();
        assertThat(explored.runs()).isGreaterThan(5);
        assertThat(ends).contains("()", "(in)").doesNotContain("(", "(in");
    }

    // ---- the same again -------------------------------------------------------------------------------------

    private static List<String> trace(Strategy strategy) {
        Log log = new Log();
        TestRuntime runtime =
                TestRuntime.builder().strategy(strategy).cancelling(1).build();
        runtime.run(Task.parTraverse(
                        List.of("a", "b", "c", "d"),
                        w -> log.note(w).then(Task.yieldNow()).then(log.note(w)).both(log.note(w + w)))
                .attempt());
        List<String> all = new ArrayList<>(runtime.trace());
        all.addAll(log.words);
        return all;
    }

    @Test
    void oneStrategyIsOneTrace() {
        Set<List<String>> different = new HashSet<>();
        for (long seed = 1; seed <= 30; seed++) {
            long s = seed;
            for (Supplier<Strategy> strategy : List.<Supplier<Strategy>>of(
                    () -> Strategy.random(s),
                    () -> Strategy.pct(3, 40, s),
                    () -> Strategy.roundRobin((int) s),
                    Strategy::fifo)) {
                List<String> first = trace(strategy.get());
                assertThat(trace(strategy.get())).isEqualTo(first);
                assertThat(trace(Replay.parse(strategy.get().replay()).strategy()))
                        .isEqualTo(first);
                different.add(first);
            }
        }
        assertThat(different).hasSizeGreaterThan(50);
    }

    @Test
    void theSpeedIsReported() {
        Explored explored = Explore.program(
                        Counter::new,
                        counter -> Task.gather(List.of(
                                        counter.increment(),
                                        counter.increment(),
                                        counter.increment(),
                                        counter.increment()))
                                .map(List::size))
                .runs(50)
                .check();
        assertThat(explored.runs()).isEqualTo(50);
        assertThat(explored.distinct()).isGreaterThan(5).isLessThanOrEqualTo(50);
        assertThat(explored.runsPerSecond()).isPositive();
        assertThat(explored.stepsPerSecond()).isGreaterThan(explored.runsPerSecond());
        assertThat(explored.toString()).contains("50 runs").contains("steps a second");
    }
}
