package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the metrics say of the external queue is what was put there and what still lies there. */
class ExternalQueueCountsTest {
    private static final int JOBS = 10_000;

    /** As many jobs as a ring holds. */
    private static final int RING = 8192;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private RuntimeMetrics metrics() {
        return own.runtime().metrics();
    }

    @Test
    void eachRunnableFromOutsideIsOneSingleton() throws Exception {
        ExecutorService executor = own.runtime().executor();
        AtomicInteger ran = new AtomicInteger();
        RuntimeMetrics before = metrics();
        for (int i = 0; i < JOBS; i++) {
            executor.execute(ran::incrementAndGet);
        }
        OwnRuntime.await("all jobs ran", () -> ran.get() == JOBS);
        RuntimeMetrics after = metrics();
        assertThat(after.singletonsSubmitted() - before.singletonsSubmitted()).isEqualTo(JOBS);
        assertThat(after.singletonsPresentNow()).isZero();
        assertThat(after.batchesSubmitted() - before.batchesSubmitted()).isEqualTo(after.spills() - before.spills());
        assertThat(after.batchesPresentNow()).isZero();
    }

    @Test
    void whileAllWorkersAreHeldWhatWasSubmittedIsPresent() throws Exception {
        CountDownLatch held = new CountDownLatch(2);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        ExecutorService executor = own.runtime().executor();
        for (int i = 0; i < 2; i++) {
            executor.execute(() -> {
                held.countDown();
                OwnRuntime.spinUntil(release);
            });
        }
        OwnRuntime.await(held);
        for (int i = 0; i < 100; i++) {
            executor.execute(ran::incrementAndGet);
        }
        assertThat(metrics().singletonsPresentNow()).isEqualTo(100);
        release.countDown();
        OwnRuntime.await("all jobs ran", () -> ran.get() == 100);
        assertThat(metrics().singletonsPresentNow()).isZero();
        assertThat(metrics().singletonsSubmitted()).isEqualTo(102);
    }

    @Test
    void aRingThatOverflowsRaisesTheBatchesByWhatItSpills() throws Exception {
        try (TaskRuntime one = TaskRuntime.builder().workers(1).build()) {
            ExecutorService executor = one.executor();
            AtomicInteger ran = new AtomicInteger();
            executor.execute(() -> {
                for (int i = 0; i < 2 * RING; i++) {
                    executor.execute(ran::incrementAndGet);
                }
            });
            OwnRuntime.await("all jobs ran", () -> ran.get() == 2 * RING);
            RuntimeMetrics metrics = one.metrics();
            // A full ring spills 128 at a time, and the batches that are taken back may spill again.
            assertThat(metrics.spills()).isGreaterThanOrEqualTo(RING / 128);
            assertThat(metrics.batchesSubmitted()).isEqualTo(metrics.spills());
            assertThat(metrics.batchesPresentNow()).isZero();
            assertThat(metrics.singletonsSubmitted()).isEqualTo(1);
        }
    }

    @Test
    void noCountIsEverNegativeOrShrinksWhileJobsComeAndGo() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger ran = new AtomicInteger();
        Thread producer = new Thread(() -> {
            for (int i = 0; i < JOBS; i++) {
                own.runtime().executor().execute(ran::incrementAndGet);
            }
            over.set(true);
        });
        // And from inside, so that rings overflow.
        own.runtime().executor().execute(() -> {
            for (int i = 0; i < JOBS; i++) {
                own.runtime().executor().execute(ran::incrementAndGet);
            }
        });
        producer.start();
        RuntimeMetrics before = metrics();
        while (!over.get()) {
            RuntimeMetrics now = metrics();
            assertThat(now.singletonsPresentNow()).isNotNegative();
            assertThat(now.batchesPresentNow()).isNotNegative();
            assertThat(now.singletonsSubmitted()).isGreaterThanOrEqualTo(before.singletonsSubmitted());
            assertThat(now.batchesSubmitted()).isGreaterThanOrEqualTo(before.batchesSubmitted());
            before = now;
        }
        producer.join(OwnRuntime.DEADLINE.toMillis());
        OwnRuntime.await("all jobs ran", () -> ran.get() == 2 * JOBS);
        assertThat(metrics().singletonsPresentNow()).isZero();
        assertThat(metrics().batchesPresentNow()).isZero();
        assertThat(metrics().singletonsSubmitted()).isEqualTo(JOBS + 1);
        assertThat(metrics().batchesSubmitted()).isEqualTo(metrics().spills());
    }

    @Test
    void theCountsAreRightAfterWorkersHaveDied() throws Exception {
        ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
        InternalError fatal = new InternalError("thrown by a test");
        TaskRuntime runtime = TaskRuntime.builder()
                .workers(1)
                .closeTimeout(Duration.ofSeconds(5))
                .errorReporter((what, error) -> reports.add(error))
                .build();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        runtime.executor().execute(() -> {
            held.countDown();
            OwnRuntime.spinUntil(release);
            for (int i = 0; i < RING + 1_000; i++) {
                runtime.executor().execute(() -> {});
            }
            throw fatal;
        });
        OwnRuntime.await(held);
        for (int i = 0; i < 99; i++) {
            runtime.executor().execute(() -> {});
        }
        long spilledNow = runtime.metrics().spills();
        assertThat(spilledNow).isZero();
        release.countDown();
        OwnRuntime.await("the runtime ended", () -> runtime.executor().isTerminated());
        OwnRuntime.await("what was left was ended", () -> runtime.metrics().batchesPresentNow() == 0);
        runtime.close();
        RuntimeMetrics metrics = runtime.metrics();
        // What lay in the worker's ring was handed to the queue when the worker had died, each a singleton.
        assertThat(metrics.singletonsSubmitted()).isBetween(100L, 100L + RING);
        assertThat(metrics.singletonsPresentNow()).isZero();
        assertThat(metrics.batchesSubmitted()).isEqualTo(metrics.spills()).isPositive();
        assertThat(List.copyOf(reports)).contains(fatal);
    }
}
