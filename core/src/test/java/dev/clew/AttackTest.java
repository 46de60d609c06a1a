package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.channel.Alt;
import dev.clew.channel.Channel;
import dev.clew.sync.CyclicBarrier;
import dev.clew.sync.Deferred;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.Queue;
import dev.clew.sync.QueueClosedException;
import dev.clew.sync.ReadWriteLock;
import dev.clew.sync.Semaphore;
import dev.clew.sync.Topic;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Primitives and alternatives together, cancelled, closed and broken at each step: nothing is lost, and nobody hangs. */
class AttackTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int CROWD = 100_000;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    /** What of two queues and two permits was taken by choices. */
    private static final class Stores {
        final Queue<Integer> one = Queue.bounded(2);
        final Queue<Integer> two = Queue.synchronous();
        final Semaphore permits = Semaphore.create(2, 0);
        int accepted;
        int released;
        int taken;
        int acquired;
        int left;

        Task<Object> consume(int rounds) {
            Alt<Object> any = Alt.chooser(
                    Alt.of(one.take()).map(n -> taken++),
                    Alt.of(two.take()).map(n -> taken++),
                    Alt.of(permits.acquire()).map(n -> acquired++));
            return Task.traverse(Collections.nCopies(rounds, 0), x -> Task.uncancelable(poll -> poll.apply(any.sync())))
                    .map(x -> (Object) x);
        }

        Task<Object> produce() {
            Task<Object> first = counted(one).then(counted(two));
            Task<Object> second =
                    permits.release().map(x -> released++).then(one.close().thenReturn((Object) 0));
            return first.both(second).map(x -> (Object) x);
        }

        /** An offer that is cancelled as it is accepted is counted. */
        private Task<Object> counted(Queue<Integer> queue) {
            return Task.uncancelable(poll -> poll.apply(queue.offer(1)).map(in -> accepted += in ? 1 : 0))
                    .map(x -> (Object) x)
                    .recover(closed -> 0);
        }

        Task<Object> drain() {
            return Task.defer(() -> one.takeUpTo(9)
                    .recover(closed -> List.of())
                    .map(rest -> left += rest.size())
                    .then(two.takeUpTo(9).map(rest -> left += rest.size()))
                    .map(x -> (Object) x));
        }

        boolean isConserved() {
            return accepted == taken + left && acquired <= released;
        }
    }

    @Test
    void aChoiceOfTwoQueuesAndAPermitLosesNothingWhoeverIsCancelledAndClosed() {
        Explore.program(
                        Stores::new,
                        s -> s.consume(2)
                                .recover(closed -> 0)
                                .timeoutTo(Duration.ofMillis(5), Task.now(0))
                                .both(s.produce().timeoutTo(Duration.ofMillis(5), Task.now(0)))
                                .map(x -> (Object) x)
                                .guarantee(s.drain()))
                .cancelling(1)
                .expect("accepted = taken + left", (s, end) -> s.isConserved())
                .runs(1_500)
                .check();
    }

    @Test
    void whatFailsInAPreparationGivesTheNacksAndCommitsNothing() {
        Explore.program(
                        () -> new Object() {
                            final Queue<Integer> queue = Queue.bounded(1);
                            int nacks;
                        },
                        s -> {
                            Alt<Integer> told = Alt.withNack(nack ->
                                    nack.sync().map(x -> s.nacks++).start().thenReturn(Alt.of(s.queue.take())));
                            Alt<Integer> breaks = Alt.withNack(nack -> {
                                throw new IllegalStateException("the function of a nack failed");
                            });
                            Alt<Integer> fails = Alt.guard(() -> {
                                throw new IllegalStateException("a guard failed");
                            });
                            Alt<Integer> never = Alt.prepare(Task.never());
                            return s.queue
                                    .offer(7)
                                    .then(Alt.choose(told, breaks).sync().recover(error -> 0))
                                    .then(Alt.choose(told, fails).sync().recover(error -> 0))
                                    .then(Alt.choose(told, never).sync().timeoutTo(Duration.ofMillis(1), Task.now(0)))
                                    .then(Task.sleep(Duration.ofMillis(1)))
                                    .then(s.queue.size())
                                    .map(size -> size == 1 && s.nacks == 3);
                        })
                .expect("three nacks, and the element is there", end -> end.equals(new Outcome.Succeeded<>(true)))
                .runs(300)
                .check();
    }

    @Test
    void aQueueClosedDuringTakeBetweenAndOfferAllKeepsCount() {
        Explore.program(
                        () -> new Object() {
                            final Queue<Integer> queue = Queue.bounded(2);
                            int in;
                            int out;
                        },
                        s -> {
                            Task<Object> offers = Task.uncancelable(poll -> Task.traverse(
                                            List.of(1, 2, 3, 4, 5),
                                            n -> poll.apply(s.queue.offer(n)).map(x -> s.in++)))
                                    .map(x -> (Object) x)
                                    .recover(closed -> 0);
                            Task<Object> takes = Task.uncancelable(poll -> poll.apply(s.queue.takeBetween(3, 4))
                                            .map(taken -> s.out += taken.size()))
                                    .map(x -> (Object) x)
                                    .recover(closed -> 0);
                            return Task.gather(List.of(
                                            offers, takes, s.queue.close().thenReturn((Object) 0)))
                                    .map(x -> (Object) x)
                                    .guarantee(s.queue
                                            .takeUpTo(9)
                                            .recover(closed -> List.of())
                                            .map(rest -> s.out += rest.size()));
                        })
                .cancelling(1)
                .expect("in = out", (s, end) -> s.in == s.out)
                .runs(1_500)
                .check();
    }

    @Test
    void aSubscriberThatIsCancelledInTheMiddleOfAPublishHoldsNobodyBack() {
        Explore.program(() -> {
                    Topic<Integer> topic = Topic.create();
                    Task<Object> slow = topic.subscribe(() -> Queue.bounded(1)).use(queue -> Task.never());
                    return slow.start()
                            .flatMap(fiber -> topic.subscribe(() -> Queue.unbounded())
                                    .use(queue -> topic.publish(1)
                                            .then(topic.publish(2))
                                            .then(topic.publish(3))
                                            .both(Task.yieldNow().then(fiber.cancel()))
                                            .then(Task.traverse(List.of(1, 2, 3), n -> queue.take()))));
                })
                .expect("all arrive in order", end -> end.equals(new Outcome.Succeeded<>(List.of(1, 2, 3))))
                .runs(500)
                .check();
    }

    @Test
    void aBarrierWhoseLastPartyIsCancelledIsReadyForOthers() {
        Explore.program(() -> {
                    CyclicBarrier barrier = CyclicBarrier.create(3);
                    Task<Fiber<Integer>> party = barrier.await().start();
                    return party.flatMap(a -> party.flatMap(b -> party.flatMap(last -> last.cancel()
                            .then(last.join())
                            .flatMap(end -> end instanceof Outcome.Canceled
                                    // the others may have gone on, as said
                                    ? Task.race(a.joinOrFail(), barrier.await())
                                    : a.joinOrFail())
                            .then(Task.unit())
                            .timeout(Duration.ofSeconds(1)))));
                })
                .allowLeaks()
                .runs(500)
                .check();
    }

    @Test
    void aWriterThatGivesUpLetsTheReadersBehindItGoOn() {
        Explore.program(
                        ReadWriteLock::create,
                        lock -> lock.lockRead()
                                .then(lock.lockWrite().start())
                                .flatMap(writer -> Task.yieldNow()
                                        .then(lock.withRead(Task.now(1)).start())
                                        .flatMap(reader -> Task.yieldNow()
                                                .then(lock.withRead(Task.now(2)).start())
                                                .flatMap(other -> writer.cancel()
                                                        .then(reader.joinOrFail()
                                                                .zipWith(other.joinOrFail(), Integer::sum))))
                                        .flatMap(sum ->
                                                writer.join().map(end -> end instanceof Outcome.Canceled ? sum : 0))))
                .expect("the readers go on", end -> end.equals(new Outcome.Succeeded<>(3)))
                .runs(500)
                .check();
    }

    @Test
    void numbersAndNullsThatCannotBeAreRefusedInWords() throws Exception {
        Semaphore most = Semaphore.create(Integer.MAX_VALUE);
        own.run(most.withPermits(Integer.MAX_VALUE, Task.unit()));
        assertThat(own.run(most.available())).isEqualTo(Integer.MAX_VALUE);
        for (int n : new int[] {0, -1, Integer.MIN_VALUE}) {
            refused(() -> Semaphore.make(n), String.valueOf(n));
            refused(() -> most.acquireN(n), String.valueOf(n));
            refused(() -> most.tryAcquireN(n), String.valueOf(n));
            refused(() -> most.releaseN(n), String.valueOf(n));
            refused(() -> Queue.bounded(n), String.valueOf(n));
            refused(() -> Queue.unbounded().takeUpTo(n), String.valueOf(n));
            refused(() -> CyclicBarrier.make(n), String.valueOf(n));
        }
        refused(() -> Channel.make(-1), "-1");
        refusedNull(() -> Alt.choose((List<Alt<Integer>>) null));
        refusedNull(() -> Alt.chooser((Alt<Integer>[]) null));
        refusedNull(() -> Alt.prepare(null));
        refusedNull(() -> most.withPermit(null));
        refusedNull(() -> Queue.unbounded().offerAll(null));
        refusedNull(() -> own.run(Topic.<Integer>create().subscribe(() -> null).use(queue -> Task.unit())));
    }

    private static void refused(Runnable call, String said) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said);
    }

    private interface Call {
        Object run() throws Exception;
    }

    private static void refusedNull(Call call) {
        assertThatThrownBy(call::run)
                .isInstanceOf(NullPointerException.class)
                .message()
                .contains("null")
                .doesNotContain("because");
    }

    /** Were a wait that leaves looked for among all, this would take minutes. */
    @Test
    void aCrowdThatIsCancelledInAnyOrderLeavesInTimeThatIsLinear() throws Exception {
        Mutex mutex = Mutex.create();
        own.run(mutex.lock());
        ReadWriteLock lock = ReadWriteLock.create();
        own.run(lock.lockWrite());
        Queue<Integer> full = Queue.bounded(1);
        own.run(full.offer(1));
        List<Task<?>> waits = List.of(
                mutex.lock(),
                lock.lockRead(),
                Semaphore.create(9, 0).acquireN(3),
                MVar.create().take(),
                Queue.bounded(1).take(),
                full.offer(2),
                Channel.create().receive().sync(),
                Channel.create().send(1).sync(),
                Deferred.create().get(),
                CyclicBarrier.create(CROWD).await());
        Random random = new Random(6);
        List<Fiber<?>> fibers = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            fibers.add(own.runtime().runAsync(waits.get(i % waits.size()), end -> {}));
        }
        Collections.shuffle(fibers, random);
        own.run(Task.traverse(fibers, fiber -> fiber.cancel().thenReturn(0)).timeout(LIMIT));
        assertThat(own.run(mutex.waiting())).isZero();
        assertThat(own.run(lock.waiting())).isZero();
        assertThat(own.run(full.takeUpTo(9))).containsExactly(1);
    }

    @Test
    void aQueueThatIsClosedInAChoiceIsAnErrorThatIsCommitted() throws Exception {
        Queue<Integer> queue = Queue.bounded(1);
        Queue<Integer> other = Queue.bounded(1);
        Task<Integer> choice =
                Alt.choose(Alt.of(queue.take()), Alt.of(other.take())).sync();
        own.run(queue.close());
        assertThatThrownBy(() -> own.run(choice)).isInstanceOf(QueueClosedException.class);
        own.run(other.offer(1));
        assertThat(own.run(other.size())).isEqualTo(1);
    }
}
