package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.HeapKept;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.ZioWaits;
import dev.clew.sync.Deferred;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * {@code fibers} that wait for one promise. Counted are {@code microsUntilAllWait}, and {@code bytesPerFiber}, the heap that one
 * of them keeps then, with the closures of the program itself; the figure has the collections in it that this takes.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Parked {
    @Param("1000000")
    public int fibers;

    @Benchmark
    @Rival(Peer.CLEW)
    public long clew(ClewPool pool, HeapKept heap) throws Exception {
        return checked(heap, pool.run(Task.fork(Task.defer(() -> parked(heap)))));
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public long zio(HeapKept heap) throws Exception {
        return checked(heap, ZioWaits.parked(fibers, heap::perFiber));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public long cats(HeapKept heap) throws Exception {
        return checked(heap, CatsWaits.parked(fibers, heap::perFiber));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public long kotlin(HeapKept heap) throws Exception {
        return checked(heap, KotlinWaits.parked(fibers, heap::perFiber));
    }

    @Benchmark
    @Rival(Peer.VIRTUAL_THREADS)
    public long virtualThreads(HeapKept heap) throws Exception {
        CompletableFuture<Integer> gate = new CompletableFuture<>();
        CountDownLatch waiting = new CountDownLatch(fibers);
        for (int i = 0; i < fibers; i++) {
            Thread.startVirtualThread(() -> {
                waiting.countDown();
                gate.join();
            });
        }
        waiting.await();
        long kept = heap.perFiber();
        gate.complete(1);
        return checked(heap, kept);
    }

    private Task<Long> parked(HeapKept heap) {
        Deferred<Integer> gate = Deferred.create();
        Deferred<Boolean> all = Deferred.create();
        AtomicInteger left = new AtomicInteger(fibers);
        Task<Integer> one = Task.defer(
                () -> left.decrementAndGet() == 0 ? all.complete(true).then(gate.get()) : gate.get());
        return started(one.start(), fibers).then(all.get()).flatMap(last -> {
            long kept = heap.perFiber();
            return gate.complete(1).thenReturn(kept);
        });
    }

    private static Task<Integer> started(Task<Fiber<Integer>> start, int left) {
        return left == 0 ? Task.now(0) : start.flatMap(fiber -> started(start, left - 1));
    }

    private long checked(HeapKept heap, long kept) {
        heap.operations++;
        return kept;
    }
}
