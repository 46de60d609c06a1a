package dev.clew.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Fiber;
import dev.clew.Fn;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import dev.clew.sync.CyclicBarrier;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.Semaphore;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Permits, locks and values as alternatives: what is not chosen is not taken, whoever is cancelled. */
class AltOfPrimitivesTest {
    private static final int SEEDS = 60;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static <S> void cancelEverywhere(
            Explore<S, Object> fifo, Explore<S, Object> random, Explore<S, Object> some) {
        assertThat(fifo.cancelEverywhere().check().exhausted()).isTrue();
        random.random().runs(SEEDS).cancelEverywhere().check();
        some.cancelling(3).runs(10 * SEEDS).check();
    }

    private record Two(Semaphore one, Semaphore other) {
        Two() {
            this(Semaphore.create(1), Semaphore.create(2));
        }

        Task<Void> either() {
            Alt<Semaphore> alt = Alt.choose(
                    Alt.of(one.acquire()).map(x -> one), Alt.of(other.acquire()).map(x -> other));
            return Task.uncancelable(poll -> poll.apply(alt.sync())
                    .flatMap(held -> poll.apply(Task.yieldNow()).guarantee(held.release())));
        }

        boolean isRestored() {
            return one.toString().equals("Semaphore(1 of 1 available, 0 waiting)")
                    && other.toString().equals("Semaphore(2 of 2 available, 0 waiting)");
        }
    }

    private static Explore<Two, Object> permits() {
        return Explore.<Two, Object>program(
                        Two::new,
                        two -> Task.parTraverse(
                                        List.of(1, 2, 3, 4, 5),
                                        i -> i % 2 == 0
                                                ? two.either()
                                                : two.either().timeoutTo(Duration.ofMillis(1), Task.now(null)))
                                .map(ends -> (Object) ends))
                .expect("all permits are back", (two, end) -> two.isRestored() && !(end instanceof Outcome.Failed));
    }

    @Test
    void permitsThatAreNotChosenAreNotTaken() {
        cancelEverywhere(permits(), permits(), permits());
    }

    /** What goes through two places. */
    private static final class Places {
        final MVar<Integer> one = MVar.create();
        final MVar<Integer> other = MVar.create();
        final List<Integer> put = new ArrayList<>();
        final List<Integer> taken = new ArrayList<>();

        Task<Void> put(int value) {
            Alt<Void> alt = Alt.choose(Alt.of(one.put(value)), Alt.of(other.put(value)));
            return Task.uncancelable(poll -> poll.apply(alt.sync()).map(x -> note(put, value)));
        }

        Task<Void> take() {
            Alt<Integer> alt = Alt.choose(Alt.of(other.take()), Alt.of(one.take()));
            return Task.uncancelable(poll -> poll.apply(alt.sync()).map(value -> note(taken, value)));
        }

        private static Void note(List<Integer> list, int value) {
            list.add(value);
            return null;
        }

        boolean isConserved() {
            List<Integer> seen = new ArrayList<>(taken);
            for (MVar<Integer> place : List.of(one, other)) {
                String left = place.toString();
                if (!left.equals("MVar()")) {
                    seen.add(Integer.valueOf(left.substring("MVar(".length(), left.length() - 1)));
                }
            }
            return seen.stream().sorted().toList().equals(put.stream().sorted().toList());
        }
    }

    private static Explore<Places, Object> values() {
        Fn<Places, Task<Object>> program = places -> Task.parTraverse(
                        List.of(1, 2, 3, 4, 5, 6, 7, 8),
                        i -> (i % 2 == 0 ? places.put(i) : places.take())
                                .timeoutTo(Duration.ofMillis(2), Task.now(null)))
                .map(ends -> (Object) ends);
        return Explore.<Places, Object>program(Places::new, program)
                .expect(
                        "put = taken + left",
                        (places, end) -> places.isConserved() && !(end instanceof Outcome.Failed));
    }

    @Test
    void valuesThatAreNotChosenAreNotMoved() {
        cancelEverywhere(values(), values(), values());
    }

    @Test
    void whatLosesLeavesNothing() throws Exception {
        Mutex mutex = Mutex.create();
        CyclicBarrier barrier = CyclicBarrier.create(2);
        own.run(mutex.lock());
        int chosen = own.run(Alt.choose(
                        Alt.of(mutex.lock()).map(x -> 1),
                        Alt.of(barrier.await()).map(x -> 2),
                        Alt.timeOut(Duration.ofMillis(1)).map(x -> 3))
                .sync());
        assertThat(chosen).isEqualTo(3);
        assertThat(mutex).hasToString("Mutex(locked, 0 waiting)");
        assertThat(barrier).hasToString("CyclicBarrier(0 of 2 wait)");
    }

    @Test
    void aPermitThatWasChosenForAFiberThatItsExecutorRefusesComesBack() throws Exception {
        Semaphore semaphore = Semaphore.create(1, 0);
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            AtomicInteger jobs = new AtomicInteger(1);
            Alt<Void> alt = Alt.choose(Alt.of(semaphore.acquire()), Alt.never());
            Task<?> task = Task.fork(alt.sync(), job -> {
                if (jobs.getAndDecrement() <= 0) {
                    throw new RejectedExecutionException("full");
                }
                single.execute(job);
            });
            Fiber<?> fiber = own.runtime().runAsync(task, end -> {});
            OwnRuntime.await("it waits", () -> semaphore.toString().contains("1 waiting"));
            // the turn in which it began to wait is over
            OwnRuntime.get(CompletableFuture.runAsync(() -> {}, single), "the end of a turn");
            own.run(semaphore.release());
            assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Failed.class);
            own.run(semaphore.acquire().timeout(OwnRuntime.DEADLINE));
        } finally {
            single.shutdownNow();
        }
    }
}
