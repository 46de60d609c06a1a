package dev.clew.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.OwnRuntime;
import dev.clew.internal.timer.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Timers of workers: nothing is slept over, nobody is late for long, and what was cancelled is gone. A pool of one worker has no
 * sentinel, so what holds there needs none.
 */
class WorkerTimersTest {
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
    private static final int ROUNDS = 500;
    private static final long SHORT_NANOS = 60_000;

    private final ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
    private Pool pool = pool(2);

    private Pool pool(int workers) {
        return Pool.started(
                new PoolSettings("timers", workers, TimeUnit.SECONDS.toNanos(20), (what, error) -> reports.add(error)));
    }

    private void use(int workers) {
        pool.close();
        pool = pool(workers);
    }

    @AfterEach
    void close() {
        pool.close();
        assertThat(reports).isEmpty();
    }

    private void awaitAllAsleep() {
        OwnRuntime.await("all workers are parked", () -> pool.idle().awake() == 0);
        assertThat(pool.idle().searching()).isZero();
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }

    private static void awaitHere(CountDownLatch latch) {
        try {
            OwnRuntime.await(latch);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts here", e);
        }
    }

    /** How many entries the heaps of all workers have. */
    private long entries() {
        return Stream.of(pool.workers())
                .mapToLong(w -> w.timers().heap().size())
                .sum();
    }

    // ---- in time --------------------------------------------------------------------------------------

    @Test
    void aTimerSetFromOutsideWakesAWorkerThatSleepsForALaterOne() {
        for (int workers = 1; workers <= 3; workers++) {
            use(workers);
            Timer far = pool.schedule(HOUR_NANOS, () -> {});
            for (int i = 0; i < ROUNDS; i++) {
                if (i % 2 == 0) {
                    awaitAllAsleep();
                }
                CountDownLatch fired = new CountDownLatch(1);
                pool.schedule(i % 3 * SHORT_NANOS, fired::countDown);
                awaitHere(fired);
            }
            assertThat(far.cancel()).isTrue();
        }
    }

    @Test
    void aWorkerThatBlocksHasItsTimersFiredByAnother() {
        for (int i = 0; i < 20; i++) {
            CountDownLatch ended = new CountDownLatch(1);
            pool.executeRaw(() -> {
                CountDownLatch fired = new CountDownLatch(3);
                for (int k = 0; k < 3; k++) {
                    pool.schedule(k * SHORT_NANOS, fired::countDown);
                }
                awaitHere(fired);
                ended.countDown();
            });
            awaitHere(ended);
        }
    }

    /** The lateness of a worker that is never idle, counted in jobs: nanoseconds would fail on a busy machine. */
    @Test
    void aTimerThatIsDueWaitsForFewJobs() {
        use(1);
        AtomicInteger waited = new AtomicInteger(-1);
        CountDownLatch ended = new CountDownLatch(1);
        pool.executeRaw(new Runnable() {
            private int jobs;

            @Override
            public void run() {
                jobs++;
                if (jobs == 1_000) {
                    pool.schedule(HOUR_NANOS, () -> {});
                }
                if (jobs == 2_000) {
                    // by now the worker looks at its timers as seldom as it ever does
                    pool.schedule(0, () -> waited.set(jobs - 2_000));
                }
                if (jobs == 5_000) {
                    ended.countDown();
                } else {
                    pool.executeRaw(this);
                }
            }
        });
        awaitHere(ended);
        assertThat(waited.get()).isBetween(0, 16);
    }

    @Test
    void timersOfOneWorkerFireInTheOrderOfDeadlinesAndOfSetting() {
        use(1);
        List<Integer> order = new ArrayList<>();
        CountDownLatch fired = new CountDownLatch(300);
        pool.executeRaw(() -> {
            long now = pool.nanoTime();
            for (int i = 0; i < 300; i++) {
                int number = i % 3 * 1_000 + i;
                pool.workers()[0].timers().set(now + i % 3 * SHORT_NANOS, () -> {
                    order.add(number);
                    fired.countDown();
                });
            }
        });
        awaitHere(fired);
        assertThat(order).isSorted();
    }

