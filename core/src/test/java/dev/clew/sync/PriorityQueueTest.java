package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Outcome;
import dev.clew.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The order of a priority queue, and what a comparator may do to it. */
class PriorityQueueTest {
    private final TestRuntime runtime = TestRuntime.fifo();

    private record Job(int rank, int number) {}

    @Test
    void theLeastComesFirstAndOfEqualsTheFirst() throws Exception {
        PriorityQueue<Job> queue = PriorityQueue.unbounded(Comparator.comparingInt(Job::rank));
        SplittableRandom random = new SplittableRandom(7);
        List<Job> jobs = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            jobs.add(new Job(random.nextInt(20), i));
        }
        runtime.run(queue.offerAll(jobs)).get();
        List<Job> got = new ArrayList<>();
        while (got.size() < jobs.size()) {
            got.addAll(runtime.run(queue.takeBetween(1, 1 + random.nextInt(4))).get());
        }
        jobs.sort(Comparator.comparingInt(Job::rank)); // stable
        assertThat(got).isEqualTo(jobs);
    }

    @Test
    void anOffererThatWaitsIsComparedOnceThereIsRoom() throws Exception {
        PriorityQueue<Integer> queue = PriorityQueue.bounded(2);
        runtime.run(queue.offerAll(List.of(5, 6))).get();
        TestRuntime.Started<Boolean> waits = runtime.start(queue.offer(1));
        runtime.tick();
        assertThat(runtime.run(queue.take()).get()).isEqualTo(5);
        assertThat(waits.outcome()).isEqualTo(new Outcome.Succeeded<>(true));
        assertThat(runtime.run(queue.takeUpTo(2)).get()).containsExactly(1, 6);
    }

    @Test
    void whatCannotBeComparedIsNotIn() throws Exception {
        PriorityQueue<Integer> queue = PriorityQueue.bounded(1, Comparator.comparingInt(x -> 12 / x));
        assertThat(runtime.run(queue.offer(0)))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).isInstanceOf(ArithmeticException.class));
        assertThatThrownBy(() -> queue.offerNow(0)).isInstanceOf(ArithmeticException.class);
        runtime.run(queue.offer(3)).get();
        TestRuntime.Started<Boolean> wrong = runtime.start(queue.offer(0));
        TestRuntime.Started<Boolean> right = runtime.start(queue.offer(4));
        runtime.tick();
        assertThat(runtime.run(queue.take()).get()).isEqualTo(3);
        assertThat(wrong.outcome()).isInstanceOf(Outcome.Failed.class);
        assertThat(right.outcome()).isEqualTo(new Outcome.Succeeded<>(true));
        assertThat(runtime.run(queue.take()).get()).isEqualTo(4);
        runtime.checkNothingLeft();
    }

    @Test
    void aCapacityThatIsNotPositiveIsRefused() {
        for (int capacity : new int[] {0, -1, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> PriorityQueue.<Integer>bounded(capacity))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not " + capacity);
            assertThatThrownBy(() -> Queue.bounded(capacity)).hasMessageContaining("Queue.synchronous()");
            assertThatThrownBy(() -> Queue.dropping(capacity)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Queue.sliding(capacity)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Queue.circular(capacity)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
