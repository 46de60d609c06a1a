package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Timeouts in numbers: those that are not needed leave nothing, those that are come in time. */
class TimeoutsTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static Task<Integer> repeat(Task<Integer> task, int times) {
        return times == 0 ? Task.now(0) : task.flatMap(x -> repeat(task, times - 1));
    }

    /** Instant work under a limit of an hour, which refers to {@code kept}. */
    private static Task<Integer> limited() {
        return Task.defer(() -> {
            byte[] kept = new byte[20_000];
            return Task.delay(() -> kept.length).timeout(Duration.ofHours(1));
        });
    }

    private void limitsAreGone(int times) throws Exception {
        own.run(repeat(limited(), times));
        own.runtime().runSync(repeat(limited(), times));
        own.run(Task.gather(List.of(repeat(limited(), times), repeat(limited(), times))));
        RuntimeMetrics metrics = own.runtime().metrics();
        assertThat(metrics.timersSet()).isEqualTo(4L * times);
        assertThat(metrics.timersCancelled()).isEqualTo(4L * times);
    }

    /** On a worker, on the caller's thread, and on two workers; kept, they would be 2 GB. */
    @Test
    void limitsOfInstantWorkAreGone() throws Exception {
        limitsAreGone(25_000);
    }

    @Test
    @Tag("deep")
    void aMillionLimitsOfInstantWorkAreGone() throws Exception {
        limitsAreGone(250_000);
    }

    /** The work of one worker is cancelled from another, or from outside, while its limit is an hour away. */
    @Test
    void limitsOfWorkThatIsCancelledElsewhereAreGone() throws Exception {
        Fiber<Integer> far = own.runtime().runAsync(Task.<Integer>never().timeout(Duration.ofMinutes(1)), end -> {});
        int fibers = 1_000;
        for (int round = 0; round < 20; round++) {
            List<Task<Fiber<Integer>>> starts = new ArrayList<>();
            for (int i = 0; i < fibers; i++) {
                starts.add(Task.<Integer>never().timeout(Duration.ofHours(1)).start());
            }
            List<Fiber<Integer>> started = own.run(Task.gather(starts));
            List<Task<Void>> cancels = new ArrayList<>();
            started.forEach(fiber -> cancels.add(fiber.cancel()));
            if (round % 2 == 0) {
                own.run(Task.gather(cancels));
            } else {
                for (Task<Void> cancel : cancels) {
                    own.runtime().runSync(cancel);
                }
            }
        }
        RuntimeMetrics metrics = own.runtime().metrics();
        assertThat(metrics.timersSet() - metrics.timersCancelled()).isEqualTo(1);
        assertThat(metrics.timersPacked()).isPositive();
        own.run(far.cancel());
    }

    /** A fiber that yields for ever keeps its worker busy and lets every limit come in time nonetheless. */
    @Test
    void limitsComeInTimeBesideAFiberThatYieldsForEver() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Fiber<Void> yields = own.runtime().runAsync(yieldUntil(stop), end -> {});
        Task<Integer> late = Task.<Integer>never().timeout(Duration.ofMillis(5)).recover(timeout -> 1);
        List<Task<Integer>> limits = Collections.nCopies(16_000, late);
        CompletableFuture<List<Integer>> ended = own.runtime().toCompletableFuture(Task.gather(limits));
        assertThat(OwnRuntime.get(ended, "16 000 limits of 5 ms"))
                .hasSize(16_000)
                .containsOnly(1);
        assertThat(own.runtime().metrics().timersFired()).isEqualTo(16_000);
        stop.set(true);
        own.run(yields.join());
    }

    private static Task<Void> yieldUntil(AtomicBoolean stop) {
        return Task.yieldNow().flatMap(x -> stop.get() ? Task.unit() : yieldUntil(stop));
    }
}
