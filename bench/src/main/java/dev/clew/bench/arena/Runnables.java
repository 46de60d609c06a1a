package dev.clew.bench.arena;

import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.peers.CatsSchedules;
import dev.clew.peers.Chains;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinSchedules;
import dev.clew.peers.ZioSchedules;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * {@code chains} jobs on the runtime's executor, each submitting itself {@code times} times, awaited with a latch. The
 * control does the same on the JDK's common pool.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Runnables {
    @Param("10000")
    public int chains;

    @Param("1000")
    public int times;

    @Benchmark
    @Rival(Peer.CLEW)
    public int clew(ClewPool pool) throws Exception {
        return checked(Chains.run(pool.executor(), chains, times));
    }

    @Benchmark
    @Rival(Peer.FUTURE)
    public int future() throws Exception {
        return checked(FutureChains.runnables(chains, times));
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public int zio() throws Exception {
        return checked(ZioSchedules.runnables(chains, times));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public int cats() throws Exception {
        return checked(CatsSchedules.runnables(chains, times));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public int kotlin() throws Exception {
        return checked(KotlinSchedules.runnables(chains, times));
    }

    @Benchmark
    @Rival(Peer.FORK_JOIN)
    public int forkJoinPool(JoinPool pool) throws Exception {
        return checked(Chains.run(pool.executor(), chains, times));
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, form = "the common pool (control)")
    public int control() throws Exception {
        return checked(Chains.run(ForkJoinPool.commonPool(), chains, times));
    }

    private int checked(int submissions) {
        return Check.number("submissions", chains * times, submissions);
    }
}
