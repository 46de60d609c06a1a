package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks made of values, code, errors and time. */
class CreatingTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void nowGivesItsValueEachTime() throws Exception {
        Object value = new Object();
        Task<Object> now = Task.now(value);
        assertThat(own.run(now)).isSameAs(value);
        assertThat(own.run(now)).isSameAs(value);
        assertThat(own.<Object>run(Task.now(null))).isNull();
        assertThat(own.run(Task.unit())).isNull();
    }

    @Test
    void buildingATaskRunsNothing() {
        AtomicInteger runs = new AtomicInteger();
        Task<Integer> task = Task.delay(runs::incrementAndGet)
                .flatMap(n -> Task.delay(runs::incrementAndGet))
                .both(Task.delay(runs::incrementAndGet))
                .map(pair -> runs.incrementAndGet())
                .guarantee(Task.delay(runs::incrementAndGet));
        assertThat(task).isNotNull();
        assertThat(runs).hasValue(0);
    }

    @Test
    void delayRunsItsCodeEachTimeOnAWorker() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Task<Integer> task = Task.delay(() -> {
            assertThat(Thread.currentThread().getName()).startsWith(own.workerPrefix());
            return runs.incrementAndGet();
        });
        assertThat(own.run(task)).isEqualTo(1);
        assertThat(own.run(task)).isEqualTo(2);
        assertThat(own.<Object>run(Task.delay(() -> null))).isNull();
    }

    @Test
    void whatDelayThrowsIsTheErrorItself() {
        IOException checked = new IOException("checked");
        AssertionError error = new AssertionError("error");
        StackOverflowError overflow = new StackOverflowError("user's own");
        for (Throwable thrown : new Throwable[] {checked, error, overflow, new InterruptedException("user's own")}) {
            assertThat(own.outcome(Task.delay(() -> {
                        throw sneaky(thrown);
                    })))
                    .isEqualTo(new Outcome.Failed<>(thrown));
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> RuntimeException sneaky(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void aRealStackOverflowOfUserCodeIsAnOrdinaryError() throws Exception {
        assertThat(own.outcome(Task.delay(() -> recurse(1))))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).isInstanceOf(StackOverflowError.class));
        assertThat(own.run(Task.now(1))).isEqualTo(1);
    }

    private static int recurse(int n) {
        return n == 0 ? 0 : recurse(n + 1) + 1;
    }

    @Test
    void deferBuildsItsTaskEachTime() throws Exception {
        AtomicInteger builds = new AtomicInteger();
        Task<Integer> task = Task.defer(() -> Task.now(builds.incrementAndGet()));
        assertThat(own.run(task)).isEqualTo(1);
        assertThat(own.run(task)).isEqualTo(2);
    }

    @Test
    void deferThatThrowsOrGivesNullFails() {
        IOException thrown = new IOException("built wrongly");
        assertThat(own.outcome(Task.defer(() -> {
                    throw thrown;
                })))
                .isEqualTo(new Outcome.Failed<>(thrown));
        assertThatThrownBy(() -> own.run(Task.defer(() -> (Task<Integer>) null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("defer");
    }

    @Test
    void failEndsWithTheVeryError() {
        Steps.Boom boom = new Steps.Boom("as it is");
        assertThat(own.outcome(Task.fail(boom)))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).isSameAs(boom));
    }

    @Test
    void nullIsRefusedWhereAFunctionOrATaskOrAnErrorIsWanted() {
        Task<Integer> task = Task.now(1);
        assertThatThrownBy(() -> Task.fail(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("error");
        assertThatThrownBy(() -> Task.delay(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("function");
        assertThatThrownBy(() -> task.map(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("function");
        assertThatThrownBy(() -> task.flatMap(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("function");
        assertThatThrownBy(() -> task.then(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("task");
        assertThatThrownBy(() -> task.both(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("task");
        assertThatThrownBy(() -> task.on(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("executor");
    }

    @Test
    void sleepWaitsAtLeastItsTimeAndHoldsNoWorker() throws Exception {
        long start = System.nanoTime();
        java.util.List<Task<Void>> sleeps = java.util.Collections.nCopies(1_000, Steps.sleep(50));
        own.run(Task.gather(sleeps));
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertThat(took).isBetween(Duration.ofMillis(50), Duration.ofSeconds(20));
        own.run(Task.sleep(Duration.ZERO));
        assertThatThrownBy(() -> Task.sleep(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-0.001");
    }

    @Test
    void aSleepLongerThanAnyClockIsASleep() {
        Fiber<Void> fiber = own.runtime().runAsync(Task.sleep(Duration.ofSeconds(Long.MAX_VALUE)), end -> {});
        OwnRuntime.await("it sleeps", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.outcome(fiber.cancel());
    }

    @Test
    void yieldNowLetsOthersRun() throws Exception {
        CountDownLatch done = new CountDownLatch(4);
        Task<Void> spin = Task.defer(() -> spinUntil(done));
        Task<Void> step = Steps.release(done);
        own.run(Task.gather(java.util.List.of(spin, spin, spin, spin, step, step, step, step)));
    }

    private static Task<Void> spinUntil(CountDownLatch latch) {
        return latch.getCount() == 0 ? Task.now(null) : Task.yieldNow().flatMap(ignored -> spinUntil(latch));
    }

    @Test
    void neverWaitsUntilItIsCancelled() throws Exception {
        Fiber<Object> fiber = own.runtime().runAsync(Task.never(), end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(fiber.cancel());
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
    }

    @Test
    void canceledCancelsTheFiberThatRunsIt() {
        AtomicInteger after = new AtomicInteger();
        assertThat(own.outcome(Task.canceled().then(Task.delay(after::incrementAndGet))))
                .isInstanceOf(Outcome.Canceled.class);
        assertThat(after).hasValue(0);
    }

    @Test
    void theClocksAreTheRuntimesOwn() throws Exception {
        long before = System.nanoTime();
        long read = own.run(Task.monotonic());
        assertThat(read).isBetween(before, System.nanoTime());
        long wallBefore = System.currentTimeMillis();
        assertThat(own.run(Task.realTime())).isBetween(wallBefore, System.currentTimeMillis());
    }
}