    /** A worker that is woken for a timer and for a job at once does both. */
    @Test
    void aWorkerWokenForTwoReasonsServesBoth() {
        use(1);
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 2_000; i++) {
            CountDownLatch both = new CountDownLatch(2);
            pool.schedule(SHORT_NANOS, both::countDown);
            spin(random.nextLong(2 * SHORT_NANOS));
            pool.executeRaw(both::countDown);
            awaitHere(both);
        }
    }

    /** Timers that fire fill the ring of their worker many times over, while the others rob it. */
    @Test
    void aRingThatFillsFromTimersWhileItIsRobbedLosesNothing() {
        use(4);
        int jobs = 3_000;
        int rounds = 30;
        for (int round = 0; round < rounds; round++) {
            CountDownLatch ran = new CountDownLatch(2 * jobs);
            for (int half = 0; half < 2; half++) {
                pool.executeRaw(() -> {
                    for (int i = 0; i < jobs; i++) {
                        pool.schedule(200_000, () -> pool.executeRaw(ran::countDown));
                    }
                });
            }
            awaitHere(ran);
        }
        awaitAllAsleep();
        assertThat(pool.counts().total(WorkerReading::timersFired)).isEqualTo(rounds * 2L * jobs);
    }

    // ---- gone ---------------------------------------------------------------------------------------

    /** Sets and cancels {@code timers} on this thread, and as many on a worker; each kept would keep 20 kB. */
    private void cancelMany(int timers, boolean elsewhere, boolean behindAnother) {
        Timer first = pool.schedule(behindAnother ? HOUR_NANOS / 2 : 2 * HOUR_NANOS, () -> {});
        AtomicLong most = new AtomicLong();
        Runnable setter = () -> {
            List<Timer> set = new ArrayList<>();
            for (int i = 1; i <= timers; i++) {
                byte[] kept = new byte[20_000];
                set.add(pool.schedule(HOUR_NANOS, () -> reports.add(new AssertionError("fired " + kept.length))));
                if (set.size() == 100 || i == timers) {
                    List<Timer> batch = List.copyOf(set);
                    set.clear();
                    Runnable cancel = () -> batch.forEach(Timer::cancel);
                    if (elsewhere) {
                        inAThread(cancel);
                    } else {
                        cancel.run();
                    }
                    most.accumulateAndGet(entries(), Math::max);
                }
            }
        };
        setter.run();
        CountDownLatch ended = new CountDownLatch(1);
        pool.executeRaw(() -> {
            setter.run();
            ended.countDown();
        });
        awaitHere(ended);
        // Who packs may lose its processor, with the lock in its hands, for as long as some thousand timers take.
        assertThat(most.get()).isLessThan(timers / 3);
        assertThat(first.cancel()).isTrue();
        PoolCounts counts = pool.counts();
        assertThat(counts.total(WorkerReading::timersSet)).isEqualTo(2L * timers + 1);
        assertThat(counts.total(WorkerReading::timersCancelled)).isEqualTo(2L * timers + 1);
        assertThat(counts.total(WorkerReading::timersFired)).isZero();
    }

    private static void inAThread(Runnable action) {
        Thread thread = new Thread(action);
        thread.start();
        try {
            thread.join(OwnRuntime.DEADLINE.toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts here", e);
        }
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void timersCancelledByTheThreadThatSetThemAreGone() {
        cancelMany(50_000, false, false);
        use(2);
        cancelMany(50_000, false, true);
    }

    @Test
    void timersCancelledByAnotherThreadAreGone() {
        cancelMany(50_000, true, false);
        use(2);
        cancelMany(50_000, true, true);
    }

    @Test
    @Tag("deep")
    void aMillionCancelledTimersAreGone() {
        cancelMany(500_000, false, true);
        use(2);
        cancelMany(500_000, true, true);
    }

    // ---- storm ----------------------------------------------------------------------------------------

    @Test
    void whatAStormOfTimersSetIsFiredOrCancelled() {
        use(3);
        new Storm(Duration.ofSeconds(2)).run();
    }

    @Test
    @Tag("deep")
    void whatALongStormOfTimersSetIsFiredOrCancelled() {
        for (int workers = 1; workers <= 4; workers++) {
            use(workers);
            new Storm(Duration.ofSeconds(20)).run();
        }
    }

    /** Sets, cancels and firings, on workers, on other threads, and of one by the other. */
    private final class Storm {
        private static final int INSIDE = 3;
        private static final int OUTSIDE = 2;
        private static final int MOST_PENDING = 200;

        private final long end;
        private final ConcurrentLinkedQueue<Timer> shared = new ConcurrentLinkedQueue<>();
        private final AtomicLong set = new AtomicLong();
        private final AtomicLong fired = new AtomicLong();
        private final AtomicLong cancelled = new AtomicLong();
        private final CountDownLatch setters = new CountDownLatch(INSIDE + OUTSIDE);

        Storm(Duration time) {
            this.end = System.nanoTime() + time.toNanos();
        }

        void run() {
            for (int seed = 0; seed < INSIDE; seed++) {
                inside(new SplittableRandom(seed));
            }
            for (int seed = 0; seed < OUTSIDE; seed++) {
                SplittableRandom random = new SplittableRandom(-1 - seed);
                new Thread(() -> {
                            while (!isOver()) {
                                turn(random);
                            }
                            setters.countDown();
                        })
                        .start();
            }
            OwnRuntime.await("the time of the storm is over", this::isOver);
            awaitHere(setters);
            OwnRuntime.await("all timers are over", () -> fired.get() + cancelled.get() == set.get());
            OwnRuntime.await("no entry is left", () -> entries() == 0);
            PoolCounts counts = pool.counts();
            assertThat(counts.total(WorkerReading::timersSet)).isEqualTo(set.get());
            assertThat(counts.total(WorkerReading::timersFired)).isEqualTo(fired.get());
            assertThat(counts.total(WorkerReading::timersCancelled)).isEqualTo(cancelled.get());
            assertThat(counts.total(WorkerReading::timerLagMaxNanos))
                    .isPositive()
                    .isLessThanOrEqualTo(counts.total(WorkerReading::timerLagNanos));
            awaitAllAsleep();
        }

        private boolean isOver() {
            return System.nanoTime() - end >= 0;
        }

        /** Some turns; then once more, as a job that is ready or as one that a timer makes ready. */
        private void inside(SplittableRandom random) {
            pool.executeRaw(() -> {
                for (int i = 0; i < 20; i++) {
                    turn(random);
                }
                if (isOver()) {
                    setters.countDown();
                } else if (random.nextInt(4) == 0) {
                    set.incrementAndGet();
                    pool.schedule(random.nextLong(500_000), () -> {
                        fired.incrementAndGet();
                        inside(random);
                    });
                } else {
                    inside(random);
                }
            });
        }

        private void turn(SplittableRandom random) {
            set.incrementAndGet();
            shared.add(pool.schedule(random.nextLong(300_000), fired::incrementAndGet));
            Timer oldest = random.nextInt(3) == 0 || shared.size() > MOST_PENDING ? shared.poll() : null;
            if (oldest != null && oldest.cancel()) {
                cancelled.incrementAndGet();
            }
            spin(random.nextLong(4_000));
        }
    }
}
