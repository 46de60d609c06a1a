package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fibers that never give way by themselves, and steps that block, keep nobody else from going on. */
@Timeout(60)
class LongStepsTest {
    private static final Duration LIMIT = Duration.ofSeconds(40);

    private static Task<Void> untilSet(AtomicBoolean flag) {
        return Task.delay(flag::get).flatMap(set -> set ? Task.now(null) : untilSet(flag));
    }

    private static void await(CountDownLatch latch) throws Exception {
        assertThat(latch.await(40, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aLoopOfBindsGivesWayToAFiberBehindIt() throws Exception {
        try (TaskRuntime runtime = TaskRuntime.builder().workers(1).build()) {
            AtomicBoolean flag = new AtomicBoolean();
            Task<Void> setter = Task.delay(() -> {
                flag.set(true);
                return null;
            });
            Fiber<Void> loop = runtime.runSync(Task.fork(untilSet(flag)).start());
            runtime.runSync(Task.fork(setter), LIMIT);
            assertThat(runtime.runSync(loop.join(), LIMIT)).isEqualTo(new Outcome.Succeeded<>(null));
        }
    }

    @Test
    void aLoopOfBindsGivesWayToTimers() throws Exception {
        try (TaskRuntime runtime = TaskRuntime.builder().workers(1).build()) {
            AtomicBoolean never = new AtomicBoolean();
            Task<Void> limited = Task.fork(untilSet(never)).timeout(Duration.ofMillis(50));
            Outcome<Void> outcome = runtime.runSync(limited.attempt(), LIMIT);
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.error()).isInstanceOf(TimeoutException.class));
        }
    }

    @Test
    void aSideBehindOneThatBlocksIsRun() throws Exception {
        for (int workers = 1; workers <= 2; workers++) {
            try (TaskRuntime runtime = TaskRuntime.builder().workers(workers).build()) {
                CountDownLatch other = new CountDownLatch(1);
                Task<Integer> waits = Task.delay(() -> {
                    await(other);
                    return 1;
                });
                Task<Integer> frees = Task.delay(() -> {
                    other.countDown();
                    return 2;
                });
                assertThat(runtime.runSync(Task.fork(waits.zipPar(frees, Integer::sum)), LIMIT))
                        .isEqualTo(3);
            }
        }
    }

    @Test
    void aFiberJoinedByABlockingCallOnEveryWorkerEnds() throws Exception {
        try (TaskRuntime runtime = TaskRuntime.builder().workers(2).build()) {
            Task<Integer> blockingJoin = Task.delay(() -> {
                CountDownLatch ended = new CountDownLatch(1);
                runtime.runAsync(Task.fork(Task.now(1)), outcome -> ended.countDown());
                await(ended);
                return 1;
            });
            Task<Integer> all = Task.gather(
                            List.of(Task.fork(blockingJoin), Task.fork(blockingJoin), Task.fork(blockingJoin)))
                    .map(List::size);
            assertThat(runtime.runSync(Task.fork(all), LIMIT)).isEqualTo(3);
        }
    }
}
