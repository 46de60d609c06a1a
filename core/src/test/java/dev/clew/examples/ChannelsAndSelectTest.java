package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.channel.Alt;
import dev.clew.channel.Channel;
import dev.clew.channel.SwapChannel;
import dev.clew.sync.Deferred;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The programs of {@code docs/guide/channels-and-select.md}. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ChannelsAndSelectTest {

    @Test
    void aChannel() throws Exception {
        Channel<Integer> numbers = Channel.create();
        Task<Integer> seven = numbers.send(7).sync().zipPar(numbers.receive().sync(), (sent, received) -> received);
        assertThat(seven.runSync()).isEqualTo(7);
    }

    @Test
    void aChoice() throws Exception {
        Channel<String> replies = Channel.create();
        Task<String> answer = Alt.choose(
                        replies.receive().map(reply -> "reply " + reply),
                        Alt.timeOut(Duration.ofSeconds(1)).map(late -> "nobody answers"))
                .sync();
        assertThat(TestRuntime.fifo().run(answer)).isEqualTo(new Outcome.Succeeded<>("nobody answers"));
        assertThat(TestRuntime.fifo()
                        .run(answer.both(replies.send("a").sync()))
                        .get()
                        .first())
                .isEqualTo("reply a");
    }

    /** Gives both channels' values to the consumer until told to stop; then how many there were. */
    static Task<Integer> merge(
            Channel<Integer> left, Channel<Integer> right, Channel<Integer> out, Deferred<Void> stop, int count) {
        return Alt.chooser(
                        left.receive().wrap(x -> passOn(x, left, right, out, stop, count)),
                        right.receive().wrap(x -> passOn(x, left, right, out, stop, count)),
                        Alt.of(stop.get()).map(end -> count))
                .sync();
    }

    private static Task<Integer> passOn(
            int x,
            Channel<Integer> left,
            Channel<Integer> right,
            Channel<Integer> out,
            Deferred<Void> stop,
            int count) {
        return out.send(x).sync().flatMap(sent -> merge(left, right, out, stop, count + 1));
    }

    @Test
    void aLoop() throws Exception {
        Channel<Integer> left = Channel.create();
        Channel<Integer> right = Channel.create();
        Channel<Integer> out = Channel.create(10);
        Deferred<Void> stop = Deferred.create();
        Task<Integer> merged = merge(left, right, out, stop, 0)
                .both(left.send(1).sync().then(right.send(2).sync()).then(stop.complete(null)))
                .map(both -> both.first());
        assertThat(merged.runSync()).isEqualTo(2);
    }

    @Test
    void notWaiting() throws Exception {
        Channel<Integer> numbers = Channel.create();
        Task<Integer> next = numbers.receive().tryElse(-1).sync();
        Task<Boolean> offered = numbers.send(1).map(sent -> true).tryElse(false).sync();
        assertThat(next.runSync()).isEqualTo(-1);
        assertThat(offered.runSync()).isFalse();
    }

    @Test
    void swapping() throws Exception {
        SwapChannel<String> desk = SwapChannel.create();
        Task<String> both = desk.swap("left").sync().zipPar(desk.swap("right").sync(), (l, r) -> l + " " + r);
        assertThat(both.runSync()).isEqualTo("right left");
    }

    @Test
    void aWaitThatEndsByItself() throws Exception {
        Deferred<Integer> price = Deferred.create();
        Task<Integer> patient = Alt.choose(
                        Alt.of(price.get()), Alt.timeOut(Duration.ofMillis(20)).map(late -> 0))
                .sync();
        assertThat(patient.runSync()).isEqualTo(0);
    }

    /** Hands out locks by name, in the order of asking, and forgets those who no longer wait. */
    static final class LockServer {
        private record Request(String name, Channel<String> granted, Alt<Void> gone) {}

        private final Channel<Request> requests = Channel.create();
        private final Channel<String> releases = Channel.create();
        private final Map<String, Deque<Request>> waiting = new HashMap<>();

        /** An alternative that is there once the caller has the lock. */
        Alt<String> acquire(String name) {
            return Alt.withNack(nack -> {
                Channel<String> granted = Channel.create();
                return requests.send(new Request(name, granted, nack)).sync().thenReturn(granted.receive());
            });
        }

        Task<Void> release(String name) {
            return releases.send(name).sync();
        }

        Task<Void> serve() {
            return Alt.choose(
                            requests.receive().wrap(request -> {
                                Deque<Request> queue = waiting.get(request.name());
                                if (queue != null) {
                                    queue.add(request);
                                    return serve();
                                }
                                waiting.put(request.name(), new ArrayDeque<>(List.of(request)));
                                return grantNext(request.name());
                            }),
                            releases.receive().wrap(this::grantNext))
                    .sync();
        }

        /** Either the client takes the lock, or it has gone, and the next one is asked. */
        private Task<Void> grantNext(String name) {
            Request next = waiting.get(name).poll();
            if (next == null) {
                waiting.remove(name);
                return serve();
            }
            return Alt.choose(
                            next.granted().send(name).wrap(taken -> serve()),
                            next.gone().wrap(gone -> grantNext(name)))
                    .sync();
        }
    }

    @Test
    void aLockServer() {
        TestRuntime runtime = TestRuntime.seeded(7);
        LockServer server = new LockServer();
        List<String> log = new ArrayList<>();
        Task<String> holds = server.acquire("a")
                .wrap(name -> Task.sleep(Duration.ofSeconds(1)).then(server.release(name)))
                .sync()
                .then(Task.delay(() -> {
                    log.add("held a");
                    return "a";
                }));
        Task<String> impatient = Alt.choose(
                        server.acquire("a"), Alt.timeOut(Duration.ofMillis(100)).map(late -> "gave up"))
                .sync();
        Task<String> patient = server.acquire("a")
                .wrap(name -> server.release(name).thenReturn("got it"))
                .sync();
        Task<String> clients = Task.sleep(Duration.ofMillis(10))
                .then(impatient.zipPar(patient, (first, second) -> first + ", " + second));
        Task<String> program =
                Task.scoped(scope -> scope.start(server.serve()).then(holds.zipPar(clients, (held, rest) -> rest)));
        assertThat(runtime.run(program)).isEqualTo(new Outcome.Succeeded<>("gave up, got it"));
        assertThat(log).containsExactly("held a");
    }
}
