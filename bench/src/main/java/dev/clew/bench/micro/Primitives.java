package dev.clew.bench.micro;

import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.sync.AtomicCell;
import dev.clew.sync.CountDownLatch;
import dev.clew.sync.CyclicBarrier;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.ReadWriteLock;
import dev.clew.sync.Ref;
import dev.clew.sync.Semaphore;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What fibers share and wait on, used {@code times} times in each operation, by {@code fibers} fibers on the pool: by one, and
 * nobody ever waits; by several, each of which gives way while it holds what the others want, so that nearly every use waits.
 *
 * <p>{@link #nothing} is the loop with a step that gives way, or none, in the place of the primitive.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Primitives extends AfterOtherPrograms {
    @Param("10000")
    public int times;

    @Param({"1", "4"})
    public int fibers;

    private final Semaphore semaphore = Semaphore.create(1);
    private final Mutex mutex = Mutex.create();
    private final ReadWriteLock readWriteLock = ReadWriteLock.create();
    private final MVar<Integer> mvar = MVar.create();
    private final MVar<Integer> full = MVar.create(0);
    private final Ref<Integer> ref = Ref.create(0);
    private final AtomicCell<Integer> cell = AtomicCell.create(0);
    private final CountDownLatch open = CountDownLatch.create(0);
    private final ReentrantLock lock = new ReentrantLock();

    /** What is done while something is held. */
    private Task<Integer> inside() {
        return fibers == 1 ? Task.now(1) : Task.yieldNow().thenReturn(1);
    }

    private int run(ClewPool pool, Task<Integer> use) throws Exception {
        int each = times / fibers;
        Task<Integer> all = Task.parTraverse(Collections.nCopies(fibers, each), n -> Task.fork(loop(use, n, 0)))
                .map(sums -> sums.stream().mapToInt(Integer::intValue).sum());
        return Check.number("uses", each * fibers, pool.run(Task.fork(all)));
    }

    private static Task<Integer> loop(Task<Integer> use, int left, int sum) {
        return left == 0 ? Task.now(sum) : use.flatMap(x -> loop(use, left - 1, sum + x));
    }

    @Benchmark
    public int nothing(ClewPool pool) throws Exception {
        return run(pool, inside());
    }

    @Benchmark
    public int withPermit(ClewPool pool) throws Exception {
        return run(pool, semaphore.withPermit(inside()));
    }

    @Benchmark
    public int acquireAndRelease(ClewPool pool) throws Exception {
        Task<Integer> inside = inside();
        return run(
                pool,
                semaphore
                        .acquire()
                        .then(inside)
                        .flatMap(n -> semaphore.release().thenReturn(n)));
    }

    @Benchmark
    public int withLock(ClewPool pool) throws Exception {
        return run(pool, mutex.withLock(inside()));
    }

    @Benchmark
    public int withRead(ClewPool pool) throws Exception {
        return run(pool, readWriteLock.withRead(inside()));
    }

    @Benchmark
    public int withWrite(ClewPool pool) throws Exception {
        return run(pool, readWriteLock.withWrite(inside()));
    }

    @Benchmark
    public int takeAndPut(ClewPool pool) throws Exception {
        Task<Integer> inside = inside();
        return run(
                pool, full.take().flatMap(x -> inside.flatMap(n -> full.put(0).thenReturn(n))));
    }

    /** One puts and takes; of several, half put what the other half take. */
    @Benchmark
    public int handOver(ClewPool pool) throws Exception {
        if (fibers == 1) {
            return run(pool, mvar.put(1).then(mvar.take()));
        }
        int each = times / fibers;
        Task<Integer> put = mvar.put(1).thenReturn(0);
        Task<Integer> all = Task.parTraverse(
                        Collections.nCopies(fibers / 2, each),
                        n -> loop(put, n, 0).zipPar(loop(mvar.take(), n, 0), Integer::sum))
                .map(sums -> sums.stream().mapToInt(Integer::intValue).sum());
        return Check.number("values", each * (fibers / 2), pool.run(Task.fork(all)));
    }

    @Benchmark
    public int update(ClewPool pool) throws Exception {
        return run(pool, ref.update(n -> n + 1).then(inside()));
    }

    @Benchmark
    public int updateByTask(ClewPool pool) throws Exception {
        Task<Integer> inside = inside();
        return run(pool, cell.update(n -> inside).thenReturn(1));
    }

    @Benchmark
    public int awaitOpen(ClewPool pool) throws Exception {
        return run(pool, open.await().then(inside()));
    }

    @Benchmark
    public int awaitOthers(ClewPool pool) throws Exception {
        CyclicBarrier barrier = CyclicBarrier.create(fibers);
        return run(pool, barrier.await().thenReturn(1));
    }

    /** A lock of the JDK around the same, where nobody waits. */
    @Benchmark
    public int reentrantLock(ClewPool pool) throws Exception {
        return run(pool, Task.delay(() -> {
            lock.lock();
            try {
                return 1;
            } finally {
                lock.unlock();
            }
        }));
    }
}
