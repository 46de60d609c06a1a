package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A foreign virtual scheduler drives a runtime step by step: no step runs, waits or reads time elsewhere. */
class DrivenRuntimeTest {
    private static final String NAME = "clew-driven-test";

    private final VirtualDriver driver = new VirtualDriver(7);
    private final List<String> reports = new ArrayList<>();
    private final TaskRuntime runtime = driver.runtime(NAME)
            .errorReporter((what, error) -> reports.add(what))
            .build();

    @AfterEach
    void nothingHappenedElsewhere() {
        assertThat(driver.strangers()).as("calls from other threads").isEmpty();
        assertThat(threads()).as("threads of the runtime").isEmpty();
        assertThat(reports).as("reports that the test did not take").isEmpty();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(NAME))
                .toList();
    }

    private <A extends @Nullable Object> A run(Task<A> task) throws Exception {
        return outcome(task).get();
    }

    private <A extends @Nullable Object> Outcome<A> outcome(Task<A> task) {
        List<Outcome<A>> ends = new ArrayList<>();
        runtime.runAsync(task, ends::add);
        assertThat(ends).as("ends before the first step").isEmpty();
        driver.run();
        assertThat(ends).as("ends").hasSize(1);
        return ends.get(0);
    }

    private static final Task<Thread> THREAD = Task.delay(Thread::currentThread);

    @Test
    void runAsyncReturnsAtOnceWithNothingRun() {
        List<String> log = Steps.log();
        runtime.runAsync(Steps.note(log, "step"), end -> log.add("end"));
        assertThat(log).isEmpty();
        assertThat(driver.waiting()).isEqualTo(1);
        assertThat(driver.step()).isTrue();
        assertThat(log).containsExactly("step", "end");
        assertThat(driver.step()).isFalse();
    }

    @Test
    void theConsumerOfATaskThatNeverEndsIsNeverCalled() {
        List<Outcome<Object>> ends = new ArrayList<>();
        runtime.runAsync(Task.never(), ends::add);
        driver.run();
        assertThat(ends).isEmpty();
        assertThat(driver.waiting()).isZero();
        assertThat(runtime.metrics().fibersSuspendedNow()).isEqualTo(1);
    }

    @Test
    void everyStepRunsOnTheThreadThatDrives() throws Exception {
        Task<Thread> slow = Steps.sleep(2).then(THREAD);
        List<Task<Thread>> all = List.of(
                THREAD,
                slow,
                Task.fork(THREAD),
                Task.yieldNow().then(THREAD),
                THREAD.both(slow).map(Task.Pair::second),
                slow.both(THREAD).map(Task.Pair::second),
                THREAD.start().flatMap(Fiber::joinOrFail),
                THREAD.on(driver),
                Task.blocking(Thread::currentThread),
                Task.interruptible(Thread::currentThread),
                slow.timeout(Duration.ofSeconds(1)),
                Task.async(callback -> callback.success(Thread.currentThread())));
        assertThat(run(Task.gather(all))).containsOnly(Thread.currentThread());
        assertThat(run(Task.sequence(all))).containsOnly(Thread.currentThread());
        assertThat(run(Task.parTraverse(2, all, task -> task))).containsOnly(Thread.currentThread());
        assertThat(driver.blocked()).isEqualTo(6);
    }

    @Test
    void timeIsTheClocks() throws Exception {
        assertThat(run(Task.sleep(Duration.ofDays(3)).then(Task.monotonic())))
                .isEqualTo(Duration.ofDays(3).toNanos());
        assertThat(run(Task.realTime())).isEqualTo(Duration.ofDays(3).toMillis());
        assertThat(outcome(Task.never().timeout(Duration.ofDays(1))))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).isInstanceOf(TimeoutException.class));
        assertThat(driver.millis()).isEqualTo(Duration.ofDays(4).toMillis());
        AtomicInteger tries = new AtomicInteger();
        Task<Integer> failsTwice = Task.delay(() -> {
            if (tries.incrementAndGet() < 3) {
                throw new Steps.Boom("again");
            }
            return tries.get();
        });
        assertThat(run(failsTwice.retry(List.of(Duration.ofHours(1), Duration.ofHours(2)))))
                .isEqualTo(3);
        assertThat(driver.millis()).isEqualTo(Duration.ofHours(99).toMillis());
    }

    @Test
    void aTimerThatIsNotNeededIsTakenOutOfTheClock() throws Exception {
        assertThat(run(Steps.sleep(5).timeout(Duration.ofHours(1)).thenReturn(1)))
                .isEqualTo(1);
        assertThat(driver.millis()).isEqualTo(5);
        RuntimeMetrics metrics = runtime.metrics();
        assertThat(metrics.timersSet()).isEqualTo(2);
        assertThat(metrics.timersFired()).isEqualTo(1);
        assertThat(metrics.timersCancelled()).isEqualTo(1);
    }

    private static Task<Integer> busy() {
        Task<Integer> each = Task.gather(IntStream.range(0, 8)
                        .mapToObj(i -> Steps.sleep(i % 3)
                                .then(Task.yieldNow())
                                .thenReturn(i)
                                .both(Task.fork(Task.now(i)))
                                .map(Task.Pair::first))
                        .toList())
                .map(values -> values.stream().mapToInt(i -> i).sum());
        return each.zipPar(each, Integer::sum);
    }

    @Test
    void theSameSeedGivesTheSameTraceAndOthersOtherOnes() {
        TreeSet<String> traces = new TreeSet<>();
        for (int seed = 0; seed < 20; seed++) {
            List<String> first = trace(seed);
            assertThat(trace(seed)).as("the trace of seed " + seed).isEqualTo(first);
            traces.add(first.toString());
            assertThat(VirtualDriver.outcome(busy(), seed)).isEqualTo(new Outcome.Succeeded<>(56));
        }
        assertThat(traces).as("different traces").hasSizeGreaterThan(10);
    }

    private static List<String> trace(long seed) {
        VirtualDriver driver = new VirtualDriver(seed);
        driver.runtime(NAME).build().runAsync(busy(), end -> {});
        return driver.run().trace();
    }

    @Test
    void cancellationRunsFinalizersInVirtualTime() {
        List<String> log = Steps.log();
        Fiber<Task.Pair<Object, Object>> fiber = runtime.runAsync(
                Task.never().both(Task.never().onCancel(Steps.sleep(30).then(Steps.note(log, "right")))),
                end -> log.add(end.getClass().getSimpleName()));
        driver.run();
        runtime.runAsync(fiber.cancel(), end -> log.add("cancelled"));
        assertThat(log).isEmpty();
        driver.run();
        assertThat(log).startsWith("right").contains("Canceled", "cancelled").hasSize(3);
        assertThat(driver.millis()).isEqualTo(30);
        assertThat(runtime.metrics().fibersSuspendedNow()).isZero();
    }

    @Test
    void theExecutorIsTheVeryObject() throws Exception {
        assertThat(run(Task.executor())).isSameAs(driver);
        assertThat(run(Task.executor().on(driver))).isSameAs(driver);
        List<String> log = Steps.log();
        runtime.executor().execute(() -> log.add("raw"));
        assertThat(log).isEmpty();
        driver.run();
        assertThat(log).containsExactly("raw");
    }

    @Test
    void aLongRunGivesOthersATurn() throws Exception {
        AtomicInteger others = new AtomicInteger();
        runtime.runAsync(Task.traverse(Collections.nCopies(20, 0), i -> Task.yieldNow()), end -> {});
        runtime.runAsync(
                Task.traverse(Collections.nCopies(100_000, 0), i -> Task.delay(() -> i)),
                end -> others.set(driver.trace().size()));
        driver.run();
        assertThat(others.get()).as("steps when the long run ended").isGreaterThan(20);
    }

    @Test
    void metricsCountStepsAndFibers() throws Exception {
        RuntimeMetrics before = runtime.metrics();
        assertThat(before.workers()).isZero();
        runtime.runAsync(Task.unit().start().then(Task.unit()), end -> {});
        assertThat(runtime.metrics().singletonsPresentNow()).isEqualTo(1);
        driver.run();
        RuntimeMetrics after = runtime.metrics().since(before);
        assertThat(after.fibersStarted()).isEqualTo(2);
        assertThat(after.jobsExecuted()).isEqualTo(2);
        assertThat(after.singletonsSubmitted()).isEqualTo(2);
        assertThat(runtime.metrics().singletonsPresentNow()).isZero();
        assertThat(runtime).hasToString("TaskRuntime " + NAME + " on an executor");
    }

    @Test
    void runSyncFromInsideAStepIsRefused() {
        Task<Object> nested = Task.delay(() -> runtime.runSync(Task.now(1)));
        for (Task<Object> wrong :
                List.<Task<Object>>of(nested, Task.blocking(() -> runtime.runSync(Task.now(1), Duration.ofDays(1))))) {
            assertThat(outcome(wrong))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.error())
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessageContaining("wait for itself"));
        }
    }

    @Test
    void aFatalErrorEndsAllThatWaits() {
        List<String> ends = new ArrayList<>();
        runtime.runAsync(Task.never(), end -> ends.add("waiting: " + end));
        driver.run();
        runtime.runAsync(
                Steps.act(() -> {
                    throw new OutOfMemoryError("not really");
                }),
                end -> ends.add("fatal: " + end));
        driver.run();
        assertThat(ends).hasSize(2).allMatch(end -> end.contains("OutOfMemoryError"));
        assertThat(reports).containsExactly("a fatal error ends the runtime");
        reports.clear();
        assertThatThrownBy(() -> runtime.runAsync(Task.unit(), end -> {}))
                .isInstanceOf(RejectedExecutionException.class);
    }

    // ---- closing ----------------------------------------------------------------------------------------

    @Test
    void closingWithNothingLeftIsOverAtOnce() throws Exception {
        run(busy());
        runtime.close();
        runtime.close();
        assertThat(driver.waiting()).isZero();
        assertThatThrownBy(() -> runtime.runAsync(Task.unit(), end -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void closingOnTheThreadThatDrivesCancelsAndLeavesTheRestToTheSteps() {
        List<String> log = Steps.log();
        runtime.runAsync(
                Task.never().onCancel(Steps.sleep(100).then(Steps.note(log, "finalizer"))),
                end -> log.add("end at " + driver.millis()));
        runtime.runAsync(Steps.sleep(1).then(Task.never()), end -> log.add("another at " + driver.millis()));
        driver.step();
        driver.step();
        runtime.close();
        assertThat(log).isEmpty();
        runtime.close();
        driver.run();
        assertThat(log).containsExactly("another at 0", "finalizer", "end at 100");
        assertThat(driver.millis()).as("no timer is left that ends the waiting").isEqualTo(100);
    }

    @Test
    void aFiberThatHasNotBegunIsCancelledAsItBegins() {
        List<String> log = Steps.log();
        runtime.runAsync(Task.unit(), end -> {});
        driver.run();
        runtime.runAsync(Steps.note(log, "never"), end -> log.add(end.toString()));
        runtime.close();
        driver.run();
        assertThat(log).containsExactly(new Outcome.Canceled<>().toString());
    }

    @Test
    void closingFromATaskCancelsThatTaskToo() {
        List<String> log = Steps.log();
        runtime.runAsync(
                Steps.act(runtime::close).then(Task.never()).onCancel(Steps.note(log, "finalizer")),
                end -> log.add(end.toString()));
        driver.run();
        assertThat(log).containsExactly("finalizer", new Outcome.Canceled<>().toString());
        assertThatThrownBy(() -> runtime.runAsync(Task.unit(), end -> {}))
                .isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void closingGivesUpWhenItsTimeIsOverOnTheClock() {
        List<String> log = Steps.log();
        runtime.runAsync(
                Task.uncancelable(poll -> Task.never()).onCancel(Steps.note(log, "never")),
                end -> log.add(end + " at " + driver.millis()));
        driver.step();
        runtime.close();
        driver.run();
        assertThat(log).containsExactly(new Outcome.Canceled<>() + " at 10000");
        assertThat(reports).containsExactly("closing a runtime did not stop all of it in time");
        reports.clear();
    }

    @Test
    void closingWhileNobodyDrivesSaysSo() {
        List<Throwable> errors = new ArrayList<>();
        TaskRuntime alone = driver.runtime(NAME)
                .closeTimeout(Duration.ofMillis(20))
                .errorReporter((what, error) -> errors.add(error))
                .build();
        List<String> log = Steps.log();
        alone.runAsync(Steps.note(log, "never"), end -> log.add(end.toString()));
        alone.close();
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0)).hasMessageContaining("1 fibers").hasMessageContaining("1 steps lay in its compute");
        driver.run();
        assertThat(log).as("what is driven all the same ends").containsExactly(new Outcome.Canceled<>().toString());
    }

    @Test
    void whatIsWokenAfterTheCloseEndsWithoutAStep() {
        Deferred<Integer> late = Deferred.create();
        List<String> log = Steps.log();
        runtime.runAsync(
                Task.uncancelable(poll -> late.get()).tap(value -> Steps.note(log, "value")), end -> log.add("end"));
        driver.step();
        runtime.close();
        driver.run();
        assertThat(log).containsExactly("end");
        assertThat(late.tryComplete(1)).isTrue();
        assertThat(driver.waiting()).isZero();
        assertThat(reports).hasSize(1);
        reports.clear();
    }
}
