package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Queues and fibers that run on executors of the user's. */
class QueueAndExecutorsTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    /** Waits until a fiber does: until then its executor may not have begun it. */
    private void somebodyWaits() {
        OwnRuntime.await(
                "a fiber waits at a queue", () -> own.runtime().dump().toText().contains("of a queue"));
    }

    @Test
    void whatATakerCannotGoOnWithIsTakenNext() throws Exception {
        for (boolean several : new boolean[] {false, true}) {
            Queue<Integer> queue = Queue.bounded(4);
            ExecutorService executor = Executors.newSingleThreadExecutor();
            Task<?> take = several ? queue.takeBetween(2, 2) : queue.take();
            Fiber<?> refused = own.runtime().runAsync(take.on(executor), end -> {});
            somebodyWaits();
            executor.shutdown();
            assertThat(own.run(queue.offerAll(List.of(1, 2)))).isEqualTo(2);
            Outcome<?> end = own.run(refused.join().map(outcome -> (Outcome<?>) outcome));
            assertThat(((Outcome.Failed<?>) end).error()).isInstanceOf(RejectedExecutionException.class);
            assertThat(own.run(queue.offer(3))).isTrue();
            assertThat(own.run(queue.size())).isEqualTo(3);
            assertThat(own.run(queue.take())).isEqualTo(1);
            assertThat(own.run(queue.takeUpTo(5))).containsExactly(2, 3);
        }
    }

    @Test
    void anExecutorThatRunsAtOnceRunsNothingUnderTheLock() throws Exception {
        Queue<Integer> queue = Queue.bounded(1);
        Task<Integer> echo = queue.take().flatMap(x -> queue.offer(x + 1).then(queue.size()));
        Fiber<Integer> fiber = own.runtime().runAsync(echo.on(Runnable::run), end -> {});
        somebodyWaits();
        assertThat(own.run(queue.offer(1))).isTrue();
        assertThat(own.run(fiber.joinOrFail())).isEqualTo(1);
        assertThat(own.run(queue.take())).isEqualTo(2);
    }
}
