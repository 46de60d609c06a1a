package dev.clew.testkit.junit;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends a test that takes too long, by an interrupt of its thread. */
final class TimeLimit {
    private static final int RUNNING = 0;
    private static final int OVER = 1;
    private static final int LATE = 2;

    private TimeLimit() {}

    /** Runs {@code body}; if it has not ended after that time it is interrupted, and the limit is the failure. */
    static void run(long limit, TimeUnit unit, String name, TestMethod.Body body) throws Throwable {
        AtomicInteger state = new AtomicInteger(RUNNING);
        Thread runner = Thread.currentThread();
        Thread watch = new Thread(() -> watch(unit.toNanos(limit), state, runner), "clew-test-limit");
        watch.setDaemon(true);
        watch.start();
        Throwable failed = null;
        try {
            body.run();
        } catch (Throwable thrown) {
            failed = thrown;
        }
        if (!state.compareAndSet(RUNNING, OVER)) {
            AssertionError late = new AssertionError(
                    "the schedules of " + name + " took longer than " + limit + " "
                            + unit.name().toLowerCase(java.util.Locale.ROOT)
                            + " of real time, and the thread was interrupted; look for code that blocks, ask for fewer runs,"
                            + " or give timeoutSeconds more",
                    failed);
            awaitInterrupt(watch);
            throw late;
        }
        watch.interrupt();
        if (failed != null) {
            throw failed;
        }
    }

    private static void watch(long nanos, AtomicInteger state, Thread runner) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException ended) {
            return;
        }
        if (state.compareAndSet(RUNNING, LATE)) {
            runner.interrupt();
        }
    }

    /** The interrupt must not reach the next test. */
    private static void awaitInterrupt(Thread watch) {
        boolean isOver = false;
        while (!isOver) {
            try {
                watch.join();
                isOver = true;
            } catch (InterruptedException expected) {
                isOver = !watch.isAlive();
            }
        }
        Thread.interrupted();
    }
}
