package dev.clew.bench.arena;

import dev.clew.Task;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.Percentiles;
import dev.clew.peers.CatsSchedules;
import dev.clew.peers.KotlinSchedules;
import dev.clew.peers.Work;
import dev.clew.peers.ZioSchedules;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long a fiber waits for its turn while every worker is busy: {@code load} fibers compute {@code tokens} of processor time
 * between yields, and from outside one fiber after another is started and its beginning awaited. The figure is the mean; the
 * percentiles are counted in nanoseconds.
 *
 * <p>Virtual threads have no row: those that compute and yield for ever keep the carriers to themselves, and one that is
 * started from outside never begins.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Latency {
    private static final int PROBES = 1000;

    @Param("64")
    public int load;

    @Param("1000")
    public long tokens;

    @Benchmark
    @Rival(Peer.CLEW)
    @OperationsPerInvocation(PROBES)
    public long clew(ClewPool pool, Percentiles times) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Integer>> busy = new ArrayList<>();
        for (int i = 0; i < load; i++) {
            busy.add(pool.start(Task.fork(busy(over))));
        }
        long sum = probed(times, code -> {
            CompletableFuture<Integer> unused = pool.start(Task.fork(Task.delay(() -> {
                code.run();
                return 0;
            })));
        });
        over.set(true);
        for (CompletableFuture<Integer> one : busy) {
            one.get();
        }
        return sum;
    }

    @Benchmark
    @Rival(Peer.ZIO)
    @OperationsPerInvocation(PROBES)
    public long zio(Percentiles times) throws Exception {
        return under(ZioSchedules.load(load, tokens), times, ZioSchedules::start);
    }

    @Benchmark
    @Rival(Peer.CATS)
    @OperationsPerInvocation(PROBES)
    public long cats(Percentiles times) throws Exception {
        return under(CatsSchedules.load(load, tokens), times, CatsSchedules::start);
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    @OperationsPerInvocation(PROBES)
    public long kotlin(Percentiles times) throws Exception {
        return under(KotlinSchedules.load(load, tokens), times, KotlinSchedules::start);
    }

    private Task<Integer> busy(AtomicBoolean over) {
        return Task.delay(() -> Work.one(tokens))
                .flatMap(one -> over.get() ? Task.now(one) : Task.yieldNow().flatMap(x -> busy(over)));
    }

    private static long under(Runnable end, Percentiles times, Consumer<Runnable> start) throws InterruptedException {
        try {
            return probed(times, start);
        } finally {
            end.run();
        }
    }

    private static long probed(Percentiles times, Consumer<Runnable> start) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < PROBES; i++) {
            CountDownLatch begun = new CountDownLatch(1);
            AtomicLong at = new AtomicLong();
            long from = System.nanoTime();
            start.accept(() -> {
                at.set(System.nanoTime());
                begun.countDown();
            });
            begun.await();
            times.add(at.get() - from);
            sum += at.get() - from;
        }
        return sum;
    }
}
