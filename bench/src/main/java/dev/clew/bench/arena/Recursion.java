package dev.clew.bench.arena;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.peers.CatsChains;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinChains;
import dev.clew.peers.ScalazChains;
import dev.clew.peers.ZioChains;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Recursion of {@code depth}. In <em>tail</em> position each step is a known value, or one that is computed, and the rest
 * follows in a flatMap; <em>deep</em> recursion adds one to what the level below gives, so every level waits for it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Recursion extends AfterOtherPrograms {
    private static final Fn<Integer, Integer> ADD_ONE = x -> x + 1;

    @Param({"10000", "100000", "1000000"})
    public int depth;

    private final Fn<Integer, Task<Integer>> nowFrom = this::nowFrom;
    private final Fn<Integer, Task<Integer>> delayFrom = this::delayFrom;

    @Benchmark
    @Rival(value = Peer.CLEW, first = true, form = "now", group = "tail")
    public int now(ClewPool pool) throws Exception {
        return checked(pool.run(nowFrom(0)));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "delay", group = "tail")
    public int delay(ClewPool pool) throws Exception {
        return checked(pool.run(delayFrom(0)));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, form = "now", group = "tail")
    public int scalazTail() throws Exception {
        return checked(ScalazChains.rightBinds(depth));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "tail")
    public int futureTail() throws Exception {
        return checked(FutureChains.rightBinds(depth));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "succeed", group = "tail")
    public int zioTail() throws Exception {
        return checked(ZioChains.rightBinds(depth));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "pure", group = "tail")
    public int catsTail() throws Exception {
        return checked(CatsChains.rightBinds(depth));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "tailrec", group = "tail")
    public int kotlinTail() throws Exception {
        return checked(KotlinChains.rightBinds(depth));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, group = "tail")
    public int plainJava() throws Exception {
        Integer value = 0;
        while (value < depth) {
            value = ADD_ONE.apply(value);
        }
        return checked(value);
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "deep")
    public int clewDeep(ClewPool pool) throws Exception {
        return checked(pool.run(deep(depth)));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "deep")
    public int scalazDeep() throws Exception {
        return checked(ScalazChains.deepRecursion(depth));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "deep")
    public int zioDeep() throws Exception {
        return checked(ZioChains.deepRecursion(depth));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "deep")
    public int catsDeep() throws Exception {
        return checked(CatsChains.deepRecursion(depth));
    }

    private Task<Integer> nowFrom(int n) {
        return n == depth ? Task.now(n) : Task.now(n + 1).flatMap(nowFrom);
    }

    private Task<Integer> delayFrom(int n) {
        return n == depth ? Task.now(n) : Task.delay(() -> n + 1).flatMap(delayFrom);
    }

    private static Task<Integer> deep(int n) {
        return n == 0 ? Task.now(0) : Task.defer(() -> deep(n - 1)).map(ADD_ONE);
    }

    private int checked(int value) {
        return Check.number("a recursion", depth, value);
    }
}
