package dev.clew.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Channels of both kinds, and channels that swap. */
class ChannelTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private void awaitWaiting(int fibers) throws Exception {
        OwnRuntime.await(fibers + " wait", () -> own.runtime().metrics().fibersSuspendedNow() == fibers);
    }

    @Test
    void aSenderWaitsForAReceiver() throws Exception {
        Channel<String> channel = Channel.create();
        Fiber<Void> sender = own.runtime().runAsync(channel.send("a").sync(), end -> {});
        awaitWaiting(1);
        assertThat(own.run(channel.receive().sync())).isEqualTo("a");
        own.run(sender.joinOrFail());
    }

    @Test
    void aReceiverWaitsForASender() throws Exception {
        Channel<String> channel = Channel.create();
        Fiber<String> receiver = own.runtime().runAsync(channel.receive().sync(), end -> {});
        awaitWaiting(1);
        own.run(channel.send(null).sync());
        assertThat(own.run(receiver.joinOrFail())).isNull();
    }

    @Test
    void thoseWhoWaitAreServedInOrder() throws Exception {
        for (int capacity : new int[] {0, 1, 3}) {
            Channel<Integer> channel = Channel.create(capacity);
            List<Fiber<Void>> senders = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                Fiber<Void> sender = own.runtime().runAsync(channel.send(i).sync(), end -> {});
                senders.add(sender);
                if (i < capacity) {
                    own.run(sender.joinOrFail());
                }
                awaitWaiting(Math.max(0, i + 1 - capacity));
            }
            List<Integer> got = own.run(Task.traverse(
                    IntStream.range(0, 10).boxed().toList(),
                    i -> channel.receive().sync()));
            assertThat(got).isEqualTo(IntStream.range(0, 10).boxed().toList());
            own.run(Task.traverse(senders, Fiber::joinOrFail));
        }
    }

    @Test
    void aChannelHoldsWhatItsCapacityIs() throws Exception {
        Channel<Integer> channel = Channel.create(2);
        Task<Boolean> offer = channel.send(1).map(x -> true).tryElse(false).sync();
        assertThat(own.run(Task.sequence(List.of(offer, offer, offer)))).containsExactly(true, true, false);
        assertThat(own.run(channel.receive().sync())).isEqualTo(1);
        assertThat(own.run(offer)).isTrue();
    }

    @Test
    void aCancelledOperationLeavesNothing() throws Exception {
        for (int capacity : new int[] {0, 1}) {
            Channel<Integer> channel = Channel.create(capacity);
            Fiber<Integer> receiver = own.runtime().runAsync(channel.receive().sync(), end -> {});
            awaitWaiting(1);
            own.run(receiver.cancel());
            assertThat(channel.receivers).isNull();
            for (int i = 0; i < capacity; i++) {
                own.run(channel.send(i).sync());
            }
            Fiber<Void> sender = own.runtime().runAsync(channel.send(7).sync(), end -> {});
            awaitWaiting(1);
            own.run(sender.cancel());
            assertThat(channel.senders).isNull();
        }
    }

    @Test
    void aChoiceDoesNotMeetItselfButItsEqual() throws Exception {
        Channel<Integer> channel = Channel.create();
        Alt<Integer> both = Alt.choose(channel.send(1).map(x -> -1), channel.receive());
        Fiber<Integer> first = own.runtime().runAsync(both.sync(), end -> {});
        awaitWaiting(1);
        Fiber<Integer> second = own.runtime().runAsync(both.sync(), end -> {});
        assertThat(own.run(first.joinOrFail()) + own.run(second.joinOrFail())).isZero();
        assertThat(channel.senders).isNull();
        assertThat(channel.receivers).isNull();
    }

    @Test
    void swapsExchange() throws Exception {
        SwapChannel<String> desk = SwapChannel.create();
        Task<String> both = desk.swap("left").sync().zipPar(desk.swap("right").sync(), (l, r) -> l + " " + r);
        assertThat(own.run(both)).isEqualTo("right left");
        Alt<String> twice = Alt.choose(desk.swap("a"), desk.swap("b"));
        Fiber<String> waits = own.runtime().runAsync(twice.sync(), end -> {});
        awaitWaiting(1);
        assertThat(own.run(desk.swap("c").sync())).isEqualTo("a");
        assertThat(own.run(waits.joinOrFail())).isEqualTo("c");
        Fiber<String> cancelled = own.runtime().runAsync(twice.sync(), end -> {});
        awaitWaiting(1);
        own.run(cancelled.cancel());
        assertThat(own.run(desk.swap("d").tryElse("nobody").sync())).isEqualTo("nobody");
    }

    @Test
    void aDumpSaysWhatAChoiceWaitsFor() throws Exception {
        Channel<Integer> channel = Channel.create();
        Fiber<Integer> waits = own.runtime()
                .runAsync(Alt.choose(channel.receive(), Alt.never()).sync(), end -> {});
        awaitWaiting(1);
        assertThat(own.runtime().dump().toString()).contains("a sender on a Channel, or nothing: it is never");
        own.run(waits.cancel());
    }
}
