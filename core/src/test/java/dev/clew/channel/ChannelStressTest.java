package dev.clew.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.sync.Deferred;
import dev.clew.sync.Queue;
import dev.clew.sync.Semaphore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many fibers on many workers: what was sent is what was received and what is left, and nobody waits for ever. */
class ChannelStressTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(4);

    private static Task<Object> loop(int from, int to, java.util.function.IntFunction<Task<?>> step) {
        return from == to ? Task.now(to) : step.apply(from).flatMap(x -> loop(from + 1, to, step));
    }

    private static Task<List<Object>> all(int n, java.util.function.IntFunction<Task<?>> side) {
        return Task.parTraverse(
                IntStream.range(0, n).boxed().toList(), i -> side.apply(i).map(x -> (Object) x));
    }

    @Test
    void manySendersAndReceiversLoseNothing() throws Exception {
        int each = 2_000;
        for (int capacity : new int[] {0, 1, 5}) {
            Channel<Integer> channel = Channel.create(capacity);
            BitSet seen = new BitSet();
            Task<?> senders =
                    all(4, s -> loop(0, each, i -> channel.send(s * each + i).sync()));
            Task<?> receivers = all(
                    4,
                    r -> loop(
                            0,
                            each,
                            i -> channel.receive()
                                    .sync()
                                    .tap(v -> Task.delay(() -> {
                                        synchronized (seen) {
                                            assertThat(seen.get(v))
                                                    .as("twice " + v)
                                                    .isFalse();
                                            seen.set(v);
                                        }
                                        return null;
                                    }))));
            own.run(senders.both(receivers));
            assertThat(seen.cardinality()).isEqualTo(4 * each);
        }
    }

    /** Each offers to send on one and to receive on the other, crosswise: all meet by matches of two choices. */
    @Test
    void choicesThatMeetCrosswise() throws Exception {
        for (int round = 0; round < 300; round++) {
            Channel<Integer> a = Channel.create();
            Channel<Integer> b = Channel.create();
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger received = new AtomicInteger();
            int fibers = 40;
            Task<?> program = all(fibers, i -> {
                Alt<Integer> send = (i % 2 == 0 ? a : b).send(i).map(x -> sent.incrementAndGet());
                Alt<Integer> receive = (i % 2 == 0 ? b : a).receive().map(x -> received.incrementAndGet());
                return (i % 3 == 0 ? Alt.choose(send, receive) : Alt.chooser(receive, send)).sync();
            });
            own.run(program);
            assertThat(sent).hasValue(fibers / 2);
            assertThat(received).hasValue(fibers / 2);
            assertThat(new Object[] {a.senders, a.receivers, b.senders, b.receivers})
                    .containsOnlyNulls();
        }
    }

    /** All offer everything on three channels to everybody. */
    @Test
    void choicesThatOfferEverything() throws Exception {
        List<Channel<Integer>> channels = List.of(Channel.create(), Channel.create(), Channel.create());
        AtomicLong sum = new AtomicLong();
        int fibers = 8;
        int each = 1_000;
        Task<?> program = all(
                fibers,
                i -> loop(0, each, j -> {
                    List<Alt<Object>> alts = new ArrayList<>();
                    for (Channel<Integer> channel : channels) {
                        int value = 1 + ThreadLocalRandom.current().nextInt(100);
                        alts.add(channel.send(value).map(x -> sum.addAndGet(value)));
                        alts.add(channel.receive().map(x -> sum.addAndGet(-x)));
                    }
                    return Alt.chooser(alts).sync();
                }));
        // each meets another: where all but one are done the last would wait for ever, so all go on while any does
        Task<?> rest = Alt.chooser(channels.stream()
                        .map(c -> c.receive().map(x -> sum.addAndGet(-x)))
                        .toList())
                .sync()
                .flatMap(x -> Task.now(x));
        Task<?> drain = Task.defer(() -> forever(rest));
        Task<?> feed = Task.defer(() -> forever(Alt.chooser(channels.stream()
                        .map(c -> c.send(3).map(x -> sum.addAndGet(3)))
                        .toList())
                .sync()));
        own.run(Task.race(program.map(x -> 0), drain.both(feed).map(x -> 1)));
        assertThat(sum).hasValue(0);
        for (Channel<?> channel : channels) {
            assertThat(new Object[] {channel.senders, channel.receivers}).containsOnlyNulls();
        }
    }

    private static Task<Object> forever(Task<?> task) {
        return task.flatMap(x -> forever(task));
    }

    @Test
    void swapsArePermutations() throws Exception {
        for (int round = 0; round < 200; round++) {
            SwapChannel<Integer> desk = SwapChannel.create();
            SwapChannel<Integer> other = SwapChannel.create();
            int fibers = 20;
            int[] got = new int[fibers];
            own.run(all(
                    fibers,
                    i -> Alt.choose(desk.swap(i), Alt.chooser(other.swap(i), desk.swap(i)))
                            .sync()
                            .tap(v -> Task.delay(() -> got[i] = v))));
            for (int i = 0; i < fibers; i++) {
                assertThat(got[got[i]]).isEqualTo(i);
                assertThat(got[i]).isNotEqualTo(i);
            }
        }
    }

    /** Cancelled, and given up by a timeout, at any moment: nothing is lost, nothing is doubled. */
    @Test
    void cancelsLoseNothing() throws Exception {
        for (int capacity : new int[] {0, 2}) {
            Channel<Integer> channel = Channel.create(capacity);
            AtomicInteger sent = new AtomicInteger();
            AtomicInteger received = new AtomicInteger();
            int rounds = 3_000;
            Task<?> senders =
                    all(2, s -> loop(0, rounds, i -> hurried(channel.send(i).map(x -> sent.incrementAndGet()))));
            Task<?> receivers =
                    all(2, r -> loop(0, rounds, i -> hurried(channel.receive().map(x -> received.incrementAndGet()))));
            own.run(senders.both(receivers));
            int left = 0;
            while (own.run(channel.receive().map(x -> true).tryElse(false).sync())) {
                left++;
            }
            assertThat(left).isLessThanOrEqualTo(capacity);
            assertThat(sent.get()).isEqualTo(received.get() + left);
            assertThat(new Object[] {channel.senders, channel.receivers}).containsOnlyNulls();
        }
    }

    /** The synchronisation, cancelled at a random moment by another fiber, or ended by a timer. */
    private static Task<?> hurried(Alt<Integer> alt) {
        int kind = ThreadLocalRandom.current().nextInt(3);
        if (kind == 0) {
            return Alt.choose(
                            alt,
                            Alt.timeOut(
                                    Duration.ofNanos(ThreadLocalRandom.current().nextInt(20_000))))
                    .sync();
        }
        if (kind == 1) {
            Deferred<Integer> gate = Deferred.create();
            return Alt.choose(alt, Alt.of(gate.get())).sync().both(gate.complete(1));
        }
        return alt.sync()
                .start()
                .flatMap(fiber -> Task.yieldNow().then(fiber.cancel()).then(fiber.join()));
    }

    @Test
    void nacksAndCommitsAreCounted() throws Exception {
        Channel<Integer> channel = Channel.create();
        AtomicInteger nacks = new AtomicInteger();
        AtomicInteger made = new AtomicInteger();
        AtomicInteger committed = new AtomicInteger();
        int rounds = 1_500;
        // A cancel in the middle of it would leave one that was made, and nobody to hear of it.
        Alt<Integer> counted = Alt.withNack(nack -> Task.uncancelable(poll -> Task.delay(made::incrementAndGet)
                .then(nack.sync().tap(x -> Task.delay(nacks::incrementAndGet)).start())
                .thenReturn(channel.receive().map(x -> committed.incrementAndGet()))));
        Task<?> receivers = all(3, r -> loop(0, rounds, i -> hurried(counted)));
        Task<?> senders =
                all(3, s -> loop(0, rounds, i -> hurried(channel.send(i).map(x -> 1))));
        own.run(receivers.both(senders));
        OwnRuntime.await("every receiver is served or told", () -> made.get() == committed.get() + nacks.get());
        own.thatCloses(Duration.ofSeconds(10));
    }

    @Test
    void aFiberThatIsCancelledAfterTheCommitStillHasCommitted() throws Exception {
        for (int i = 0; i < 3_000; i++) {
            Channel<Integer> channel = Channel.create();
            Fiber<Void> sender = own.runtime().runAsync(channel.send(1).sync(), end -> {});
            Fiber<Integer> receiver = own.runtime().runAsync(channel.receive().sync(), end -> {});
            own.run(receiver.cancel().both(sender.cancel()));
            Outcome<Void> sent = own.run(sender.join());
            Outcome<Integer> got = own.run(receiver.join());
            assertThat(got instanceof Outcome.Succeeded).isEqualTo(sent instanceof Outcome.Succeeded);
        }
    }

    /** Takes from a queue and permits of a semaphore that are chosen beside what may come first. */
    @Test
    void queuesAndPermitsInChoicesLoseNothing() throws Exception {
        Queue<Integer> queue = Queue.bounded(2);
        Semaphore permits = Semaphore.create(1);
        AtomicInteger offered = new AtomicInteger();
        AtomicInteger taken = new AtomicInteger();
        int rounds = 2_000;
        Alt<Integer> take = Alt.of(queue.take()).map(x -> taken.incrementAndGet());
        Task<?> takers = all(2, t -> loop(0, rounds, i -> hurried(take)));
        Alt<Integer> acquire =
                Alt.of(permits.acquire()).wrap(x -> permits.release().thenReturn(1));
        Task<?> holders = all(
                2,
                t -> loop(
                        0,
                        rounds,
                        i -> Alt.choose(
                                        acquire,
                                        Alt.timeOut(Duration.ofNanos(i * 7L)).map(x -> 0))
                                .sync()));
        Task<?> offers =
                all(2, t -> loop(0, rounds, i -> hurried(Alt.of(queue.offer(i)).map(x -> offered.incrementAndGet()))));
        own.run(takers.both(offers).both(holders));
        int left = 0;
        while (own.run(Alt.of(queue.take()).map(x -> true).tryElse(false).sync())) {
            left++;
        }
        assertThat(offered.get()).isEqualTo(taken.get() + left);
        assertThat(own.run(permits.available())).isEqualTo(1);
    }
}
