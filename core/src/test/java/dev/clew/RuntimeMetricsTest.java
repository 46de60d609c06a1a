package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.internal.sched.PoolCounts;
import dev.clew.internal.sched.WorkerReading;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a reading of the metrics says is what happened. */
class RuntimeMetricsTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private RuntimeMetrics metrics() {
        return own.runtime().metrics();
    }

    // ---- the records ----------------------------------------------------------------------------------

    /** A record of type {@code type} whose components of type long are {@code first}, and then each one more; an int is 2. */
    private static <R extends Record> R filled(Class<R> type, long first, IntFunction<Object> others) throws Exception {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = types[i] == int.class
                    ? (Object) 2
                    : types[i] == long.class ? (Object) (first + i) : others.apply(i);
        }
        return type.getDeclaredConstructor(types).newInstance(values);
    }

    private static long value(Record of, String component) throws Exception {
        return (long) of.getClass().getMethod(component).invoke(of);
    }

    private static List<String> counts(Class<? extends Record> type) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType() == long.class) {
                names.add(component.getName());
            }
        }
        return names;
    }

    private static boolean isKept(String component) {
        return component.endsWith("Now") || component.endsWith("MaxNanos");
    }

    @Test
    void aDifferenceIsThatOfEachCountAndKeepsWhatIsNow() throws Exception {
        WorkerMetrics worker = filled(WorkerMetrics.class, 1_000, i -> "w");
        WorkerMetrics laterWorker = filled(WorkerMetrics.class, 5_000, i -> "w");
        IntFunction<Object> rest = i -> i == 1 ? (Object) 1 : List.of(worker);
        IntFunction<Object> laterRest = i -> i == 1 ? (Object) 1 : List.of(laterWorker);
        RuntimeMetrics before = filled(RuntimeMetrics.class, 100, rest);
        RuntimeMetrics later = filled(RuntimeMetrics.class, 700, laterRest);
        RuntimeMetrics difference = later.since(before);
        for (String name : counts(RuntimeMetrics.class)) {
            assertThat(value(difference, name)).as(name).isEqualTo(isKept(name) ? value(later, name) : 600);
        }
        WorkerMetrics workers = difference.perWorker().get(0);
        for (String name : counts(WorkerMetrics.class)) {
            assertThat(value(workers, name)).as(name).isEqualTo(isKept(name) ? value(laterWorker, name) : 4_000);
        }
        assertThat(difference.perSecond(m -> 3)).isEqualTo(3 / 600e-9);
    }

    @Test
    void eachCountOfAReadingIsTheOneOfThatName() throws Exception {
        WorkerReading first = filled(WorkerReading.class, 1_000, i -> "a");
        WorkerReading second = filled(WorkerReading.class, 3_000, i -> "b");
        WorkerReading others = filled(WorkerReading.class, 10_000, i -> "others");
        PoolCounts counts = filled(PoolCounts.class, 100, i -> i == 2 ? List.of(first, second) : others);
        RuntimeMetrics metrics = RuntimeMetrics.of(counts);
        assertThat(metrics.workers()).isEqualTo(2);
        for (String name : counts(PoolCounts.class)) {
            assertThat(value(metrics, name)).as(name).isEqualTo(value(counts, name));
        }
        for (String name : counts(WorkerReading.class)) {
            long sum = name.endsWith("MaxNanos")
                    ? value(second, name)
                    : value(first, name) + value(second, name) + value(others, name);
            assertThat(value(metrics, name)).as(name).isEqualTo(sum);
            assertThat(value(metrics.perWorker().get(1), name)).as(name).isEqualTo(value(second, name));
        }
        assertThat(metrics.perWorker().get(1).thread()).isEqualTo("b");
    }

    @Test
    void eachCountOfTimeSaysItsUnit() {
        assertThat(counts(RuntimeMetrics.class))
                .filteredOn(name -> name.matches(".*([Ll]ag|busy|idle|elapsed|[Tt]ime(?!rs)).*"))
                .hasSizeGreaterThan(3)
                .allMatch(name -> name.endsWith("Nanos"));
    }

    // ---- a runtime --------------------------------------------------------------------------------------

    private void assertRisesBy(long by, ToLongFunction<RuntimeMetrics> count, Task<?> task) {
        long before = count.applyAsLong(metrics());
        own.outcome(task);
        OwnRuntime.await("every fiber is counted", () -> metrics().fibersLiveNow() == 0);
        assertThat(count.applyAsLong(metrics()) - before).isEqualTo(by);
    }

    @Test
    void fibersThatEndAreCountedByTheirOutcome() {
        Task<Integer> failing = Task.fail(new IllegalStateException("thrown by a test"));
        Task<?> children = Task.now(1)
                .start()
                .flatMap(Fiber::join)
                .then(failing.start().flatMap(Fiber::join))
                .then(Task.<Integer>never()
                        .start()
                        .flatMap(fiber -> fiber.cancel().then(fiber.join())));
        assertRisesBy(2, RuntimeMetrics::fibersSucceeded, children);
        assertRisesBy(1, RuntimeMetrics::fibersFailed, children);
        assertRisesBy(1, RuntimeMetrics::fibersCanceled, children);
        assertRisesBy(4, RuntimeMetrics::fibersEnded, children);
        assertRisesBy(4, RuntimeMetrics::fibersStarted, children);
        // Where a fiber fails before it is joined.
        assertThat(own.takeReports())
                .allMatch(report -> "thrown by a test".equals(report.error().getMessage()));
    }

    @Test
    void runsThatNeverLeaveTheirCallerAreCountedAsWell() throws Exception {
        RuntimeMetrics before = metrics();
        own.runtime().runSync(Task.now(1));
        own.runtime()
                .runSync(
                        Task.fail(new IllegalStateException("thrown by a test")).attempt());
        assertThat(own.runtime()
                        .runSync(Task.fail(new IllegalStateException("thrown by a test"))
                                .attempt()))
                .isNotNull();
        try {
            own.runtime().runSync(Task.fail(new IllegalStateException("thrown by a test")));
        } catch (IllegalStateException expected) {
            assertThat(expected).hasMessage("thrown by a test");
        }
        RuntimeMetrics since = metrics().since(before);
        assertThat(since.fibersStarted()).isEqualTo(4);
        assertThat(since.fibersSucceeded()).isEqualTo(3);
        assertThat(since.fibersFailed()).isEqualTo(1);
        assertThat(since.fibersLiveNow()).isZero();
    }

    @Test
    void totalsAreTheSumsOverTheWorkersWhereNothingElseCounts() {
        for (int i = 0; i < 20; i++) {
            own.outcome(Task.gather(List.of(Steps.sleep(1), Task.yieldNow(), Steps.sleep(2))));
        }
        OwnRuntime.await("all is at rest", () -> metrics().fibersLiveNow() == 0);
        RuntimeMetrics now = metrics();
        assertThat(now.perWorker()).hasSize(2);
        assertThat(now.perWorker().get(0).thread()).isEqualTo(own.workerPrefix() + 0);
        assertThat(now.jobsExecuted()).isPositive().isEqualTo(sum(now, WorkerMetrics::jobsExecuted));
        assertThat(now.timersFired()).isPositive().isEqualTo(sum(now, WorkerMetrics::timersFired));
        assertThat(now.timerLagNanos()).isPositive().isEqualTo(sum(now, WorkerMetrics::timerLagNanos));
        assertThat(now.parks()).isPositive().isEqualTo(sum(now, WorkerMetrics::parks));
        assertThat(now.idleNanos()).isPositive().isEqualTo(sum(now, WorkerMetrics::idleNanos));
    }

    private static long sum(RuntimeMetrics metrics, ToLongFunction<WorkerMetrics> count) {
        return metrics.perWorker().stream().mapToLong(count).sum();
    }

    @Test
    void fibersThatWakeEachOtherRunFromTheNextSlot() {
        long before = metrics().nextSlotHits();
        own.outcome(pingPong(200));
        assertThat(metrics().nextSlotHits() - before).isPositive();
    }

    /** Each round starts a fiber and joins it, which wakes the joiner. */
    private static Task<Integer> pingPong(int rounds) {
        return rounds == 0
                ? Task.now(0)
                : Task.yieldNow().start().flatMap(Fiber::join).flatMap(end -> pingPong(rounds - 1));
    }

    @Test
    void aWorkerIsEitherBusyOrIdleAllTheTime() {
        long pause = System.nanoTime();
        RuntimeMetrics before = metrics();
        own.outcome(Steps.sleep(20));
        RuntimeMetrics after = metrics();
        pause = System.nanoTime() - pause;
        for (WorkerMetrics worker : after.since(before).perWorker()) {
            assertThat(worker.busyNanos()).isNotNegative();
            assertThat(worker.idleNanos()).isNotNegative();
            assertThat(worker.busyNanos() + worker.idleNanos()).isPositive();
        }
        assertThat(after.elapsedNanos() - before.elapsedNanos()).isPositive().isLessThanOrEqualTo(pause);
    }

    @Test
    void timeStandsStillOnceARuntimeIsClosed() {
        TaskRuntime closed = TaskRuntime.builder().workers(2).build();
        closed.close();
        OwnRuntime.await("both workers have ended", () -> times(closed).equals(times(closed)));
        List<Long> then = times(closed);
        OwnRuntime.await("some time has passed", passed(2_000_000));
        assertThat(times(closed)).isEqualTo(then);
    }

    private static BooleanSupplier passed(long nanos) {
        long begin = System.nanoTime();
        return () -> System.nanoTime() - begin > nanos;
    }

    private static List<Long> times(TaskRuntime runtime) {
        return List.of(runtime.metrics().busyNanos(), runtime.metrics().idleNanos());
    }

    @Test
    void threadsForBlockingCodeAreCounted() {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        Task<Integer> blocks = Task.blocking(() -> {
            begun.countDown();
            OwnRuntime.await(release);
            return 1;
        });
        Task<Long> counts = Task.blocking(() -> {
            OwnRuntime.await(begun);
            long now = metrics().blockingThreadsNow();
            release.countDown();
            return now;
        });
        assertThat(own.outcome(blocks.zipPar(counts, (one, now) -> now))).isEqualTo(new Outcome.Succeeded<>(2L));
    }

    @Test
    void jobsThatLieReadyAreCounted() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch filled = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            own.runtime().executor().execute(() -> {
                // Both workers are held before there is anything to steal.
                begun.countDown();
                OwnRuntime.spinUntil(begun);
                for (int j = 0; j < 5; j++) {
                    own.runtime().executor().execute(() -> {});
                }
                filled.countDown();
                OwnRuntime.spinUntil(release);
            });
        }
        OwnRuntime.await(filled);
        assertThat(metrics().queueLengthNow()).isEqualTo(10);
        release.countDown();
        OwnRuntime.await("the queues are empty", () -> metrics().queueLengthNow() == 0);
    }
}
