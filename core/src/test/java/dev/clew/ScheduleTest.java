package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.testkit.TestRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules say when to try again and when to repeat, to the nanosecond of virtual time. */
class ScheduleTest {
    private static final Duration CENTURIES = Duration.ofNanos(Long.MAX_VALUE);

    @RegisterExtension
    private final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static Duration seconds(long s) {
        return Duration.ofSeconds(s);
    }

    /** The moments at which runs begin that take {@code length} each; ten at most. */
    private static List<Duration> moments(Schedule schedule, Duration length, long seed) {
        TestRuntime runtime = TestRuntime.builder().seed(seed).build();
        List<Duration> moments = new ArrayList<>();
        Task<Integer> run = Task.delay(() -> {
                    moments.add(runtime.now());
                    return moments.size();
                })
                .flatMap(n -> Task.sleep(length).thenReturn(n));
        runtime.run(run.flatMap(n -> n < 10 ? Task.now(n) : Task.<Integer>fail(new IOException("enough")))
                .repeat(schedule)
                .attempt());
        return moments;
    }

    private static List<Duration> moments(Schedule schedule) {
        return moments(schedule, Duration.ZERO, 1);
    }

    private static List<Duration> atSeconds(long... moments) {
        return Arrays.stream(moments).mapToObj(Duration::ofSeconds).toList();
    }

    // ---- each schedule ------------------------------------------------------------------------------------

    @Test
    void recursCountsWhatComesAfterTheFirst() {
        assertThat(moments(Schedule.recurs(0))).isEqualTo(atSeconds(0));
        assertThat(moments(Schedule.recurs(2))).isEqualTo(atSeconds(0, 0, 0));
    }

    @Test
    void foreverNeverStops() {
        assertThat(moments(Schedule.forever())).hasSize(10).containsOnly(Duration.ZERO);
    }

    @Test
    void spacedIsFromTheEndOfARun() {
        assertThat(moments(Schedule.spaced(seconds(5)).and(Schedule.recurs(3)), seconds(2), 1))
                .isEqualTo(atSeconds(0, 7, 14, 21));
    }

    @Test
    void fixedRateIsAlignedToTheStart() {
        Schedule rate = Schedule.fixedRate(seconds(5)).and(Schedule.recurs(3));
        assertThat(moments(rate, seconds(2), 1)).isEqualTo(atSeconds(0, 5, 10, 15));
        assertThat(moments(rate)).isEqualTo(atSeconds(0, 5, 10, 15));
    }

    @Test
    void fixedRateLeavesOutWhatARunHasMissed() {
        Schedule rate = Schedule.fixedRate(seconds(5)).and(Schedule.recurs(3));
        assertThat(moments(rate, seconds(5), 1)).isEqualTo(atSeconds(0, 5, 10, 15));
        assertThat(moments(rate, seconds(6), 1)).isEqualTo(atSeconds(0, 10, 20, 30));
        assertThat(moments(rate, seconds(17), 1)).isEqualTo(atSeconds(0, 20, 40, 60));
    }

    @Test
    void exponentialGrows() {
        assertThat(moments(Schedule.exponential(seconds(1)).and(Schedule.recurs(4))))
                .isEqualTo(atSeconds(0, 1, 3, 7, 15));
        assertThat(moments(Schedule.exponential(seconds(1), 3).and(Schedule.recurs(3))))
                .isEqualTo(atSeconds(0, 1, 4, 13));
    }

    @Test
    void fibonacciGrows() {
        assertThat(moments(Schedule.fibonacci(seconds(1)).and(Schedule.recurs(6))))
                .isEqualTo(atSeconds(0, 1, 2, 4, 7, 12, 20));
    }

    @Test
    void delaysComeInTurn() {
        assertThat(moments(Schedule.delays(List.of(seconds(1), seconds(10))))).isEqualTo(atSeconds(0, 1, 11));
    }

