package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every timer fires in its time, whatever was set and cancelled before it. */
class TimersTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void aTimerSetWhileAnEarlierOneIsCancelledFiresThoughALaterOneIsFar() throws Exception {
        Fiber<Void> far = own.runtime().runAsync(Task.sleep(Duration.ofHours(1)), end -> {});
        OwnRuntime.await("it sleeps", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        long end = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (System.nanoTime() - end < 0) {
            // timers of limits are set and cancelled within moments, then a sleep is all that is left to fire
            Task<Void> round = Task.unit();
            for (int k = ThreadLocalRandom.current().nextInt(8); k >= 0; k--) {
                int spins = ThreadLocalRandom.current().nextInt(1_000);
                round = round.then(Steps.act(() -> spin(spins))
                                .timeout(Duration.ofNanos(400_000))
                                .attempt())
                        .thenReturn(null);
            }
            round = round.then(Task.sleep(Duration.ofNanos(500_000)));
            own.run(round);
        }
        own.run(far.cancel());
    }

    private static void spin(int spins) {
        for (int i = 0; i < spins; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void timersOfAllLengthsFireInOrder() throws Exception {
        List<CompletableFuture<Integer>> sleeps = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int millis = (i * 7) % 50;
            sleeps.add(own.runtime()
                    .toCompletableFuture(Task.monotonic()
                            .flatMap(start -> Steps.sleep(millis)
                                    .then(Task.monotonic())
                                    .map(now -> {
                                        assertThat(now - start).isGreaterThanOrEqualTo(millis * 1_000_000L);
                                        return millis;
                                    }))));
        }
        for (int i = 0; i < 500; i++) {
            assertThat(OwnRuntime.get(sleeps.get(i), "a sleep")).isEqualTo((i * 7) % 50);
        }
    }

    @Test
    void setsAndCancelsFromManyThreadsLoseNoTimer() throws Exception {
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            Duration shortly = Duration.ofNanos(20_000 + i * 1_000L);
            Task<String> step = i % 2 == 0
                    ? Task.sleep(shortly).thenReturn("slept").timeout(Duration.ofMinutes(1))
                    : Task.<String>never().timeout(shortly).recover(late -> "late");
            Task<String> steps = step;
            for (int k = 0; k < 20; k++) {
                steps = steps.then(step);
            }
            tasks.add(steps);
        }
        assertThat(own.run(Task.gather(tasks))).hasSize(200);
    }
}
