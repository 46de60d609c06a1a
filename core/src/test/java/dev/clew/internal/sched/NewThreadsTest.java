package dev.clew.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Logged;
import dev.clew.OwnRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where the system refuses a thread, or as many as may be have been added, nothing is lost but time. */
class NewThreadsTest {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
    private final Logged logged = new Logged();

    /** What the pool's threads are called. */
    private final String name = "clew-scarce-" + NUMBER.incrementAndGet();

    @AfterEach
    void nothingWasReported() {
        logged.close();
        assertThat(reports).isEmpty();
    }

    private PoolSettings settings(int workers, long closeMillis) {
        return new PoolSettings(
                name, workers, TimeUnit.MILLISECONDS.toNanos(closeMillis), (what, error) -> reports.add(error));
    }

    private Pool pool(int workers, Consumer<Thread> starter, int mostAdded) {
        return Pool.started(settings(workers, 20_000), new NewThreads(starter, mostAdded));
    }

    private static OutOfMemoryError noThread() {
        return new OutOfMemoryError("unable to create native thread: planted by a test");
    }

    private List<Thread> threads() {
        List<Thread> found = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(name + "-")) {
                found.add(thread);
            }
        }
        return found;
    }

    private static void awaitHere(CountDownLatch latch) {
        try {
            OwnRuntime.await(latch);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts here", e);
        }
    }

    /** Has {@code count} jobs wait for the latch that is given, each on a worker. */
    private static CountDownLatch block(Pool pool, int count) {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            pool.executeRaw(() -> {
                blocked.countDown();
                awaitHere(release);
            });
        }
        awaitHere(blocked);
        return release;
    }

    @Test
    void whatWaitsBehindABlockedWorkerRunsWhenAThreadIsToBeHadAgain() {
        AtomicInteger asked = new AtomicInteger();
        AtomicBoolean scarce = new AtomicBoolean(true);
        Pool pool = pool(
                1,
                thread -> {
                    if (asked.incrementAndGet() > 2 && scarce.get()) {
                        throw noThread();
                    }
                    thread.start();
                },
                256);
        CountDownLatch release = block(pool, 1);
        CountDownLatch behind = new CountDownLatch(1);
        long begun = System.nanoTime();
        pool.executeRaw(behind::countDown);
        OwnRuntime.await(
                "people are told",
                () -> !logged.of(name + "-worker-1 could not be started").isEmpty());
        assertThat(behind.getCount()).isEqualTo(1);
        // The monitor may just try again.
        OwnRuntime.await(
                "nobody counts the thread that did not come", () -> pool.idle().workers() == 1);
        OwnRuntime.await("nobody sees it", () -> pool.workers().length == 1);
        assertThat(pool.phase()).isEqualTo(Scheduler.Phase.OPEN);
        assertThat(pool.shared.blockedReplaced.sum()).isZero();
        OwnRuntime.await("the warning is counted", () -> pool.shared.starvationWarnings.sum() > 0);
        scarce.set(false);
        awaitHere(behind);
        release.countDown();
        OwnRuntime.await("the blocked one is spare", () -> pool.idle().workers() == 1);
        pool.close();
        assertThat(threads()).isEmpty();
        assertThat(logged.of(name + "-worker-0"))
                .filteredOn(line -> line.contains("could not be started"))
                .hasSizeLessThanOrEqualTo(1 + (int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) / 10);
    }

    @Test
    void whatWaitsRunsWhenTheBlockedWorkerReturnsIfNoThreadIsEverToBeHad() {
        AtomicInteger asked = new AtomicInteger();
        Pool pool = pool(
                1,
                thread -> {
                    if (asked.incrementAndGet() > 2) {
                        throw new IllegalStateException("planted by a test");
                    }
                    thread.start();
                },
                256);
        CountDownLatch release = block(pool, 1);
        CountDownLatch behind = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            pool.executeRaw(behind::countDown);
        }
        OwnRuntime.await("a thread was asked for", () -> asked.get() > 2);
        release.countDown();
        awaitHere(behind);
        OwnRuntime.await("all are parked", () -> pool.idle().awake() == 0);
        OwnRuntime.await("the word is right", () -> pool.idle().workers() == 1);
        pool.close();
        assertThat(threads()).isEmpty();
    }

    @Test
    void aPoolThatCannotStartItsThreadsLeavesNone() {
        for (int started = 0; started <= 3; started++) {
            int limit = started;
            AtomicInteger asked = new AtomicInteger();
            OutOfMemoryError refused = noThread();
            Consumer<Thread> starter = thread -> {
                if (asked.getAndIncrement() == limit) {
                    throw refused;
                }
                thread.start();
            };
            assertThatThrownBy(() -> pool(3, starter, 256)).isSameAs(refused);
            OwnRuntime.await("those that were started end", () -> threads().isEmpty());
        }
    }

    @Test
    void wherePlacesAreTakenToTheCapPeopleAreToldOnce() {
        Pool pool = pool(1, Thread::start, 2);
        CountDownLatch release = block(pool, 3);
        CountDownLatch behind = new CountDownLatch(1);
        pool.executeRaw(behind::countDown);
        OwnRuntime.await(
                "people are told", () -> !logged.of("2 threads were added").isEmpty());
        assertThat(pool.workers()).hasSize(3);
        assertThat(pool.idle().workers()).isEqualTo(3);
        assertThat(behind.getCount()).isEqualTo(1);
        release.countDown();
        awaitHere(behind);
        OwnRuntime.await("two are spare", () -> pool.idle().workers() == 1);
        OwnRuntime.await("all are parked", () -> pool.idle().awake() == 0);
        assertThat(logged.of("2 threads were added to the runtime " + name)).hasSize(1);
        // Those who are spare are no more threads: they are to be had.
        CountDownLatch again = block(pool, 3);
        again.countDown();
        pool.close();
        assertThat(threads()).isEmpty();
    }

    /** The pool stops just as the monitor is about to start a worker. */
    @Test
    void aPoolMayCloseAtTheMomentInWhichAWorkerIsAdded() {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch adding = new CountDownLatch(1);
        Pool[] pools = new Pool[1];
        Consumer<Thread> starter = thread -> {
            if (asked.incrementAndGet() > 2) {
                adding.countDown();
                OwnRuntime.await("the pool stops", () -> pools[0].isStopped());
            }
            thread.start();
        };
        Pool pool = Pool.started(settings(1, 0), new NewThreads(starter, 256));
        pools[0] = pool;
        CountDownLatch release = block(pool, 1);
        CountDownLatch ended = new CountDownLatch(1);
        pool.executeRaw(() -> {});
        awaitHere(adding);
        Thread closer = new Thread(() -> {
            pool.close();
            ended.countDown();
        });
        closer.start();
        OwnRuntime.await("the pool stops", pool::isStopped);
        release.countDown();
        awaitHere(ended);
        OwnRuntime.await("no thread is left", () -> threads().isEmpty());
        assertThat(pool.workers()).hasSize(2);
        takeRefusedJob();
    }

    /** The job that nobody was left to run was told of, and that the close had no time. */
    private void takeRefusedJob() {
        for (Throwable report = reports.poll(); report != null; report = reports.poll()) {
            assertThat(report).hasMessageContaining(name);
        }
    }

    @Test
    void aPoolMayCloseAnyMomentAfterAPlaceWasTaken() throws Exception {
        int pools = 8;
        for (int round = 0; round < 3; round++) {
            List<Pool> all = new ArrayList<>();
            List<CountDownLatch> releases = new ArrayList<>();
            for (int i = 0; i < pools; i++) {
                Pool pool = Pool.started(settings(1, 0));
                all.add(pool);
                releases.add(block(pool, 1));
                pool.executeRaw(() -> {});
            }
            List<Thread> closers = new ArrayList<>();
            for (int i = 0; i < pools; i++) {
                Pool pool = all.get(i);
                CountDownLatch release = releases.get(i);
                long from = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(90) + i * 5_000_000L;
                Thread closer = new Thread(() -> {
                    OwnRuntime.await("it is time", () -> System.nanoTime() - from > 0);
                    pool.close();
                    release.countDown();
                });
                closers.add(closer);
                closer.start();
            }
            for (Thread closer : closers) {
                closer.join(OwnRuntime.DEADLINE.toMillis());
            }
            OwnRuntime.await("no thread is left", () -> threads().isEmpty());
            takeRefusedJob();
        }
    }
}
