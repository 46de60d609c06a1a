package dev.clew.bench.arena;

import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.peers.CatsForks;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinForks;
import dev.clew.peers.ScalazForks;
import dev.clew.peers.Work;
import dev.clew.peers.ZioForks;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The doubly recursive Fibonacci numbers: two branches and their sum at every call, sequential below a cut-off
 * {@code level}. At level 0 there is no cut-off, {@code fib(30)} is 2 692 537 calls and 1 346 268 forks, and what is
 * measured is the cost of a fork. An operation begins and ends outside the pool.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Fib extends AfterOtherPrograms {
    private static final Task<Integer> ZERO = Task.now(0);
    private static final Task<Integer> ONE = Task.now(1);

    @Param({"20", "30"})
    public int n;

    @Param({"0", "9", "15", "20"})
    public int level;

    private int expected;

    @Setup
    public void expect() {
        int previous = 0;
        expected = 1;
        for (int i = 1; i < n; i++) {
            int next = previous + expected;
            previous = expected;
            expected = next;
        }
    }

    @Benchmark
    @Rival(Peer.CLEW)
    public int clew(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return Check.number("fib by tasks", expected, pool.run(level == 0 ? task(n) : task(n, level)));
    }

    @Benchmark
    @Rival(Peer.SCALAZ)
    public int scalaz() throws Exception {
        return Check.number("fib by Scalaz", expected, ScalazForks.fib(n, level));
    }

    @Benchmark
    @Rival(Peer.FUTURE)
    public int future() throws Exception {
        return Check.number("fib by Future", expected, FutureChains.fib(n, level));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "fork and join")
    public int zio() throws Exception {
        return Check.number("fib by ZIO", expected, ZioForks.fib(n, level));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "zipWithPar")
    public int zioPar() throws Exception {
        return Check.number("fib by zipWithPar", expected, ZioForks.fibPar(n, level));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "start and join")
    public int cats() throws Exception {
        return Check.number("fib by Cats Effect", expected, CatsForks.fib(n, level));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "both")
    public int catsBoth() throws Exception {
        return Check.number("fib by both", expected, CatsForks.fibBoth(n, level));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public int kotlin() throws Exception {
        return Check.number("fib by coroutines", expected, KotlinForks.fib(n, level));
    }

    @Benchmark
    @Rival(Peer.COMPLETABLE_FUTURE)
    public int completableFuture(JoinPool pool) throws Exception {
        return Check.number(
                "fib by CompletableFuture", expected, future(n, pool.executor()).get());
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, form = "RecursiveTask")
    public int forkJoinPool(JoinPool pool) throws Exception {
        ForkJoinTask<Integer> task = level == 0 ? new FibJoins.Boxed(n) : new FibJoins.BoxedAbove(n, level);
        return Check.number("fib by RecursiveTask", expected, pool.run(task));
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, form = "RecursiveAction")
    public int forkJoinPoolUnboxed(JoinPool pool) throws Exception {
        if (level != 0) {
            throw new IllegalStateException(
                    "this form exists without a cut-off, to show the cost of a fork, but level is " + level
                            + "; run it with level 0, or run forkJoinPool");
        }
        FibJoins.Unboxed task = new FibJoins.Unboxed(n);
        pool.run(task);
        return Check.number("fib by RecursiveAction", expected, task.result());
    }

    @Benchmark
    @Rival(Peer.VIRTUAL_THREADS)
    public int virtualThreads() throws Exception {
        return Check.number("fib by virtual threads", expected, Strand.<Integer>run(() -> strand(n)));
    }

    @Benchmark
    @Rival(Peer.REACTOR)
    public int reactor() throws Exception {
        return Check.number("fib by Reactor", expected, Objects.requireNonNull(mono(n).block()));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, form = "sequential")
    public int sequential() throws Exception {
        return Check.number("sequential fib", expected, Work.fib(n));
    }

    private static Task<Integer> task(int n) {
        if (n < 2) {
            return n == 0 ? ZERO : ONE;
        }
        return Task.defer(() -> task(n - 1).zipPar(task(n - 2), Integer::sum));
    }

    private static Task<Integer> task(int n, int level) {
        if (n < level || n < 2) {
            return Task.delay(() -> Work.fib(n));
        }
        return Task.defer(() -> task(n - 1, level).zipPar(task(n - 2, level), Integer::sum));
    }

    private CompletableFuture<Integer> future(int n, Executor executor) {
        if (n < level || n < 2) {
            return CompletableFuture.completedFuture(Work.fib(n));
        }
        CompletableFuture<Integer> larger =
                CompletableFuture.supplyAsync(() -> n - 1, executor).thenCompose(m -> future(m, executor));
        return future(n - 2, executor).thenCombine(larger, Integer::sum);
    }

    private int strand(int n) throws Exception {
        if (n < level || n < 2) {
            return Work.fib(n);
        }
        Strand<Integer> larger = Strand.fork(() -> strand(n - 1));
        return strand(n - 2) + larger.join();
    }

    private Mono<Integer> mono(int n) {
        if (n < level || n < 2) {
            return Mono.fromCallable(() -> Work.fib(n));
        }
        Mono<Integer> larger = Mono.defer(() -> mono(n - 1)).subscribeOn(Schedulers.parallel());
        return Mono.zip(larger, Mono.defer(() -> mono(n - 2)), Integer::sum);
    }
}