    @Test
    void delaysThatGrowStayAtWhatFits() {
        for (Schedule schedule : List.of(
                Schedule.exponential(CENTURIES),
                Schedule.exponential(seconds(1), Double.MAX_VALUE),
                Schedule.fibonacci(CENTURIES),
                Schedule.spaced(CENTURIES).jittered(1, 5),
                Schedule.fixedRate(CENTURIES))) {
            TestRuntime runtime = TestRuntime.builder().allowLeaks().build();
            AtomicInteger runs = new AtomicInteger();
            runtime.start(Task.delay(runs::incrementAndGet).repeat(schedule));
            runtime.tickFor(Duration.ofDays(10_000));
            assertThat(runs.get()).isLessThanOrEqualTo(2);
            assertThat(runtime.timers()).isEqualTo(1);
        }
    }

    // ---- combining ----------------------------------------------------------------------------------------

    @Test
    void andWantsBothAndTakesTheLongerDelay() {
        Schedule both = Schedule.spaced(seconds(3)).and(Schedule.exponential(seconds(1)));
        assertThat(moments(both.and(Schedule.recurs(4)))).isEqualTo(atSeconds(0, 3, 6, 10, 18));
    }

    @Test
    void orWantsEitherAndTakesTheShorterDelay() {
        Schedule capped = Schedule.exponential(seconds(1)).or(Schedule.spaced(seconds(3)));
        assertThat(moments(capped.and(Schedule.recurs(4)))).isEqualTo(atSeconds(0, 1, 3, 6, 9));
        Schedule longer = Schedule.recurs(1).or(Schedule.spaced(seconds(2)).and(Schedule.recurs(3)));
        assertThat(moments(longer)).isEqualTo(atSeconds(0, 0, 2, 4));
    }

    @Test
    void andThenGoesOnWithTheSecondFromThatMoment() {
        Schedule steps =
                Schedule.recurs(2).andThen(Schedule.fixedRate(seconds(5)).and(Schedule.recurs(2)));
        assertThat(moments(steps, seconds(1), 1)).isEqualTo(atSeconds(0, 1, 2, 8, 13));
    }

    @Test
    void upToBeginsNothingLaterThanItsLimit() {
        assertThat(moments(Schedule.spaced(seconds(5)).upTo(seconds(15)))).isEqualTo(atSeconds(0, 5, 10, 15));
        assertThat(moments(Schedule.spaced(seconds(5)).upTo(seconds(14)))).isEqualTo(atSeconds(0, 5, 10));
        assertThat(moments(Schedule.forever().upTo(seconds(4)), seconds(2), 1)).isEqualTo(atSeconds(0, 2, 4));
    }

    @Test
    void jitterStaysWithinItsFactorsAndIsRepeatedByItsSeed() {
        Schedule jittered = Schedule.spaced(seconds(10)).jittered(0.5, 1.5).and(Schedule.recurs(8));
        List<Duration> one = moments(jittered, Duration.ZERO, 1);
        assertThat(moments(jittered, Duration.ZERO, 1)).isEqualTo(one);
        assertThat(moments(jittered, Duration.ZERO, 2)).isNotEqualTo(one);
        assertThat(one).hasSize(9).doesNotHaveDuplicates();
        for (int i = 1; i < one.size(); i++) {
            assertThat(one.get(i).minus(one.get(i - 1))).isBetween(seconds(5), seconds(15));
        }
        assertThat(moments(Schedule.spaced(seconds(10)).jittered().and(Schedule.recurs(1)))
                        .get(1))
                .isBetween(seconds(8), seconds(12));
    }

    /** Two schedules that mean the same. */
    record Equal(String words, Schedule one, Schedule other) {
        @Override
        public String toString() {
            return words;
        }
    }

