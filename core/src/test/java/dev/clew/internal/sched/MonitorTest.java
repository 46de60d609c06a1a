package dev.clew.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.OwnRuntime;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the monitor does for a pool whose workers run user code that blocks or goes on and on. */
class MonitorTest {
    private static final int ROUNDS = 5;

    private final ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
    private Pool pool = pool(2);

    private Pool pool(int workers) {
        return Pool.started(new PoolSettings(
                "watched", workers, TimeUnit.SECONDS.toNanos(20), (what, error) -> reports.add(error)));
    }

    private void use(int workers) {
        pool.close();
        pool = pool(workers);
    }

    @AfterEach
    void close() {
        pool.close();
        assertThat(reports).isEmpty();
        for (Worker worker : pool.workers()) {
            assertThat(worker.thread().isAlive()).isFalse();
        }
    }

    private static void awaitHere(CountDownLatch latch) {
        try {
            OwnRuntime.await(latch);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts here", e);
        }
    }

    /** Fills all workers with jobs that wait for a job behind them. */
    private void blockAll(int workers) {
        CountDownLatch freed = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(workers);
        CountDownLatch ended = new CountDownLatch(workers);
        for (int i = 0; i < workers; i++) {
            pool.executeRaw(() -> {
                blocked.countDown();
                awaitHere(freed);
                ended.countDown();
            });
        }
        awaitHere(blocked);
        pool.executeRaw(freed::countDown);
        awaitHere(ended);
    }

    @Test
    void aJobBehindWorkersThatAllBlockIsRun() {
        for (int workers = 1; workers <= 3; workers++) {
            use(workers);
            blockAll(workers);
            OwnRuntime.await("the monitor counts it", () -> pool.shared.blockedReplaced.sum() > 0);
        }
    }

    @Test
    void aWorkerThatReturnsIsSpareAndTheNextToTakeAPlace() {
        for (int i = 0; i < ROUNDS; i++) {
            blockAll(2);
            OwnRuntime.await(
                    "the state word agrees with the workers", () -> pool.idle().workers() == 2);
            OwnRuntime.await("all are parked", () -> pool.idle().awake() == 0);
        }
        // Both can be blocked at once, each replaced: never more than two were needed beside the two there are.
        assertThat(pool.workers()).hasSizeBetween(3, 4);
        assertThat(pool.idle().searching()).isZero();
    }

    @Test
    void aWorkerThatReturnsRunsWhatItMadeReadyAndFiresItsTimers() {
        use(1);
        CountDownLatch freed = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch madeReady = new CountDownLatch(2);
        pool.executeRaw(() -> {
            blocked.countDown();
            awaitHere(freed);
            pool.executeRaw(madeReady::countDown);
            pool.schedule(TimeUnit.MILLISECONDS.toNanos(20), madeReady::countDown);
        });
        awaitHere(blocked);
        pool.executeRaw(freed::countDown);
        awaitHere(madeReady);
        OwnRuntime.await(
                "the state word agrees with the workers", () -> pool.idle().workers() == 1);
    }

    @Test
    void aTimerBehindWorkersThatAllBlockFires() {
        for (int workers = 1; workers <= 2; workers++) {
            use(workers);
            CountDownLatch fired = new CountDownLatch(1);
            CountDownLatch blocked = new CountDownLatch(workers);
            CountDownLatch ended = new CountDownLatch(workers);
            pool.schedule(TimeUnit.MILLISECONDS.toNanos(50), fired::countDown);
            for (int i = 0; i < workers; i++) {
                pool.executeRaw(() -> {
                    blocked.countDown();
                    awaitHere(blocked);
                    awaitHere(fired);
                    ended.countDown();
                });
            }
            awaitHere(ended);
        }
    }

    @Test
    void aMonitorThatSleepsIsStirredByThoseWhoWork() {
        OwnRuntime.await("the monitor sleeps", () -> pool.monitorThread().getState() == Thread.State.WAITING);
        blockAll(2);
    }

    @Test
    void aWorkerIsNotReplacedForCodeThatComputesOrWhereNobodyWaits() {
        use(1);
        AtomicBoolean go = new AtomicBoolean();
        CountDownLatch ended = new CountDownLatch(1);
        pool.executeRaw(() -> {
            while (!go.get()) {
                Thread.onSpinWait();
            }
        });
        pool.executeRaw(ended::countDown);
        OwnRuntime.await("a warning", () -> pool.shared.starvationWarnings.sum() > 0);
        assertThat(pool.workers()).hasSize(1);
        go.set(true);
        awaitHere(ended);
    }

    @Test
    void everyThreadThatWasAddedEndsWithThePool() {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        blockAll(2);
        blockAll(2);
        for (Worker worker : pool.workers()) {
            seen.add(worker.thread());
        }
        pool.close();
        assertThat(seen).hasSizeGreaterThan(2).noneMatch(Thread::isAlive);
    }

    @Test
    void aPoolMayCloseWhileAPlaceIsTaken() {
        for (int i = 0; i < ROUNDS; i++) {
            use(1);
            CountDownLatch freed = new CountDownLatch(1);
            CountDownLatch blocked = new CountDownLatch(1);
            pool.executeRaw(() -> {
                blocked.countDown();
                awaitHere(freed);
            });
            awaitHere(blocked);
            CountDownLatch behind = new CountDownLatch(1);
            pool.executeRaw(behind::countDown);
            awaitHere(behind);
            freed.countDown();
            pool.close();
            assertThat(pool.isStopped()).isTrue();
        }
    }
}
