package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Four offerers and four takers on real threads, some of whose waits are cancelled as they are served. */
class QueueStressTest {
    private static final int SIDES = 4;
    private static final int ELEMENTS = 4_000;
    private static final int CLOSE_AT = 2_000;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(4);

    /** A kind of queue. */
    record Kind(String name, Queue<Integer> queue, boolean inOrder, boolean keepsAll) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Kind> kinds() {
        return List.of(
                new Kind("bounded(64)", Queue.bounded(64), true, true),
                new Kind("bounded(3)", Queue.bounded(3), true, true),
                new Kind("bounded(1)", Queue.bounded(1), true, true),
                new Kind("unbounded", Queue.unbounded(), true, true),
                new Kind("synchronous", Queue.synchronous(), true, true),
                new Kind("dropping(8)", Queue.dropping(8), true, true),
                new Kind("sliding(8)", Queue.sliding(8), true, false),
                new Kind("priority, bounded(8)", PriorityQueue.bounded(8), false, true));
    }

    @Test
    void whatWasPutInIsTakenOnceAndInOrder() throws Exception {
        for (Kind kind : kinds()) {
            exchange(kind);
        }
    }

    private void exchange(Kind kind) throws Exception {
        ConcurrentLinkedQueue<Integer> sent = new ConcurrentLinkedQueue<>();
        List<List<Integer>> received = new ArrayList<>();
        List<Task<Fiber<Integer>>> offerers = new ArrayList<>();
        List<Task<Fiber<Integer>>> takers = new ArrayList<>();
        for (int side = 0; side < SIDES; side++) {
            List<Integer> got = new ArrayList<>();
            received.add(got);
            takers.add(takeAll(kind.queue, got).start());
            offerers.add(offerFrom(kind.queue, sent, side * ELEMENTS, (side + 1) * ELEMENTS)
                    .start());
        }
        own.run(Task.traverse(takers, t -> t)
                .flatMap(taking -> Task.traverse(offerers, t -> t)
                        .flatMap(offering -> Task.traverse(offering, Fiber::joinOrFail))
                        .then(kind.queue.close())
                        .then(Task.traverse(taking, Fiber::joinOrFail))));
        List<Integer> all = new ArrayList<>();
        for (List<Integer> got : received) {
            if (kind.inOrder) {
                assertThat(isInOrder(got))
                        .as("elements of one offerer are in order")
                        .isTrue();
            }
            all.addAll(got);
        }
        Collections.sort(all);
        List<Integer> in = new ArrayList<>(sent);
        Collections.sort(in);
        if (kind.keepsAll) {
            assertThat(all).as(kind.name).isEqualTo(in);
        } else {
            assertThat(in).containsAll(all);
            assertThat(all).doesNotHaveDuplicates();
        }
    }

    private static boolean isInOrder(List<Integer> got) {
        int[] last = new int[SIDES];
        Arrays.fill(last, -1);
        for (int element : got) {
            int side = element / ELEMENTS;
            if (last[side] >= element) {
                return false;
            }
            last[side] = element;
        }
        return true;
    }

    /** A cancelled offer has put nothing in, and is made again. */
    private static Task<Integer> offerFrom(
            Queue<Integer> queue, ConcurrentLinkedQueue<Integer> sent, int next, int end) {
        if (next == end) {
            return Task.now(end);
        }
        Task<Boolean> offer =
                Task.uncancelable(poll -> poll.apply(queue.offer(next)).map(in -> !in || sent.add(next)));
        return perhapsCancelled(offer)
                .flatMap(outcome -> offerFrom(queue, sent, outcome instanceof Outcome.Canceled ? next : next + 1, end));
    }

    private static Task<Integer> takeAll(Queue<Integer> queue, List<Integer> got) {
        Task<Boolean> take = ThreadLocalRandom.current().nextInt(8) == 0
                ? Task.uncancelable(poll -> poll.apply(queue.takeBetween(1, 3)).map(got::addAll))
                : Task.uncancelable(poll -> poll.apply(queue.take()).map(got::add));
        return perhapsCancelled(take).flatMap(outcome -> {
            if (outcome instanceof Outcome.Failed<Boolean> failed) {
                assertThat(failed.error()).isInstanceOf(QueueClosedException.class);
                return Task.now(got.size());
            }
            return takeAll(queue, got);
        });
    }

    private static Task<Outcome<Boolean>> perhapsCancelled(Task<Boolean> task) {
        int chance = ThreadLocalRandom.current().nextInt(8);
        if (chance > 1) {
            return task.attempt();
        }
        Task<Integer> before = chance == 0 ? Task.now(0) : Task.yieldNow().thenReturn(0);
        return task.attempt()
                .start()
                .flatMap(fiber -> before.then(fiber.cancel()).then(fiber.join()))
                .map(end -> end instanceof Outcome.Succeeded<Outcome<Boolean>> ended
                        ? ended.value()
                        : new Outcome.Canceled<>());
    }

    @Test
    void aCloseTellsEverybodyAndLosesNothing() throws Exception {
        for (Kind kind : kinds()) {
            closeInTheMiddle(kind);
        }
    }

    private void closeInTheMiddle(Kind kind) throws Exception {
        ConcurrentLinkedQueue<Integer> sent = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Integer> received = new ConcurrentLinkedQueue<>();
        List<Task<Fiber<Outcome<Integer>>>> sides = new ArrayList<>();
        for (int side = 0; side < SIDES; side++) {
            int number = side;
            sides.add(offerForEver(kind.queue, sent, number).attempt().start());
            sides.add(takeForEver(kind.queue, received).attempt().start());
        }
        List<Outcome<Integer>> ends =
                own.run(Task.traverse(sides, t -> t).flatMap(fibers -> Task.traverse(fibers, Fiber::joinOrFail)));
        assertThat(ends)
                .allSatisfy(end ->
                        assertThat(((Outcome.Failed<Integer>) end).error()).isInstanceOf(QueueClosedException.class));
        List<Integer> in = new ArrayList<>(sent);
        List<Integer> out = new ArrayList<>(received);
        Collections.sort(in);
        Collections.sort(out);
        if (kind.keepsAll) {
            assertThat(out).as(kind.name).isEqualTo(in);
        } else {
            assertThat(in).containsAll(out);
        }
    }

    private static Task<Integer> offerForEver(Queue<Integer> queue, ConcurrentLinkedQueue<Integer> sent, int element) {
        return queue.offer(element).flatMap(in -> {
            if (in) {
                sent.add(element);
            }
            Task<Integer> more = offerForEver(queue, sent, element + SIDES);
            return element % 16 < SIDES ? Task.yieldNow().then(more) : more;
        });
    }

    private static Task<Integer> takeForEver(Queue<Integer> queue, ConcurrentLinkedQueue<Integer> received) {
        return queue.take().flatMap(element -> {
            received.add(element);
            Task<Integer> more = takeForEver(queue, received);
            return element > CLOSE_AT ? queue.close().then(more) : more;
        });
    }
}