    static Stream<Equal> equals() {
        Schedule a = Schedule.exponential(seconds(1)).and(Schedule.recurs(6));
        Schedule b = Schedule.spaced(seconds(3)).upTo(seconds(20));
        Schedule c = Schedule.fibonacci(seconds(1))
                .or(Schedule.fixedRate(seconds(4)))
                .and(Schedule.recurs(4));
        Schedule never = Schedule.recurs(0);
        Schedule forever = Schedule.forever();
        return Stream.of(
                new Equal("a and b is b and a", a.and(b), b.and(a)),
                new Equal("a or b is b or a", a.or(b), b.or(a)),
                new Equal("and is associative", a.and(b).and(c), a.and(b.and(c))),
                new Equal("or is associative", a.or(b).or(c), a.or(b.or(c))),
                new Equal("andThen is associative", a.andThen(b).andThen(c), a.andThen(b.andThen(c))),
                new Equal("a and a is a", a.and(a), a),
                new Equal("a or a is a", a.or(a), a),
                new Equal("a and forever is a", a.and(forever), a),
                new Equal("a or never is a", a.or(never), a),
                new Equal("a and never is never", a.and(never), never),
                new Equal("a andThen never is a", a.andThen(never), a),
                new Equal("never andThen a is a", never.andThen(a), a),
                new Equal("c and (c or a) is c", c.and(c.or(a)), c),
                new Equal("c or (c and a) is c", c.or(c.and(a)), c),
                new Equal("recurs adds up", Schedule.recurs(2).andThen(Schedule.recurs(3)), Schedule.recurs(5)),
                new Equal(
                        "recurs and recurs is the lesser",
                        Schedule.recurs(2).and(Schedule.recurs(3)),
                        Schedule.recurs(2)),
                new Equal(
                        "recurs or recurs is the greater",
                        Schedule.recurs(2).or(Schedule.recurs(3)),
                        Schedule.recurs(3)),
                new Equal("jitter by one is none", a.jittered(1, 1), a),
                new Equal(
                        "exponential by one is spaced",
                        Schedule.exponential(seconds(2), 1),
                        Schedule.spaced(seconds(2))),
                new Equal("upTo twice is the lesser", c.upTo(seconds(9)).upTo(seconds(5)), c.upTo(seconds(5))));
    }

    @ParameterizedTest
    @MethodSource("equals")
    void schedulesThatMeanTheSameRunAtTheSameMoments(Equal equal) {
        for (long length = 0; length < 6; length++) {
            assertThat(moments(equal.one(), seconds(length), 1))
                    .as("runs of %d s", length)
                    .isEqualTo(moments(equal.other(), seconds(length), 1));
        }
    }

    // ---- retry and repeat ---------------------------------------------------------------------------------

    private final AtomicInteger tries = new AtomicInteger();

    private Task<Integer> failing(int times) {
        return Task.delay(() -> {
            int n = tries.incrementAndGet();
            if (n <= times) {
                throw new IOException("try " + n);
            }
            return n;
        });
    }

    @Test
    void retryGivesTheFirstValueOrTheLastError() {
        TestRuntime runtime = TestRuntime.fifo();
        assertThat(runtime.run(failing(3).retry(Schedule.recurs(3)))).isEqualTo(new Outcome.Succeeded<>(4));
        tries.set(0);
        Outcome<Integer> end = runtime.run(failing(9).retry(Schedule.recurs(3)));
        assertThat(((Outcome.Failed<?>) end).error()).hasMessage("try 4").hasNoSuppressedExceptions();
        assertThat(tries).hasValue(4);
    }

