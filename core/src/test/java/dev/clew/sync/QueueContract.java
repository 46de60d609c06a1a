package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Fn;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import dev.clew.testkit.TestRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What holds for each kind of queue. A subclass names a kind. Elements are offered in their order, so that all kinds agree. */
abstract class QueueContract {
    final TestRuntime runtime = TestRuntime.fifo();

    abstract Queue<@Nullable Integer> make();

    /** For how many elements there is room; {@link Integer#MAX_VALUE} for any number. */
    abstract int capacity();

    /** Whether an offer waits where there is no room. */
    boolean waits() {
        return true;
    }

    final int many() {
        return Math.min(capacity(), 5);
    }

    /** Runs {@code task}, which must end with a value. */
    final <A extends @Nullable Object> A run(Task<A> task) throws Exception {
        return ended(start(task)).get();
    }

    final <A extends @Nullable Object> TestRuntime.Started<A> start(Task<A> task) {
        TestRuntime.Started<A> started = runtime.start(task);
        runtime.tick();
        return started;
    }

    static <A extends @Nullable Object> Outcome<A> ended(TestRuntime.Started<A> started) {
        Outcome<A> outcome = started.outcome();
        assertThat(outcome).as("the end of a task").isNotNull();
        return outcome;
    }

    static void waits(TestRuntime.Started<?> started) {
        assertThat(started.outcome()).as("the end of a task that waits").isNull();
    }

