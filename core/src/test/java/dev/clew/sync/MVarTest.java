package dev.clew.sync;

import static dev.clew.sync.Held.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Fn;
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

class MVarTest {
    private static final int SEEDS = 60;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void aValueIsPutReadAndTaken() throws Exception {
        MVar<Integer> mvar = own.run(MVar.<Integer>make());
        assertThat(own.run(mvar.isEmpty())).isTrue();
        assertThat(own.run(mvar.tryTake(-1))).isEqualTo(-1);
        assertThat(own.run(mvar.tryRead(-1))).isEqualTo(-1);
        own.run(mvar.put(5));
        assertThat(own.run(mvar.tryPut(6))).isFalse();
        assertThat(own.run(mvar.read())).isEqualTo(5);
        assertThat(own.run(mvar.tryRead(-1))).isEqualTo(5);
        assertThat(mvar).hasToString("MVar(5)");
        assertThat(own.run(mvar.take())).isEqualTo(5);
        assertThat(own.run(mvar.tryPut(7))).isTrue();
        assertThat(own.run(mvar.tryTake(-1))).isEqualTo(7);
        assertThat(mvar).hasToString("MVar()");
    }

    @Test
    void nullIsAValueLikeAnyOther() throws Exception {
        MVar<Integer> mvar = own.run(MVar.make(null));
        assertThat(own.run(mvar.isEmpty())).isFalse();
        assertThat(own.run(mvar.tryTake(1))).isNull();
        Fiber<Integer> taker = own.runtime().runAsync(mvar.take(), end -> {});
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        own.run(mvar.put(null));
        assertThat(own.run(taker.joinOrFail())).isNull();
    }

    @Test
    void whoWaitsToReadIsServedBeforeTheFirstWhoTakes() throws Exception {
        MVar<Integer> mvar = MVar.create();
        List<Fiber<Integer>> fibers = new ArrayList<>();
        for (Task<Integer> wait : List.of(mvar.take(), mvar.read(), mvar.take(), mvar.read())) {
            fibers.add(own.runtime().runAsync(wait, end -> {}));
            int waiting = fibers.size();
            OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == waiting);
        }
        own.run(mvar.put(1));
        for (int served : new int[] {0, 1, 3}) {
            assertThat(own.run(fibers.get(served).joinOrFail())).isEqualTo(1);
        }
        assertThat(own.run(mvar.isEmpty())).isTrue();
        assertThat(own.run(mvar.tryPut(2))).isTrue();
        assertThat(own.run(fibers.get(2).joinOrFail())).isEqualTo(2);
    }

    @Test
    void whoPutsGoesInTheOrderOfComing() throws Exception {
        MVar<Integer> mvar = MVar.create(0);
        for (int i = 1; i <= 4; i++) {
            own.runtime().runAsync(mvar.put(i), end -> {});
            int waiting = i;
            OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == waiting);
        }
        OwnRuntime.await("the dump says so", () -> own.runtime().dump().toText().contains("waits for room in an MVar"));
        for (int i = 0; i <= 4; i++) {
            assertThat(own.run(mvar.take())).isEqualTo(i);
        }
        assertThat(own.run(mvar.isEmpty())).isTrue();
    }

    /** What went through an MVar. */
    private static final class Traffic {
        final MVar<Integer> mvar = MVar.create();
        final List<Integer> put = new ArrayList<>();
        final List<Integer> taken = new ArrayList<>();
        final List<Integer> read = new ArrayList<>();

        Task<Void> put(int value) {
            return Task.uncancelable(poll -> poll.apply(mvar.put(value)).map(x -> note(put, value)));
        }

        Task<Void> take() {
            return Task.uncancelable(poll -> poll.apply(mvar.take()).map(value -> note(taken, value)));
        }

        Task<Void> read() {
            return Task.uncancelable(poll -> poll.apply(mvar.read()).map(value -> note(read, value)));
        }

        private static Void note(List<Integer> list, int value) {
            list.add(value);
            return null;
        }

        /** Everything that was put was taken or is there. */
        boolean isConserved() {
            List<Integer> seen = new ArrayList<>(taken);
            String left = mvar.toString();
            if (!left.equals("MVar()")) {
                seen.add(Integer.valueOf(left.substring("MVar(".length(), left.length() - 1)));
            }
            return seen.stream().sorted().toList().equals(put.stream().sorted().toList());
        }
    }

    private static Explore<Traffic, Object> explore(Fn<Traffic, Task<?>> program) {
        return Explore.<Traffic, Object>program(
                        Traffic::new, state -> program.apply(state).map(x -> (Object) ""))
                .expect("put = taken + left", (s, outcome) -> s.isConserved() && !(outcome instanceof Outcome.Failed));
    }

    private static void cancelEverywhere(Fn<Traffic, Task<?>> program) {
        assertThat(explore(program).cancelEverywhere().check().exhausted()).isTrue();
        explore(program).random().runs(SEEDS).cancelEverywhere().check();
        explore(program).cancelling(3).runs(10 * SEEDS).check();
    }

    @Test
    void whoeverIsCancelledNoValueIsLostOrDoubled() {
        cancelEverywhere(
                s -> Task.parTraverse(IntStream.range(0, 6).boxed().toList(), i -> i < 3 ? s.put(i) : s.take()));
        cancelEverywhere(s -> Task.parTraverse(
                        IntStream.range(0, 6).boxed().toList(),
                        i -> i < 3 ? s.take().then(s.read()) : s.put(i).then(s.put(10 + i)))
                .timeoutTo(Duration.ofMillis(1), Task.now(List.of())));
    }

    @Test
    void aWaitThatReachesItsLimitTakesAndPutsNothing() {
        cancelEverywhere(s -> s.take()
                .timeoutTo(Duration.ofMillis(1), Task.now(null))
                .both(s.put(1).delayBy(Duration.ofMillis(1)).timeoutTo(Duration.ofMillis(2), Task.now(null)))
                .both(s.put(2).delayBy(Duration.ofMillis(1)).timeoutTo(Duration.ofMillis(2), Task.now(null)))
                .both(s.read().timeoutTo(Duration.ofMillis(2), Task.now(null))));
    }

    @Test
    void whoIsServedAfterACancelledOneIsTheNext() {
        explore(s -> s.take()
                        .start()
                        .flatMap(one -> s.take()
                                .start()
                                .flatMap(two -> one.cancel()
                                        .both(s.put(1))
                                        .then(until(() -> s.taken.size(), 1))
                                        .then(two.cancel()))))
                .runs(1_000)
                .check();
    }
}