    @Test
    void repeatGivesTheLastValueAndStopsAtAnError() {
        TestRuntime runtime = TestRuntime.fifo();
        assertThat(runtime.run(failing(0).repeat(Schedule.recurs(3)))).isEqualTo(new Outcome.Succeeded<>(4));
        assertThat(runtime.run(Task.fail(new IOException("none")).repeat(Schedule.recurs(3))))
                .isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void whileErrorChoosesByTheError() {
        Schedule schedule = Schedule.recurs(5).whileError(error -> error instanceof IOException);
        TestRuntime runtime = TestRuntime.fifo();
        Outcome<Object> end = runtime.run(failing(2)
                .flatMap(n -> Task.fail(new TimeoutException("after " + n)))
                .retry(schedule));
        assertThat(((Outcome.Failed<?>) end).error()).hasMessage("after 3");
        assertThat(runtime.run(failing(0).repeat(schedule))).isEqualTo(new Outcome.Succeeded<>(9));
    }

    @Test
    void aScheduleForEachKindOfError() {
        Schedule byKind = Schedule.spaced(seconds(1))
                .whileError(error -> error instanceof IOException)
                .or(Schedule.spaced(seconds(10)).whileError(error -> error instanceof TimeoutException));
        TestRuntime runtime = TestRuntime.fifo();
        Task<Integer> task = Task.delay(tries::incrementAndGet)
                .flatMap(n -> n == 5
                        ? Task.now(n)
                        : Task.fail(n % 2 == 0 ? new TimeoutException("slow") : new IOException("broken")));
        assertThat(runtime.run(task.retry(byKind))).isEqualTo(new Outcome.Succeeded<>(5));
        assertThat(runtime.now()).isEqualTo(seconds(22));
    }

    @Test
    void whatAPredicateThrowsIsTheError() {
        Outcome<Integer> end = TestRuntime.fifo()
                .run(failing(1).retry(Schedule.forever().whileError(error -> {
                    throw new IllegalStateException("predicate", error);
                })));
        assertThat(((Outcome.Failed<?>) end).error()).hasMessage("predicate");
    }

    @Test
    void oneScheduleServesManyFibersAndManyRuns() throws Exception {
        Schedule schedule = Schedule.recurs(3).andThen(Schedule.delays(List.of(Duration.ZERO, Duration.ZERO)));
        Task<Integer> counted = Task.defer(() -> {
            AtomicInteger runs = new AtomicInteger();
            return Task.delay(runs::incrementAndGet)
                    .flatMap(n -> Task.yieldNow().thenReturn(n))
                    .repeat(schedule);
        });
        List<Integer> all = own.run(Task.parTraverse(Collections.nCopies(200, 0), i -> counted.then(counted)));
        assertThat(all).hasSize(200).containsOnly(6);
    }

    @Test
    void aCancelBetweenTriesLeavesNoTimer() {
        TestRuntime runtime = TestRuntime.fifo();
        TestRuntime.Started<Integer> started = runtime.start(failing(9).retry(Schedule.spaced(seconds(60))));
        runtime.tickFor(seconds(61));
        assertThat(tries).hasValue(2);
        assertThat(runtime.timers()).isEqualTo(1);
        runtime.run(started.fiber().cancel());
        assertThat(started.outcome()).isEqualTo(new Outcome.Canceled<>());
        assertThat(runtime.timers()).isZero();
    }

    @Test
    void aCancelStopsARepetitionWithoutWaits() {
        assertThat(own.outcome(Task.unit().repeat(Schedule.forever()).timeout(Duration.ofMillis(20))))
                .isInstanceOf(Outcome.Failed.class);
    }

    @Test
    void whatMakesNoSenseIsRefusedWhenItIsBuilt() {
        assertThatThrownBy(() -> Schedule.recurs(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Schedule.spaced(Duration.ofSeconds(-1))).hasMessageContaining("PT-1S");
        assertThatThrownBy(() -> Schedule.fixedRate(Duration.ZERO)).hasMessageContaining("interval");
        assertThatThrownBy(() -> Schedule.exponential(seconds(1), 0)).hasMessageContaining("0.0");
        assertThatThrownBy(() -> Schedule.exponential(seconds(1), Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Schedule.forever().jittered(2, 1)).hasMessageContaining("2.0 and 1.0");
    }
}
