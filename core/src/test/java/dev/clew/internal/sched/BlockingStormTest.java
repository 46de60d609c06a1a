package dev.clew.internal.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.internal.kernel.Runs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** After a storm of blocking calls and cancels the workers, their state word and the threads agree. */
class BlockingStormTest {
    private static final int WORKERS = 3;
    private static final int CALLS = 3_000;
    private static final int KINDS = 4;
    private static final int NEVER_ENDS = 2;

    private final ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();

    private static List<Thread> threads(String prefix) {
        List<Thread> found = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith(prefix)) {
                found.add(thread);
            }
        }
        return found;
    }

    private static Task<Integer> call(int kind) {
        long nanos = ThreadLocalRandom.current().nextInt(300_000);
        return switch (kind) {
            case 0 ->
                Task.blocking(() -> {
                    LockSupport.parkNanos(nanos);
                    return 1;
                });
            case 1 ->
                Task.interruptible(() -> {
                    LockSupport.parkNanos(nanos);
                    return 1;
                });
            case 2 ->
                Task.interruptible(() -> {
                    new CountDownLatch(1).await();
                    return 1;
                });
            default ->
                Task.delay(() -> {
                    // blocks a worker, as code must not but may
                    LockSupport.parkNanos(nanos / 10);
                    return 1;
                });
        };
    }

    @Test
    void theyAgree() throws Exception {
        Pool pool = Pool.started(new PoolSettings(
                "clew-blocking-storm", WORKERS, Duration.ofSeconds(20).toNanos(), (what, error) -> reports.add(error)));
        List<Thread> before = threads("clew-blocking-storm-worker-");
        CountDownLatch ended = new CountDownLatch(CALLS);
        List<Fiber<Integer>> fibers = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            fibers.add(Runs.start(pool, call(i % KINDS), end -> ended.countDown()));
            if (i % 3 == 0) {
                Runs.requestCancel(fibers.get(ThreadLocalRandom.current().nextInt(fibers.size())));
            }
        }
        // The others end by themselves, each when its code has.
        for (int i = NEVER_ENDS; i < CALLS; i += KINDS) {
            Runs.requestCancel(fibers.get(i));
        }
        OwnRuntime.await(ended);
        OwnRuntime.await("nobody is awake", () -> pool.idle().awake() == 0);
        assertThat(pool.idle().searching()).isZero();
        // On a machine that keeps a worker from its processor for long another may have taken its place for a while.
        OwnRuntime.await("the word agrees", () -> pool.idle().workers() == WORKERS);
        List<Thread> now = threads("clew-blocking-storm-worker-");
        assertThat(now).hasSameSizeAs(pool.workers()).containsAll(before);
        OwnRuntime.await("all park", () -> now.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        assertThat(pool.liveFibers()).isZero();
        assertThat(pool.isStill()).isTrue();
        assertThat(reports).isEmpty();
        CountDownLatch again = new CountDownLatch(1);
        Runs.start(pool, Task.blocking(() -> 1), end -> again.countDown());
        OwnRuntime.await(again);
        pool.close();
        OwnRuntime.await(
                "no worker is left",
                () -> threads("clew-blocking-storm-worker-").isEmpty());
    }
}
