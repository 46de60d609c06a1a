package dev.clew.sync;

import static dev.clew.sync.Held.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@link CountDownLatch} and {@link CyclicBarrier}. */
class LatchAndBarrierTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void aLatchOpensForGoodWhenItHasBeenCountedDown() throws Exception {
        CountDownLatch latch = own.run(CountDownLatch.make(2));
        List<Fiber<?>> fibers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            fibers.add(own.runtime().runAsync(latch.await(), end -> {}));
        }
        OwnRuntime.await("all wait", () -> own.runtime().metrics().fibersSuspendedNow() == 3);
        OwnRuntime.await(
                "the dump says so", () -> own.runtime().dump().toText().contains("waits for a CountDownLatch"));
        own.run(fibers.get(1).cancel());
        own.run(latch.countDown());
        assertThat(own.run(latch.count())).isEqualTo(1);
        assertThat(own.runtime().metrics().fibersSuspendedNow()).isEqualTo(2);
        own.run(latch.countDown());
        own.run(fibers.get(0).joinOrFail());
        own.run(fibers.get(2).joinOrFail());
        own.run(latch.countDown());
        own.run(latch.await());
        assertThat(latch).hasToString("CountDownLatch(0)");
        own.run(CountDownLatch.create(0).await());
    }

    @Test
    void numbersThatCannotBeAreRefusedInWords() {
        assertThatThrownBy(() -> CountDownLatch.create(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("was to be made with -1");
        assertThatThrownBy(() -> CountDownLatch.make(-2)).hasMessageContaining("-2");
        assertThatThrownBy(() -> CyclicBarrier.create(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("made for 0");
        assertThatThrownBy(() -> CyclicBarrier.make(-1)).hasMessageContaining("made for -1");
    }

    @Test
    void nobodyPassesALatchBeforeItsLastCountAndAllPassAfterIt() {
        Explore.program(() -> {
                    CountDownLatch latch = CountDownLatch.create(3);
                    int[] counted = new int[1];
                    Task<Void> count =
                            Task.yieldNow().then(Task.delay(() -> counted[0]++)).then(latch.countDown());
                    Task<Boolean> wait = latch.await().map(x -> counted[0] == 3);
                    return Task.gather(List.of(
                                    count.thenReturn(true),
                                    wait,
                                    count.thenReturn(true),
                                    wait.timeoutTo(Duration.ofMillis(1), Task.now(true)),
                                    sleep(1).then(count).thenReturn(true),
                                    wait))
                            .ensure(ends -> !ends.contains(false), ends -> new AssertionError("one passed before"));
                })
                .runs(1_000)
                .check();
    }

    @Test
    void aBarrierLetsAllGoOnAgainAndAgain() throws Exception {
        CyclicBarrier barrier = own.run(CyclicBarrier.make(3));
        assertThat(barrier.parties()).isEqualTo(3);
        for (int round = 0; round < 5; round++) {
            List<Integer> missing = own.run(Task.parTraverse(List.of(1, 2, 3), i -> barrier.await()));
            assertThat(missing).containsExactlyInAnyOrder(2, 1, 0);
            assertThat(own.run(barrier.waiting())).isZero();
        }
        assertThat(own.run(CyclicBarrier.create(1).await())).isZero();
        assertThat(barrier).hasToString("CyclicBarrier(0 of 3 wait)");
    }

    @Test
    void whoIsCancelledLeavesTheBarrierAndAnotherComesInItsPlace() throws Exception {
        CyclicBarrier barrier = CyclicBarrier.create(3);
        Fiber<Integer> leaves = own.runtime().runAsync(barrier.await(), end -> {});
        Fiber<Integer> stays = own.runtime().runAsync(barrier.await(), end -> {});
        OwnRuntime.await("both wait", () -> barrier.toString().equals("CyclicBarrier(2 of 3 wait)"));
        own.run(leaves.cancel());
        assertThat(barrier).hasToString("CyclicBarrier(1 of 3 wait)");
        Fiber<Integer> comes = own.runtime().runAsync(barrier.await(), end -> {});
        OwnRuntime.await("both wait", () -> barrier.toString().equals("CyclicBarrier(2 of 3 wait)"));
        assertThat(own.run(barrier.await())).isZero();
        assertThat(own.run(stays.joinOrFail())).isEqualTo(2);
        assertThat(own.run(comes.joinOrFail())).isEqualTo(1);
    }

    @Test
    void aBarrierIsPassedByAsManyAsItIsForAlsoWhereOthersLeave() {
        Explore.program(() -> new int[1], passed -> {
                    CyclicBarrier barrier = CyclicBarrier.create(3);
                    Task<Integer> pass = Task.uncancelable(
                            poll -> poll.apply(barrier.await()).map(x -> ++passed[0]));
                    return pass.start()
                            .flatMap(one -> pass.start()
                                    .flatMap(two -> pass.start()
                                            .flatMap(three -> two.cancel()
                                                    .then(two.join())
                                                    // one that has left is made up for by another
                                                    .flatMap(end -> Held.isCanceled(end) ? pass : Task.now(0))
                                                    .then(one.joinOrFail())
                                                    .then(three.joinOrFail()))));
                })
                .expect("three pass", (passed, outcome) -> outcome instanceof Outcome.Succeeded && passed[0] == 3)
                .runs(1_000)
                .check();
    }

    @Test
    void whoeverIsCancelledNobodyIsLeftAtTheBarrier() {
        for (boolean many : new boolean[] {false, true}) {
            Explore<CyclicBarrier, Object> explore = Explore.<CyclicBarrier, Object>program(
                            () -> CyclicBarrier.create(2),
                            barrier -> Task.parTraverse(
                                            List.of(0, 1, 2, 3, 4),
                                            i -> sleep(i % 2)
                                                    .then(barrier.await())
                                                    .timeoutTo(Duration.ofMillis(2), Task.now(-1)))
                                    .map(ends -> (Object) ends))
                    .expect(
                            "nobody is left",
                            (barrier, outcome) -> barrier.toString().equals("CyclicBarrier(0 of 2 wait)")
                                    && !(outcome instanceof Outcome.Failed));
            (many ? explore.random().runs(60) : explore).cancelEverywhere().check();
        }
    }

    @Test
    void roundsOfABarrierDoNotMix() {
        Explore.program(() -> {
                    CyclicBarrier barrier = CyclicBarrier.create(3);
                    int[] arrived = new int[1];
                    return Task.parTraverse(IntStream.range(0, 3).boxed().toList(), i -> rounds(barrier, arrived, 1));
                })
                .runs(500)
                .check();
    }

    private static Task<Void> rounds(CyclicBarrier barrier, int[] arrived, int round) {
        if (round > 4) {
            return Task.now(null);
        }
        return Task.delay(() -> arrived[0]++)
                .then(barrier.await())
                .map(x -> arrived[0] >= 3 * round && arrived[0] <= 3 * round + 2)
                .ensure(right -> right, wrong -> new AssertionError("round " + round + " with " + arrived[0]))
                .then(Task.defer(() -> rounds(barrier, arrived, round + 1)));
    }

    @Test
    void aWaitAtABarrierThatNobodyElseComesToCanBeLimited() throws Exception {
        CyclicBarrier barrier = CyclicBarrier.create(2);
        assertThat(own.run(barrier.await().timeoutTo(Duration.ofMillis(1), Task.now(-1))))
                .isEqualTo(-1);
        own.run(barrier.await().both(barrier.await()));
    }
}
