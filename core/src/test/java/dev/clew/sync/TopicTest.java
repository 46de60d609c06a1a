package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import dev.clew.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Publish and subscribe. */
class TopicTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final TestRuntime runtime = TestRuntime.fifo();
    private final Topic<Integer> topic = Topic.create();

    /** A subscription that is there until its end is asked for. */
    private final class Subscriber {
        private final Deferred<Integer> end = Deferred.create();
        private final List<Queue<Integer>> queues = new ArrayList<>();

        Subscriber(Callable<Queue<Integer>> kind) {
            start(topic.subscribe(kind).use(queue -> {
                queues.add(queue);
                return end.get();
            }));
        }

        List<Integer> got() {
            return value(queues.get(0).takeUpTo(100));
        }

        void leave() {
            end.tryComplete(0);
            runtime.tick();
        }
    }

    private <A extends @Nullable Object> TestRuntime.Started<A> start(Task<A> task) {
        TestRuntime.Started<A> started = runtime.start(task);
        runtime.tick();
        return started;
    }

    private <A extends @Nullable Object> A value(Task<A> task) {
        Outcome<A> outcome = start(task).outcome();
        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
        return ((Outcome.Succeeded<A>) outcome).value();
    }

    @Test
    void eachSubscriberGetsWhatIsPublishedWhileItIsThere() {
        value(topic.publish(0));
        Subscriber first = new Subscriber(Queue::unbounded);
        value(topic.publish(1));
        Subscriber second = new Subscriber(Queue::unbounded);
        value(topic.publish(2));
        assertThat(value(topic.subscribers())).isEqualTo(2);
        assertThat(first.got()).containsExactly(1, 2);
        first.leave();
        value(topic.publish(3));
        assertThat(second.got()).containsExactly(2, 3);
        QueueContract.isClosed(start(first.queues.get(0).take()));
        second.leave();
        assertThat(value(topic.subscribers())).isZero();
        runtime.checkNothingLeft();
    }

    @Test
    void aSubscriberThatHoldsBackIsWaitedForAndTheOthersHaveTheMessage() {
        Subscriber slow = new Subscriber(() -> Queue.bounded(1));
        Subscriber quick = new Subscriber(Queue::unbounded);
        value(topic.publish(1));
        TestRuntime.Started<@Nullable Void> waits = start(topic.publish(2));
        assertThat(waits.outcome()).isNull();
        assertThat(quick.got()).containsExactly(1, 2);
        assertThat(slow.got()).containsExactly(1, 2);
        assertThat(waits.outcome()).isInstanceOf(Outcome.Succeeded.class);
        slow.leave();
        quick.leave();
        runtime.checkNothingLeft();
    }

    @Test
    void otherSubscribersLoseWhatTheyHaveNoRoomFor() {
        Subscriber dropping = new Subscriber(() -> Queue.dropping(2));
        Subscriber sliding = new Subscriber(() -> Queue.sliding(2));
        for (int i = 0; i < 5; i++) {
            value(topic.publish(i));
        }
        assertThat(dropping.got()).containsExactly(0, 1);
        assertThat(sliding.got()).containsExactly(3, 4);
        dropping.leave();
        sliding.leave();
        runtime.checkNothingLeft();
    }

    @Test
    void nobodyWaitsForASubscriberThatLeaves() {
        Subscriber slow = new Subscriber(() -> Queue.bounded(1));
        Subscriber alsoSlow = new Subscriber(() -> Queue.bounded(1));
        value(topic.publish(1));
        TestRuntime.Started<@Nullable Void> waits = start(topic.publish(2));
        slow.leave();
        assertThat(waits.outcome()).isNull();
        assertThat(alsoSlow.got()).containsExactly(1, 2);
        assertThat(waits.outcome()).isInstanceOf(Outcome.Succeeded.class);
        alsoSlow.leave();
        runtime.checkNothingLeft();
    }

    @Test
    void aCancelledPublishWaitsForNobody() {
        Subscriber slow = new Subscriber(() -> Queue.bounded(1));
        value(topic.publish(1));
        TestRuntime.Started<@Nullable Void> waits = start(topic.publish(2));
        value(waits.fiber().cancel());
        assertThat(slow.got()).containsExactly(1);
        slow.leave();
        runtime.checkNothingLeft();
    }

    @Test
    void aCloseTellsPublishersAndSubscribers() {
        Subscriber slow = new Subscriber(() -> Queue.bounded(1));
        value(topic.publish(1));
        TestRuntime.Started<@Nullable Void> waits = start(topic.publish(2));
        value(topic.close());
        assertThat(value(topic.isClosed())).isTrue();
        QueueContract.isClosed(waits);
        QueueContract.isClosed(start(topic.publish(3)));
        assertThat(slow.got()).containsExactly(1);
        QueueContract.isClosed(start(slow.queues.get(0).take()));
        Subscriber late = new Subscriber(Queue::unbounded);
        QueueContract.isClosed(start(late.queues.get(0).take()));
        slow.leave();
        late.leave();
        runtime.checkNothingLeft();
    }

    @Test
    void nothingIsLeftWhereverAProgramIsCancelled() {
        Explore.program(
                        Topic::<Integer>create,
                        prices -> prices.subscribe(() -> Queue.bounded(1))
                                .use(queue -> Task.traverse(List.of(1, 2, 3), prices::publish)
                                        .both(queue.take()
                                                .zipWith(queue.take(), Integer::sum)
                                                .zipWith(queue.take(), Integer::sum)))
                                .map(Task.Pair::second))
                .expect("all came, or the program was cancelled; nobody is subscribed", (prices, end) -> {
                    Outcome<Integer> left = TestRuntime.fifo().run(prices.subscribers());
                    return left.equals(new Outcome.Succeeded<>(0))
                            && (end instanceof Outcome.Canceled || end.equals(new Outcome.Succeeded<>(6)));
                })
                .random()
                .runs(30)
                .cancelEverywhere()
                .check();
    }

    @Test
    void publishersAndSubscribersOnRealThreads() throws Exception {
        int messages = 2_000;
        List<Integer> expected = IntStream.range(0, messages).boxed().toList();
        List<Task<Fiber<List<Integer>>>> readers = new ArrayList<>();
        List<Deferred<Integer>> ready = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int capacity = 1 + i * i;
            Deferred<Integer> subscribed = Deferred.create();
            ready.add(subscribed);
            readers.add(topic.subscribe(() -> Queue.bounded(capacity))
                    .use(queue -> subscribed.complete(1).then(Task.traverse(expected, n -> queue.take())))
                    .start());
        }
        List<List<Integer>> got = own.run(Task.traverse(readers, r -> r)
                .flatMap(fibers -> Task.traverse(ready, Deferred::get)
                        .then(Task.traverse(expected, topic::publish))
                        .then(Task.traverse(fibers, Fiber::joinOrFail))));
        assertThat(got).hasSize(4).allSatisfy(one -> assertThat(one).isEqualTo(expected));
    }
}
