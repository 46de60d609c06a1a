package dev.clew;

import static dev.clew.Steps.log;
import static dev.clew.Steps.note;
import static dev.clew.Steps.sleep;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Steps.Boom;
import dev.clew.testkit.Explore;
import dev.clew.testkit.Seeds;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Resources are released exactly once, last acquired first, whatever the end of their use. */
class ResourceTest {
    private static final int SEEDS = 100;

    @RegisterExtension
    private final OwnRuntime own = OwnRuntime.ofWorkers(2);

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
        for (int i = 0; i < 10; i++) {
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

    private static Resource<String> of(List<String> log, String name) {
        return Resource.make(note(log, "+" + name).thenReturn(name), n -> note(log, "-" + n));
    }

    /** A resource whose release fails, once it has run. */
    private static Resource<String> failing(List<String> log, String name, Throwable error) {
        return Resource.make(
                note(log, "+" + name).thenReturn(name), n -> note(log, "-" + n).then(Task.fail(error)));
    }

    private static Throwable error(Outcome<?> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed<?>) outcome).error();
    }

    // ---- one after another ----------------------------------------------------------------------------------

    @Test
    void whatIsAcquiredLastIsReleasedFirst() {
        everywhere(
                log -> of(log, "a")
                        .flatMap(a -> of(log, "b").map(b -> a + b))
                        .flatMap(ab -> of(log, "c").map(c -> ab + c))
                        .use(abc -> note(log, abc).thenReturn(abc)),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>("abc"));
                    assertThat(log).containsExactly("+a", "+b", "+c", "abc", "-c", "-b", "-a");
                });
    }

    @Test
    void eachUseAcquiresAnew() {
        everywhere(
                log -> {
                    Task<String> used = of(log, "a").use(Task::now);
                    return used.then(used);
                },
                (end, log) -> assertThat(log).containsExactly("+a", "-a", "+a", "-a"));
    }

    @Test
    void anErrorOfTheUseOrOfTheNextAcquisitionOrOfAMappingReleases() {
        Boom boom = new Boom("use");
        everywhere(log -> of(log, "a").use(a -> Task.<String>fail(boom)), (end, log) -> {
            assertThat(error(end)).isSameAs(boom);
            assertThat(log).containsExactly("+a", "-a");
        });
        everywhere(
                log -> of(log, "a")
                        .flatMap(a -> Resource.make(Task.<String>fail(boom), x -> note(log, "-x")))
                        .use(Task::now),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).containsExactly("+a", "-a");
                });
        everywhere(
                log -> of(log, "a")
                        .<String>map(a -> {
                            throw boom;
                        })
                        .use(Task::now),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).containsExactly("+a", "-a");
                });
    }

    @Test
    void nowAndEvalReleaseNothing() {
        everywhere(
                log -> Resource.now(1)
                        .flatMap(one -> Resource.eval(Task.delay(() -> one + 1)))
                        .use(Task::now),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(2)));
    }

    @Test
    void aFinalizerRunsAfterTheReleaseAndAlsoWhereNothingWasAcquired() {
        everywhere(
                log -> of(log, "a").onFinalize(note(log, "last")).use(Task::now),
                (end, log) -> assertThat(log).containsExactly("+a", "-a", "last"));
        Boom boom = new Boom("acquire");
        everywhere(
                log -> Resource.eval(Task.<String>fail(boom))
                        .onFinalize(outcome -> note(log, outcome.toString()))
                        .use(Task::now),
                (end, log) -> assertThat(log).containsExactly(new Outcome.Failed<>(boom).toString()));
    }

    // ---- errors of releases -----------------------------------------------------------------------------------

    @Test
    void everyReleaseRunsAlthoughAnotherFails() {
        Boom first = new Boom("first");
        Boom second = new Boom("second");
        everywhere(
                log -> failing(log, "a", second)
                        .flatMap(a -> of(log, "b").flatMap(b -> failing(log, "c", first)))
                        .use(Task::now),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(first);
                    assertThat(first.getSuppressed()).containsExactly(second);
                    assertThat(log).containsExactly("+a", "+b", "+c", "-c", "-b", "-a");
                });
    }

    @Test
    void afterAFailureErrorsOfReleasesAreSuppressed() {
        Boom release = new Boom("release");
        everywhere(
                log -> {
                    Boom use = new Boom("use");
                    return failing(log, "a", release)
                            .use(a -> Task.<String>fail(use))
                            .onError(e -> note(log, e == use ? "use" : "other"));
                },
                (end, log) -> {
                    assertThat(error(end).getSuppressed()).containsExactly(release);
                    assertThat(log).containsExactly("+a", "-a", "use");
                });
    }

    @Test
    void afterACancellationTheyAreReportedEach() {
        TestRuntime runtime = TestRuntime.builder().allowReports().build();
        List<String> log = new ArrayList<>();
        Boom one = new Boom("one");
        Boom two = new Boom("two");
        Outcome<String> end = runtime.run(failing(log, "a", one)
                .flatMap(a -> failing(log, "b", two))
                .use(b -> Task.canceled().then(Task.<String>never())));
        assertThat(end).isEqualTo(new Outcome.Canceled<>());
        assertThat(log).containsExactly("+a", "+b", "-b", "-a");
        assertThat(runtime.reported()).extracting(TestRuntime.Report::error).containsExactly(two, one);
    }

    @Test
    void aReleaseIsToldHowTheUseEndedAndLaterOnesOfAFailedRelease() {
        Boom boom = new Boom("release");
        everywhere(
                log -> {
                    Fn2<String, Outcome<?>, Task<?>> told = (name, outcome) ->
                            note(log, name + (outcome instanceof Outcome.Failed ? " failed" : " succeeded"));
                    return Resource.<String>makeFull(poll -> Task.now("a"), told)
                            .flatMap(a -> Resource.make(Task.now("b"), b -> Task.fail(boom)))
                            .flatMap(b -> Resource.<String>makeFull(poll -> Task.now("c"), told))
                            .use(Task::now);
                },
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).containsExactly("c succeeded", "a failed");
                });
    }

    @Test
    void aReleaseThatThrowsOrGivesNullFails() {
        everywhere(
                log -> of(log, "a")
                        .flatMap(a -> Resource.make(Task.now("b"), b -> {
                            throw new Boom("thrown");
                        }))
                        .use(Task::now),
                (end, log) -> {
                    assertThat(error(end)).hasMessage("thrown");
                    assertThat(log).containsExactly("+a", "-a");
                });
    }

    // ---- cancelling -------------------------------------------------------------------------------------------

    /** Each that was acquired is released once, in the opposite order. */
    private static boolean isNested(List<String> log) {
        Deque<String> held = new ArrayDeque<>();
        for (String entry : log) {
            String name = entry.substring(1);
            if (entry.startsWith("+")) {
                held.push(name);
            } else if (entry.startsWith("-") && !name.equals(held.poll())) {
                return false;
            }
        }
        return held.isEmpty();
    }

    /** Each that was acquired is released once, after that. */
    private static boolean isPaired(List<String> log) {
        for (String entry : log) {
            String other = (entry.startsWith("+") ? "-" : "+") + entry.substring(1);
            if (Collections.frequency(log, entry) != 1
                    || Collections.frequency(log, other) != 1
                    || (entry.startsWith("+") && log.indexOf(entry) > log.indexOf(other))) {
                return false;
            }
        }
        return true;
    }

    private static Resource<String> slow(List<String> log, String name) {
        return Resource.make(
                sleep(1).then(note(log, "+" + name)).thenReturn(name), n -> sleep(1).then(note(log, "-" + n)));
    }

    private static <A> Explore<List<String>, A> exploring(Program<A> program) {
        return Explore.<List<String>, A>program(ArrayList::new, program::with).random();
    }

    private static final Program<Void> NESTED = log -> slow(log, "a")
            .flatMap(a -> Resource.<String>makeFull(
                    poll -> poll.apply(sleep(1)).then(note(log, "+b")).thenReturn("b"),
                    (b, outcome) -> note(log, "-b").then(sleep(1))))
            .flatMap(b -> Resource.eval(sleep(1)).flatMap(x -> slow(log, "c")))
            .onFinalize(note(log, "finalized"))
            .use(c -> sleep(1));

    private static final Program<Void> PARALLEL = log -> slow(log, "a")
            .flatMap(a -> slow(log, "b")
                    .flatMap(b -> slow(log, "c"))
                    .both(Resource.eval(sleep(1)).flatMap(x -> slow(log, "d"))))
            .use(pair -> sleep(1));

    @Test
    void aCancelBeforeAnyStepReleasesWhatWasAcquired() {
        long runs = exploring(NESTED)
                .runs(20)
                .cancelEverywhere()
                .expect("last acquired is first released", (log, end) -> isNested(log))
                .check()
                .runs();
        assertThat(runs).isGreaterThan(500);
    }

    @Test
    void aCancelBeforeAnyStepOfParallelAcquisitionsReleasesBothSides() {
        long runs = exploring(PARALLEL)
                .runs(20)
                .cancelEverywhere()
                .expect("each that was acquired is released once", (log, end) -> isPaired(log))
                .check()
                .runs();
        assertThat(runs).isGreaterThan(500);
        exploring(PARALLEL)
                .runs(3_000)
                .cancelling(2)
                .expect("each that was acquired is released once", (log, end) -> isPaired(log))
                .check();
    }

    @Test
    void anAcquisitionIsUncancelableButWhereItPolls() {
        TestRuntime runtime = TestRuntime.fifo();
        List<String> log = new ArrayList<>();
        Outcome<Void> masked =
                runtime.run(slow(log, "a").use(a -> Task.<Void>never()).timeout(Duration.ofNanos(1)));
        assertThat(error(masked)).isInstanceOf(TimeoutException.class);
        assertThat(log).containsExactly("+a", "-a");
        Outcome<String> polled = runtime.run(
                Resource.<String>makeFull(poll -> poll.apply(Task.never()), (a, outcome) -> note(log, "never"))
                        .use(Task::now)
                        .timeout(Duration.ofNanos(1)));
        assertThat(error(polled)).isInstanceOf(TimeoutException.class);
        assertThat(log).containsExactly("+a", "-a");
    }

    // ---- in parallel --------------------------------------------------------------------------------------------

    @Test
    void bothAreAcquiredAndReleasedAtOnce() {
        TestRuntime runtime = TestRuntime.fifo();
        List<String> log = new ArrayList<>();
        runtime.run(slow(log, "a").both(slow(log, "b")).use(pair -> Task.unit()));
        assertThat(log.subList(0, 2)).containsExactlyInAnyOrder("+a", "+b");
        assertThat(log.subList(2, 4)).containsExactlyInAnyOrder("-a", "-b");
        assertThat(runtime.now()).isEqualTo(Duration.ofMillis(2));
    }

    @Test
    void threeCombineInParallel() {
        everywhere(
                log -> Resource.mapPar(of(log, "a"), of(log, "b"), of(log, "c"), (a, b, c) -> a + b + c)
                        .use(Task::now),
                (end, log) -> {
                    assertThat(end).isEqualTo(new Outcome.Succeeded<>("abc"));
                    assertThat(isPaired(log)).isTrue();
                    assertThat(log).hasSize(6);
                });
    }

    @Test
    void aSideThatFailsReleasesTheOther() {
        Boom boom = new Boom("right");
        everywhere(
                log -> slow(log, "a")
                        .flatMap(a -> slow(log, "b"))
                        .both(Resource.eval(sleep(1).then(Task.<String>fail(boom))))
                        .use(pair -> note(log, "used")),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).doesNotContain("used");
                    assertThat(isPaired(log)).isTrue();
                });
    }

    @Test
    void aReleaseOfASideRunsAlthoughTheOtherFailsOrCancelsItself() {
        Boom left = new Boom("left");
        everywhere(
                log -> {
                    Boom right = new Boom("right");
                    return failing(log, "a", left)
                            .both(of(log, "b").flatMap(b -> failing(log, "c", right)))
                            .both(Resource.make(
                                    Task.unit(), x -> Task.canceled().then(note(log, "went on"))))
                            .use(pair -> Task.unit());
                },
                (end, log) -> {
                    assertThat(error(end)).isSameAs(left);
                    assertThat(log).contains("-a", "-b", "-c", "went on");
                });
        assertThat(left.getSuppressed())
                .hasSize(16)
                .allSatisfy(e -> assertThat(e).hasMessage("right"));
    }

    // ---- the ways out ---------------------------------------------------------------------------------------------

    @Test
    void whatIsAllocatedIsReleasedByItsTaskOnce() {
        everywhere(
                log -> of(log, "a")
                        .flatMap(a -> of(log, "b"))
                        .allocated()
                        .flatMap(held ->
                                note(log, held.value()).then(held.release()).then(held.release())),
                (end, log) -> assertThat(log).containsExactly("+a", "+b", "b", "-b", "-a"));
    }

    @Test
    void anAllocationThatFailsOrIsCancelledIsReleased() {
        Boom boom = new Boom("second");
        everywhere(
                log -> of(log, "a")
                        .flatMap(a -> Resource.eval(Task.<String>fail(boom)))
                        .allocated(),
                (end, log) -> {
                    assertThat(error(end)).isSameAs(boom);
                    assertThat(log).containsExactly("+a", "-a");
                });
        everywhere(
                log -> of(log, "a")
                        .flatMap(a -> Resource.eval(sleep(60_000)))
                        .allocated()
                        .timeout(Duration.ofMillis(1)),
                (end, log) -> {
                    assertThat(error(end)).isInstanceOf(TimeoutException.class);
                    // On workers of a busy machine the limit may come before the first is acquired.
                    assertThat(log).isIn(List.of(), List.of("+a", "-a"));
                });
    }

    @Test
    void anAutoCloseableIsOpenedAndClosedOffTheWorkers() throws Exception {
        List<String> log = log();
        AutoCloseable closeable = () -> log.add(Thread.currentThread().getName());
        own.run(Resource.fromAutoCloseable(() -> {
                    log.add(Thread.currentThread().getName());
                    return closeable;
                })
                .use(c -> Task.unit()));
        assertThat(log).hasSize(2).noneMatch(name -> name.startsWith(own.workerPrefix()));
    }

    @Test
    void whatCloseThrowsIsTheErrorOfTheUse() {
        Boom boom = new Boom("close");
        AutoCloseable closeable = () -> {
            throw boom;
        };
        assertThat(error(own.outcome(Resource.fromAutoCloseable(() -> closeable).use(c -> Task.unit()))))
                .isSameAs(boom);
    }

    @Test
    void localsSetWhileAcquiringAreSeenInTheUse() {
        FiberLocal<Integer> local = FiberLocal.of(0);
        everywhere(
                log -> Resource.make(local.set(7), x -> Task.unit()).use(x -> local.get()),
                (end, log) -> assertThat(end).isEqualTo(new Outcome.Succeeded<>(7)));
    }
}
