package dev.clew.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.internal.timer.TimerEntry;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TimerThreadTest {
    private static final int ROUNDS = 500;
    private static final long SHORT_NANOS = 60_000;
    private static final long LONG_NANOS = 400_000;
    private static final long MOST_SPIN_NANOS = 1_500;

    /**
     * A timer is cancelled just while the thread, which has published that it sleeps until then, looks once more how
     * long it may sleep. Timers later than that one must still fire. Another timer, fired a moment before, tells the test
     * when the thread gets there.
     */
    @Test
    void aTimerCancelledAsTheThreadGoesToSleepKeepsNoLaterOneWaiting() throws InterruptedException {
        SplittableRandom random = new SplittableRandom(1);
        Pool pool = Pool.started(
                new PoolSettings("timers", 1, TimeUnit.SECONDS.toNanos(5), (what, error) -> {}, List.of()));
        try {
            for (int i = 0; i < ROUNDS; i++) {
                AtomicBoolean awake = new AtomicBoolean();
                TimerEntry cancelled = pool.schedule(LONG_NANOS, () -> {});
                pool.schedule(SHORT_NANOS, () -> awake.set(true));
                while (!awake.get()) {
                    Thread.onSpinWait();
                }
                spin(random.nextLong(MOST_SPIN_NANOS));
                cancelled.cancel();
                CountDownLatch fired = new CountDownLatch(1);
                pool.schedule(LONG_NANOS, fired::countDown);
                assertThat(fired.await(20, TimeUnit.SECONDS))
                        .as("the timer of round %d fired", i)
                        .isTrue();
            }
        } finally {
            pool.close();
        }
    }

    private static void spin(long nanos) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }
}
