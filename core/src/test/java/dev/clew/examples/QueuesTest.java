package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.sync.Queue;
import dev.clew.sync.Topic;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of {@code docs/guide/queues.md}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class QueuesTest {
    @Test
    void offeringAndTaking() throws Exception {
        Queue<Integer> orders = Queue.bounded(64);
        Task<Integer> desk = orders.take().zipWith(orders.take(), Integer::sum);
        Task<Integer> both = desk.both(orders.offer(1).then(orders.offer(2))).map(pair -> pair.first());
        assertThat(both.runSync()).isEqualTo(3);
    }

    @Test
    void aWindow() throws Exception {
        Queue<Integer> window = Queue.sliding(3);
        Task<List<Integer>> last = window.offerAll(List.of(1, 2, 3, 4, 5)).then(window.takeUpTo(10));
        assertThat(last.runSync()).containsExactly(3, 4, 5);
    }

    @Test
    void batches() throws Exception {
        Queue<Integer> orders = Queue.bounded(64);
        Task<List<Integer>> batch = orders.takeBetween(2, 100);
        assertThat(batch.both(orders.offer(1).then(orders.offer(2)))
                        .map(pair -> pair.first())
                        .runSync())
                .containsExactly(1, 2);
    }

    static Task<Integer> sum(Queue<Integer> queue, int before) {
        return queue.take()
                .attempt()
                .flatMap(taken -> taken instanceof Outcome.Succeeded<Integer> next
                        ? sum(queue, before + next.value())
                        : Task.now(before));
    }

    @Test
    void theEnd() throws Exception {
        Queue<Integer> queue = Queue.unbounded();
        Task<Integer> all = queue.offerAll(List.of(1, 2, 3)).then(queue.close()).then(sum(queue, 0));
        assertThat(all.runSync()).isEqualTo(6);
    }

    @Test
    void nothingLost() throws Exception {
        Queue<Integer> orders = Queue.bounded(64);
        Task<Integer> recorded =
                Task.uncancelable(poll -> poll.apply(orders.take()).flatMap(order -> record(order)));
        assertThat(orders.offer(7).then(recorded).runSync()).isEqualTo(7);
    }

    private static Task<Integer> record(int order) {
        return Task.now(order);
    }

    @Test
    void topics() throws Exception {
        Topic<Integer> prices = Topic.create();
        Task<Integer> latest = prices.subscribe(() -> Queue.sliding(1))
                .use(queue -> prices.publish(184).then(prices.publish(185)).then(queue.take()));
        assertThat(latest.runSync()).isEqualTo(185);
    }
}
