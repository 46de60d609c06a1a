package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many fibers on real threads, many of them cancelled or out of time: what must hold, holds. */
class PrimitivesStressTest {
    private static final int FIBERS = 4_000;
    private static final long SEED = Long.getLong("clew.test.seed", 20_261_130);

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(4);

    /** {@code task} left alone, given a limit, or cancelled by another fiber, as {@code random} says; its own error is the error. */
    private static Task<Void> disturbed(Task<?> task, SplittableRandom random) {
        Task<Void> plain = task.thenReturn(null);
        Duration limit = Duration.ofNanos(1_000L * random.nextInt(1, 2_000));
        return switch (random.nextInt(4)) {
            case 0 -> plain;
            case 1 -> plain.timeoutTo(limit, Task.now(null));
            case 2 -> plain.timeoutTo(limit, Task.now(null)).timeoutTo(limit, Task.now(null));
            default ->
                plain.start()
                        .flatMap(fiber -> random.nextBoolean()
                                ? fiber.cancel().then(fiber.join()).flatMap(PrimitivesStressTest::endedOrCancelled)
                                : Task.yieldNow()
                                        .then(fiber.cancel())
                                        .then(fiber.join())
                                        .flatMap(PrimitivesStressTest::endedOrCancelled));
        };
    }

    private static Task<Void> endedOrCancelled(Outcome<Void> end) {
        return end instanceof Outcome.Failed<Void> failed ? Task.fail(failed.error()) : Task.now(null);
    }

    private void inParallel(Function<SplittableRandom, Task<?>> program) throws Exception {
        SplittableRandom root = new SplittableRandom(SEED);
        List<SplittableRandom> randoms =
                IntStream.range(0, FIBERS).mapToObj(i -> root.split()).toList();
        Task<?> all =
                Task.parTraverseDiscard(200, randoms, random -> Task.fork(disturbed(program.apply(random), random)));
        try {
            own.run(all.timeout(OwnRuntime.DEADLINE));
        } catch (TimeoutException hangs) {
            throw new AssertionError(
                    "with seed " + SEED + " it hangs:\n" + own.runtime().dump().toText(), hangs);
        }
    }

    @Test
    void permitsAreNeverMoreThanThereAreAndAllComeBack() throws Exception {
        Semaphore semaphore = Semaphore.create(5);
        AtomicInteger inside = new AtomicInteger();
        inParallel(random -> {
            int permits = random.nextInt(1, 4);
            Task<Void> use = Task.bracket(
                    Task.delay(() -> inside.addAndGet(permits))
                            .ensure(held -> held <= 5, held -> new AssertionError(held + " permits of 5 are held")),
                    x -> random.nextBoolean() ? Task.yieldNow() : Task.sleep(Duration.ofNanos(50_000)),
                    x -> Task.delay(() -> inside.addAndGet(-permits)));
            return random.nextInt(8) == 0
                    ? Task.bracket(
                            semaphore.tryAcquireN(permits),
                            got -> got ? use : Task.unit(),
                            got -> got ? semaphore.releaseN(permits) : Task.unit())
                    : semaphore.withPermits(permits, use);
        });
        assertThat(semaphore).hasToString("Semaphore(5 of 5 available, 0 waiting)");
    }

    @Test
    void aMutexGuardsAPlainField() throws Exception {
        Mutex mutex = Mutex.create();
        int[] plain = new int[1];
        AtomicInteger counted = new AtomicInteger();
        inParallel(random -> mutex.withLock(Task.uncancelable(poll -> Task.delay(() -> plain[0])
                .flatMap(before -> Task.yieldNow().then(Task.delay(() -> {
                    plain[0] = before + 1;
                    return counted.incrementAndGet();
                }))))));
        int seen = own.run(mutex.withLock(Task.delay(() -> plain[0])));
        assertThat(seen).isEqualTo(counted.get()).isPositive();
        assertThat(mutex).hasToString("Mutex(free, 0 waiting)");
    }