    /** Starts offers of 0 and following. */
    private List<TestRuntime.Started<Boolean>> offer(Queue<@Nullable Integer> queue, int count) {
        List<TestRuntime.Started<Boolean>> offers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            offers.add(start(queue.offer(i)));
        }
        return offers;
    }

    private static List<Integer> upTo(int n) {
        return IntStream.range(0, n).boxed().toList();
    }

    // ---- one after the other ---------------------------------------------------------------------------------

    @Test
    void elementsAreTakenInTheirOrder() throws Exception {
        Queue<@Nullable Integer> queue = make();
        int n = Math.max(1, many());
        offer(queue, n);
        for (int i = 0; i < n; i++) {
            assertThat(run(queue.take())).isEqualTo(i);
        }
        assertThat(run(queue.tryTake())).isNull();
        runtime.checkNothingLeft();
    }

    @Test
    void manyElementsGoThrough() throws Exception {
        Queue<@Nullable Integer> queue = make();
        List<Integer> all = upTo(1_000);
        List<Integer> got = new ArrayList<>();
        for (int element : all) {
            TestRuntime.Started<Boolean> offered = start(queue.offer(element));
            got.add(run(queue.take()));
            assertThat(ended(offered)).isEqualTo(new Outcome.Succeeded<>(true));
        }
        assertThat(got).isEqualTo(all);
        runtime.checkNothingLeft();
    }

    @Test
    void sizeCountsWhatIsInTheQueue() throws Exception {
        Queue<@Nullable Integer> queue = make();
        assertThat(run(queue.size())).isZero();
        offer(queue, many());
        assertThat(run(queue.size())).isEqualTo(many());
        for (int left = many(); left > 0; left--) {
            run(queue.take());
            assertThat(run(queue.size())).isEqualTo(left - 1);
        }
    }

    @Test
    void nullIsAnElement() throws Exception {
        Queue<@Nullable Integer> queue = make();
        start(queue.offer(null));
        assertThat(run(queue.takeUpTo(2))).isEqualTo(Collections.singletonList(null));
        TestRuntime.Started<@Nullable Integer> taker = start(queue.take());
        start(queue.offer(null));
        assertThat(ended(taker)).isEqualTo(new Outcome.Succeeded<>(null));
    }

    @Test
    void takeUpToGivesWhatIsThereAndDoesNotWait() throws Exception {
        Queue<@Nullable Integer> queue = make();
        assertThat(run(queue.takeUpTo(3))).isEmpty();
        int n = Math.max(1, many());
        offer(queue, n);
        assertThat(run(queue.takeUpTo(1))).containsExactly(0);
        assertThat(run(queue.takeUpTo(100))).isEqualTo(upTo(n).subList(1, n));
        assertThat(run(queue.takeUpTo(100))).isEmpty();
        runtime.checkNothingLeft();
    }

    @Test
    void aTaskRunTwiceTakesTwice() throws Exception {
        Queue<@Nullable Integer> queue = make();
        Task<Integer> twice = queue.take().flatMap(a -> queue.take().map(b -> 10 * a + b));
        start(queue.offer(1));
        TestRuntime.Started<Integer> taker = start(twice);
        start(queue.offer(2));
        assertThat(ended(taker).get()).isEqualTo(12);
    }

    @Test
    void offerAllGivesHowManyWereNotDropped() throws Exception {
        Queue<@Nullable Integer> queue = make();
        TestRuntime.Started<Integer> offers = start(queue.offerAll(upTo(many() + 3)));
        List<Integer> got = new ArrayList<>();
        for (Integer element = run(queue.tryTake()); element != null; element = run(queue.tryTake())) {
            got.add(element);
        }
        int dropped = waits() ? 0 : 3;
        assertThat(got).hasSize(many() + 3 - dropped);
        int accepted = ended(offers).get();
        assertThat(accepted).isEqualTo(this instanceof QueueKindsTest.SlidingKind ? many() + 3 : got.size());
        assertThat(run(queue.offerAll(List.of()))).isZero();
    }

    @Test
    void nonsenseIsRefused() {
        Queue<@Nullable Integer> queue = make();
        assertThatThrownBy(() -> queue.takeUpTo(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0");
        assertThatThrownBy(() -> queue.takeBetween(3, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 and 2");
        assertThatThrownBy(() -> queue.takeBetween(0, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    // ---- waiting ------------------------------------------------------------------------------------------------

    @Test
    void takersAreServedInTheOrderOfTheirComing() throws Exception {
        Queue<@Nullable Integer> queue = make();
        List<TestRuntime.Started<@Nullable Integer>> takers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            takers.add(start(queue.take()));
        }
        assertThat(run(queue.tryTake())).isNull();
        for (int i = 0; i < 4; i++) {
            waits(takers.get(i));
            assertThat(run(queue.tryOffer(i))).isTrue();
            assertThat(ended(takers.get(i)).get()).isEqualTo(i);
        }
        assertThat(run(queue.size())).isZero();
        runtime.checkNothingLeft();
    }

    @Test
    void aCancelledTakerIsPassedOver() throws Exception {
        Queue<@Nullable Integer> queue = make();
        TestRuntime.Started<@Nullable Integer> first = start(queue.take());
        TestRuntime.Started<@Nullable Integer> second = start(queue.take());
        run(first.fiber().cancel());
        assertThat(run(queue.tryOffer(1))).isTrue();
        assertThat(ended(second).get()).isEqualTo(1);
        assertThat(ended(first)).isEqualTo(new Outcome.Canceled<>());
        runtime.checkNothingLeft();
        start(queue.offer(2));
        assertThat(run(queue.take())).isEqualTo(2);
    }

    @Test
    void takeBetweenWaitsForTheLeast() throws Exception {
        Queue<@Nullable Integer> queue = make();
        TestRuntime.Started<List<@Nullable Integer>> taker = start(queue.takeBetween(8, 10));
        TestRuntime.Started<@Nullable Integer> behind = start(queue.take());
        for (int i = 0; i < 7; i++) {
            assertThat(run(queue.tryOffer(i))).as("offer %s", i).isTrue();
            waits(taker);
        }
        assertThat(run(queue.tryTake())).isNull();
        assertThat(run(queue.tryOffer(7))).isTrue();
        assertThat(ended(taker).get()).isEqualTo(upTo(8));
        waits(behind);
        assertThat(run(queue.tryOffer(8))).isTrue();
        assertThat(ended(behind).get()).isEqualTo(8);
        runtime.checkNothingLeft();
    }

    @Test
    void aCancelledTakeBetweenLeavesItsElementsToWhoWaitsBehind() throws Exception {
        Queue<@Nullable Integer> queue = make();
        TestRuntime.Started<List<@Nullable Integer>> taker = start(queue.takeBetween(4, 4));
        TestRuntime.Started<@Nullable Integer> behind = start(queue.take());
        for (int i = 0; i < 3; i++) {
            assertThat(run(queue.tryOffer(i))).isTrue();
        }
        waits(behind);
        run(taker.fiber().cancel());
        assertThat(ended(behind).get()).isZero();
        assertThat(run(queue.takeUpTo(5))).containsExactly(1, 2);
        runtime.checkNothingLeft();
    }

    @Test
    void aTakeUnderTwoTimeLimitsLeavesNothing() throws Exception {
        Queue<@Nullable Integer> queue = make();
        TestRuntime.Started<@Nullable Integer> limited =
                runtime.start(queue.take().timeout(Duration.ofMillis(5)).timeout(Duration.ofMillis(9)));
        runtime.tickFor(Duration.ofMillis(20));
        assertThat(ended(limited))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).isInstanceOf(TimeoutException.class));
        runtime.checkNothingLeft();
        start(queue.offer(1));
        assertThat(run(queue.take())).isEqualTo(1);
    }

    // ---- closing ------------------------------------------------------------------------------------------------

    @Test
    void whatIsInAClosedQueueCanBeTaken() throws Exception {
        Queue<@Nullable Integer> queue = make();
        int n = many();
        offer(queue, n);
        assertThat(run(queue.isClosed())).isFalse();
        run(queue.close());
        run(queue.close());
        assertThat(run(queue.isClosed())).isTrue();
        isClosed(start(queue.offer(9)));
        isClosed(start(queue.tryOffer(9)));
        isClosed(start(queue.offerAll(List.of(9))));
        assertThat(run(queue.size())).isEqualTo(n);
        for (int i = 0; i < n; i++) {
            assertThat(run(queue.take())).isEqualTo(i);
        }
        isClosed(start(queue.take()));
        isClosed(start(queue.tryTake()));
        isClosed(start(queue.takeUpTo(3)));
        isClosed(start(queue.takeBetween(1, 3)));
        runtime.checkNothingLeft();
    }

    @Test
    void takersThatWaitAreToldOfTheClose() throws Exception {
        Queue<@Nullable Integer> queue = make();
        TestRuntime.Started<List<@Nullable Integer>> some = start(queue.takeBetween(3, 5));
        TestRuntime.Started<@Nullable Integer> one = start(queue.take());
        assertThat(run(queue.tryOffer(0))).isTrue();
        waits(some);
        run(queue.close());
        assertThat(ended(some).get()).containsExactly(0);
        isClosed(one);
        runtime.checkNothingLeft();
    }

    static void isClosed(TestRuntime.Started<?> started) {
        assertThat(ended(started))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error())
                                .isInstanceOf(QueueClosedException.class)
                                .hasMessageContaining("closed"));
    }

    // ---- any schedule, cancelled anywhere -----------------------------------------------------------------------

    /** A queue, what was put in and what was taken out. */
    private final class Run {
        final Queue<@Nullable Integer> queue = make();
        final List<@Nullable Integer> sent = new ArrayList<>();
        final List<@Nullable Integer> received = new ArrayList<>();

        Task<Boolean> send(int element) {
            return Task.uncancelable(poll -> poll.apply(queue.offer(element)).map(in -> !in || sent.add(element)));
        }

        Task<Boolean> receive() {
            return Task.uncancelable(poll -> poll.apply(queue.take()).map(received::add));
        }

        Task<Boolean> receiveSome(int min, int max) {
            return Task.uncancelable(
                    poll -> poll.apply(queue.takeBetween(min, max)).map(received::addAll));
        }

        /** sent = received + left; of a queue that drops the oldest, only no element twice and none from nowhere. */
        boolean isConserved() {
            List<@Nullable Integer> out = new ArrayList<>(received);
            CoreQueue<@Nullable Integer> core = (CoreQueue<@Nullable Integer>) queue;
            for (Integer left = core.takeNow(); left != null; left = core.takeNow()) {
                out.add(left);
            }
            if (QueueContract.this instanceof QueueKindsTest.SlidingKind) {
                return sent.containsAll(out) && new HashSet<>(out).size() == out.size();
            }
            Collections.sort(out);
            List<@Nullable Integer> in = new ArrayList<>(sent);
            Collections.sort(in);
            return in.equals(out);
        }
    }

    private Explore<Run, Boolean> explore(Fn<Run, Task<Boolean>> program) {
        return Explore.program(Run::new, program).expect("sent = received + left", (run, end) -> run.isConserved());
    }

    private void exploreCancelled(Fn<Run, Task<Boolean>> program) {
        assertThat(explore(program).cancelEverywhere().check().exhausted()).isTrue();
        explore(program).random().runs(20).cancelEverywhere().check();
        explore(program).cancelling(2).runs(200).check();
    }

    @Test
    void nothingIsLostWhereverTheProgramIsCancelled() {
        exploreCancelled(run -> run.send(1)
                .then(run.send(2))
                .then(run.queue.tryOffer(3).map(in -> !in || run.sent.add(3)))
                .both(run.receive()
                        .then(Task.yieldNow())
                        .then(run.receive())
                        .then(run.queue.tryTake().map(x -> {
                            return x == null || run.received.add(x);
                        })))
                .thenReturn(true));
    }

    @Test
    void nothingIsLostWhereSeveralAreTakenAtOnce() {
        exploreCancelled(run -> run.send(1)
                .both(run.send(2))
                .both(run.send(3))
                .both(run.receiveSome(2, 2).then(run.receive()))
                .thenReturn(true));
    }

    @Test
    void twoOfferersAndTwoTakersAgree() {
        Fn<Run, Task<Boolean>> program = run -> run.send(1)
                .then(run.send(2))
                .both(run.send(3).then(run.send(4)))
                .both(run.receive().then(run.receive()).both(run.receive().then(run.receive())))
                .thenReturn(true);
        explore(program).runs(300).check();
    }

    @Test
    void whoWaitsBehindACancelledTakerIsServed() {
        Fn<Run, Task<Boolean>> program = run -> run.receive()
                .start()
                .flatMap(first -> run.receive()
                        .start()
                        .flatMap(second -> Task.yieldNow()
                                .then(first.cancel().both(run.send(1)))
                                .then(run.send(2).start())
                                .flatMap(more -> second.joinOrFail().tap(end -> more.cancel()))));
        explore(program).runs(500).check();
        explore(program).exhaustive(12, 2).runs(3_000).check();
    }
}
