package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.peers.CatsSchedules;
import dev.clew.peers.KotlinSchedules;
import dev.clew.peers.Work;
import dev.clew.peers.ZioSchedules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * {@code fibers}, {@code rounds} each: a round allocates 100 to 1000 objects and hashes them, with yields between.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Alloc {
    @Param("2500")
    public int fibers;

    @Param("1000")
    public int rounds;

    @Benchmark
    @Rival(Peer.CLEW)
    public int clew(ClewPool pool) throws Exception {
        List<Task<Fiber<Integer>>> starts = Collections.nCopies(fibers, fiber(1).start());
        return checked(pool.run(Task.fork(Task.sequence(starts).flatMap(started -> joined(started, 0, 0)))));
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public int zio() throws Exception {
        return checked(ZioSchedules.alloc(fibers, rounds));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public int cats() throws Exception {
        return checked(CatsSchedules.alloc(fibers, rounds));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public int kotlin() throws Exception {
        return checked(KotlinSchedules.alloc(fibers, rounds));
    }

    @Benchmark
    @Rival(Peer.VIRTUAL_THREADS)
    public int virtualThreads() throws Exception {
        List<Strand<Integer>> strands = new ArrayList<>(fibers);
        for (int i = 0; i < fibers; i++) {
            strands.add(Strand.fork(this::allocating));
        }
        int sum = 0;
        for (Strand<Integer> strand : strands) {
            sum += strand.join();
        }
        return checked(sum);
    }

    private Task<Integer> fiber(int round) {
        return Task.yieldNow()
                .flatMap(a -> Task.delay(Work::allocate)
                        .flatMap(objects -> Task.yieldNow()
                                .flatMap(b -> Task.delay(() -> Work.hash(objects)))
                                .flatMap(hash -> Task.yieldNow()
                                        .flatMap(c -> round >= rounds ? Task.now(1) : fiber(round + 1)))));
    }

    private static Task<Integer> joined(List<Fiber<Integer>> started, int from, int sum) {
        return from == started.size()
                ? Task.now(sum)
                : started.get(from).joinOrFail().flatMap(x -> joined(started, from + 1, sum + x));
    }

    @SuppressWarnings("ThreadPriorityCheck") // to yield is what is measured
    private int allocating() {
        for (int round = 0; round < rounds; round++) {
            Thread.yield();
            Object[] objects = Work.allocate();
            Thread.yield();
            Work.hash(objects);
            Thread.yield();
        }
        return 1;
    }

    private int checked(int ended) {
        return Check.number("fibers", fibers, ended);
    }
}
