package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for each kind of queue whose offers wait for room. */
abstract class WaitingQueueContract extends QueueContract {
    /** A queue without room, and offers of {@code count} more elements that wait. */
    private List<TestRuntime.Started<Boolean>> overfill(Queue<@Nullable Integer> queue, int count) throws Exception {
        for (int i = 0; i < capacity(); i++) {
            assertThat(run(queue.offer(i))).isTrue();
        }
        List<TestRuntime.Started<Boolean>> offers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            offers.add(start(queue.offer(capacity() + i)));
        }
        offers.forEach(QueueContract::waits);
        return offers;
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void offerersGetRoomInTheOrderOfTheirComing() throws Exception {
        Queue<@Nullable Integer> queue = make();
        List<TestRuntime.Started<Boolean>> offers = overfill(queue, 3);
        assertThat(run(queue.size())).isEqualTo(capacity());
        assertThat(run(queue.tryOffer(99))).isFalse();
        for (int i = 0; i < 3; i++) {
            waits(offers.get(i));
            assertThat(run(queue.take())).isEqualTo(i);
            assertThat(ended(offers.get(i)).get()).isTrue();
        }
        assertThat(run(queue.takeUpTo(10))).isEqualTo(range(3, 3 + capacity()));
        runtime.checkNothingLeft();
    }

    @Test
    void aCancelledOfferPutsNothingIn() throws Exception {
        Queue<@Nullable Integer> queue = make();
        List<TestRuntime.Started<Boolean>> offers = overfill(queue, 3);
        run(offers.get(1).fiber().cancel());
        assertThat(ended(offers.get(1))).isEqualTo(new Outcome.Canceled<>());
        List<Integer> expected = new ArrayList<>(range(0, capacity() + 3));
        expected.remove(Integer.valueOf(capacity() + 1));
        for (int element : expected) {
            assertThat(run(queue.take())).isEqualTo(element);
        }
        assertThat(run(queue.tryTake())).isNull();
        runtime.checkNothingLeft();
    }

    @Test
    void offerersThatWaitAreToldOfTheClose() throws Exception {
        Queue<@Nullable Integer> queue = make();
        List<TestRuntime.Started<Boolean>> offers = overfill(queue, 3);
        run(queue.close());
        offers.forEach(QueueContract::isClosed);
        for (int i = 0; i < capacity(); i++) {
            assertThat(run(queue.take())).isEqualTo(i);
        }
        isClosed(start(queue.take()));
        runtime.checkNothingLeft();
    }

    @Test
    void takeUpToTakesAlsoWhatOfferersWaitWith() throws Exception {
        Queue<@Nullable Integer> queue = make();
        List<TestRuntime.Started<Boolean>> offers = overfill(queue, 3);
        assertThat(run(queue.takeUpTo(100))).isEqualTo(range(0, capacity() + 3));
        for (TestRuntime.Started<Boolean> offer : offers) {
            assertThat(ended(offer).get()).isTrue();
        }
        runtime.checkNothingLeft();
    }

    @Test
    void takeBetweenTakesAlsoWhatOfferersWaitWith() throws Exception {
        Queue<@Nullable Integer> queue = make();
        List<TestRuntime.Started<Boolean>> offers = overfill(queue, 3);
        assertThat(run(queue.takeBetween(capacity() + 2, 100))).hasSizeGreaterThanOrEqualTo(capacity() + 2);
        assertThat(ended(offers.get(1)).get()).isTrue();
        run(queue.takeUpTo(1));
        assertThat(run(queue.size())).isZero();
        runtime.checkNothingLeft();
    }

    @Test
    void offerAllWaitsForRoomAgainAndAgain() throws Exception {
        Queue<@Nullable Integer> queue = make();
        TestRuntime.Started<Integer> offers = start(queue.offerAll(range(0, 1_000)));
        waits(offers);
        List<Integer> got = new ArrayList<>();
        Task<Integer> take = queue.take().tap(element -> Task.delay(() -> got.add(element)));
        run(Task.traverse(range(0, 1_000), i -> take));
        assertThat(got).isEqualTo(range(0, 1_000));
        assertThat(ended(offers).get()).isEqualTo(1_000);
        runtime.checkNothingLeft();
    }
}