    @Test
    void aWriterIsAlone() throws Exception {
        ReadWriteLock lock = ReadWriteLock.create();
        AtomicInteger inside = new AtomicInteger();
        inParallel(random -> {
            boolean writes = random.nextInt(4) == 0;
            int weight = writes ? 1_000_000 : 1;
            Task<Void> use = Task.bracket(
                    Task.delay(() -> inside.addAndGet(weight))
                            .ensure(
                                    now -> writes ? now == weight : now < 1_000_000,
                                    now -> new AssertionError("a writer is not alone: " + now)),
                    x -> Task.yieldNow(),
                    x -> Task.delay(() -> inside.addAndGet(-weight)));
            return writes ? lock.withWrite(use) : lock.withRead(use);
        });
        assertThat(lock).hasToString("ReadWriteLock(it was free, 0 waiting)");
    }

    @Test
    void whatIsPutIntoAnMVarIsTakenOnceOrIsLeft() throws Exception {
        MVar<Integer> mvar = MVar.create();
        Queue<Integer> put = new ConcurrentLinkedQueue<>();
        Queue<Integer> taken = new ConcurrentLinkedQueue<>();
        AtomicInteger number = new AtomicInteger();
        Task<Void> limit = Task.now(null);
        inParallel(random -> {
            int value = number.incrementAndGet();
            Task<Void> puts =
                    Task.uncancelable(poll -> poll.apply(mvar.put(value)).map(x -> {
                        put.add(value);
                        return null;
                    }));
            Task<Void> takes = Task.uncancelable(poll -> poll.apply(mvar.take()).map(got -> {
                taken.add(got);
                return null;
            }));
            Task<Void> reads = mvar.read().thenReturn(null);
            int kind = random.nextInt(5);
            return (kind < 2 ? puts : kind < 4 ? takes : reads).timeoutTo(Duration.ofMillis(3), limit);
        });
        List<Integer> seen = new ArrayList<>(taken);
        int left = own.run(mvar.tryTake(0));
        if (left != 0) {
            seen.add(left);
        }
        List<Integer> given = new ArrayList<>(put);
        Collections.sort(seen);
        Collections.sort(given);
        assertThat(seen).isEqualTo(given).hasSizeGreaterThan(FIBERS / 20);
        assertThat(mvar).hasToString("MVar()");
    }

    @Test
    void aLatchIsPassedByAllOfAStorm() throws Exception {
        for (int i = 0; i < 200; i++) {
            CountDownLatch latch = CountDownLatch.create(20);
            List<Task<Void>> tasks = new ArrayList<>();
            for (int k = 0; k < 20; k++) {
                tasks.add(Task.fork(latch.countDown()));
                tasks.add(Task.fork(latch.await()));
            }
            own.run(Task.gather(tasks).timeout(OwnRuntime.DEADLINE));
        }
    }

    @Test
    void roundsOfABarrierDoNotMix() throws Exception {
        int parties = 6;
        CyclicBarrier barrier = CyclicBarrier.create(parties);
        AtomicInteger arrived = new AtomicInteger();
        own.run(Task.parTraverse(Collections.nCopies(parties, 0), x -> rounds(barrier, arrived, 1))
                .timeout(OwnRuntime.DEADLINE));
        assertThat(arrived).hasValue(parties * 1_000);
    }

    private static Task<Void> rounds(CyclicBarrier barrier, AtomicInteger arrived, int round) {
        if (round > 1_000) {
            return Task.now(null);
        }
        int parties = barrier.parties();
        return Task.delay(arrived::incrementAndGet)
                .then(barrier.await())
                .map(x -> arrived.get())
                .ensure(
                        n -> n >= parties * round && n < parties * (round + 1),
                        n -> new AssertionError("round " + round + " with " + n + " arrived"))
                .then(Task.defer(() -> rounds(barrier, arrived, round + 1)));
    }
}
