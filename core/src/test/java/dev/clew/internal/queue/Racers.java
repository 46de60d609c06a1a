package dev.clew.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that start together and must all have ended, without an error, by a deadline. */
final class Racers {
    private static final long DEADLINE_SECONDS = 60;

    private final List<Thread> threads = new ArrayList<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** What one thread does. */
    interface Body {
        void run() throws Exception;
    }

    Racers add(String name, Body body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        start.await();
                        body.run();
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                },
                name);
        thread.setDaemon(true);
        threads.add(thread);
        return this;
    }

    /** Whether one of the threads has failed: the others may as well stop. */
    boolean failed() {
        return failure.get() != null;
    }

    void run() throws InterruptedException {
        threads.forEach(Thread::start);
        start.countDown();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        for (Thread thread : threads) {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            assertThat(thread.isAlive())
                    .as(
                            "thread %s still runs after %d s, at %s",
                            thread.getName(), DEADLINE_SECONDS, List.of(thread.getStackTrace()))
                    .isFalse();
        }
        assertThat(failure.get()).as("the first failure of a thread").isNull();
    }
}
