package dev.clew.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import dev.clew.testkit.Explored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Channels and choices under many schedules, and cancelled before each step. */
class ChannelExploreTest {
    private static final int RUNS = 300;

    /** What one run counts. */
    private static final class Books {
        private final Channel<Integer> channel;
        private final Channel<Integer> other = Channel.create();
        private final SwapChannel<Integer> desk = SwapChannel.create();
        private int sent;
        private int received;
        private int swapped;
        private int commits;
        private int nacksMade;
        private int nacksGiven;
        private int nackedCommits;

        Books(int capacity) {
            channel = Channel.create(capacity);
        }

        Alt<Integer> send(Channel<Integer> to) {
            return to.send(1).map(x -> ++sent);
        }

        Alt<Integer> receive(Channel<Integer> from) {
            return from.receive().map(x -> ++received);
        }

        Alt<Integer> swap() {
            return desk.swap(1).map(x -> ++swapped);
        }

        /** {@code alt}, whose negative acknowledgement is counted by a fiber of its own, as long as that lives. */
        Alt<Integer> nacked(Alt<Integer> alt) {
            return Alt.withNack(nack -> Task.delay(() -> {
                nacksMade++;
                acks.add(nack);
                return alt.map(x -> ++nackedCommits);
            }));
        }

        private final List<Alt<Void>> acks = new ArrayList<>();

        /** Counts the nacks that were given; each is asked, none is waited for. */
        Task<Integer> count() {
            return Task.traverse(
                            List.copyOf(acks),
                            nack -> nack.map(x -> ++nacksGiven).tryElse(0).sync())
                    .map(all -> nacksGiven);
        }

        int left() {
            return channel instanceof Buffered<Integer> buffered ? buffered.size() : 0;
        }

        boolean isConserved() {
            return sent == received + left() && swapped % 2 == 0 && isEmpty(channel) && isEmpty(other);
        }

        private static boolean isEmpty(Channel<?> channel) {
            return channel.senders == null && channel.receivers == null;
        }
    }

    private static Explore<Books, Integer> explore(int capacity, dev.clew.Fn<Books, Task<Integer>> program) {
        return Explore.program(() -> new Books(capacity), program)
                .expect("what was sent was received or is left, and nobody waits", (books, end) -> books.isConserved());
    }

    private static void everywhere(int capacity, dev.clew.Fn<Books, Task<Integer>> program) {
        explore(capacity, program).runs(RUNS).check();
        explore(capacity, program).pct(3).runs(RUNS).check();
        Explored fifo = explore(capacity, program).cancelEverywhere().check();
        assertThat(fifo.exhausted()).isTrue();
        explore(capacity, program).random().runs(40).cancelEverywhere().check();
        explore(capacity, program).cancelling(2).runs(RUNS).check();
    }

    /** {@code task} that gives up after some time, so that a side whose partner was cancelled does not wait for ever. */
    private static Task<Integer> soon(Alt<Integer> alt) {
        return Alt.choose(alt, Alt.timeOut(Duration.ofMillis(5)).map(x -> 0)).sync();
    }

    @Test
    void sendersAndReceivers() {
        for (int capacity : new int[] {0, 1}) {
            everywhere(
                    capacity,
                    books -> soon(books.send(books.channel))
                            .both(soon(books.receive(books.channel)))
                            .both(soon(books.send(books.channel)).both(soon(books.receive(books.channel))))
                            .map(x -> 1));
        }
    }

    @Test
    void plainSendersAndReceivers() {
        for (int capacity : new int[] {0, 2}) {
            everywhere(
                    capacity,
                    books -> Task.scoped(scope -> scope.startSupervised(books.send(books.channel)
                                    .sync()
                                    .then(books.send(books.channel).sync()))
                            .flatMap(sender -> scope.startSupervised(
                                            books.receive(books.channel).sync())
                                    .flatMap(receiver -> soon(books.receive(books.channel))
                                            .then(receiver.cancel())
                                            .then(sender.cancel())
                                            .thenReturn(1)))));
        }
    }

    @Test
    void choicesThatMeetCrosswise() {
        everywhere(
                0,
                books -> soon(Alt.choose(books.send(books.channel), books.receive(books.other)))
                        .both(soon(Alt.choose(books.send(books.other), books.receive(books.channel))))
                        .both(soon(Alt.chooser(books.receive(books.channel), books.send(books.channel), books.swap())))
                        .both(soon(Alt.chooser(books.swap(), books.receive(books.other))))
                        .map(x -> 1));
    }

    @Test
    void choicesThatMeetExhaustively() {
        Explored all = explore(
                        0,
                        books -> Alt.choose(books.send(books.channel), books.receive(books.channel))
                                .sync()
                                .both(Alt.choose(books.receive(books.channel), books.send(books.channel))
                                        .sync())
                                .map(x -> {
                                    books.commits = books.sent + books.received;
                                    return books.commits;
                                }))
                .exhaustive(12)
                .expect("each of the two commits one", (books, end) -> end.equals(new Outcome.Succeeded<>(2)))
                .check();
        assertThat(all.exhausted()).isTrue();
    }

    @Test
    void nacksAreGivenExactlyWhereTheirAlternativeIsNotChosen() {
        dev.clew.Fn<Books, Task<Integer>> program = books -> {
            Task<Integer> sides = soon(Alt.choose(
                            books.nacked(books.receive(books.channel)), books.nacked(books.receive(books.other))))
                    .both(soon(Alt.chooser(books.nacked(books.send(books.channel)), books.send(books.other))))
                    .map(x -> 1);
            return sides.guarantee(Task.defer(books::count));
        };
        Explore<Books, Integer> explore = explore(0, program)
                .expect(
                        "each nack is given, or its alternative was chosen",
                        (books, end) -> books.nacksMade == books.nacksGiven + books.nackedCommits);
        explore.runs(RUNS).check();
        explore.cancelEverywhere().check();
        explore.random().runs(60).cancelEverywhere().check();
        explore.cancelling(2).runs(RUNS).check();
    }

    @Test
    void theOrderOfAChooserIsADecision() {
        Set<Integer> chosen = new HashSet<>();
        Explored all = Explore.program(() -> Alt.chooser(Alt.always(1), Alt.always(2), Alt.always(3))
                        .sync()
                        .map(x -> {
                            chosen.add(x);
                            return x;
                        }))
                .exhaustive(10)
                .check();
        assertThat(all.exhausted()).isTrue();
        assertThat(chosen).containsExactlyInAnyOrder(1, 2, 3);
    }
}
