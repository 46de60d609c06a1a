package dev.clew.bench.arena;

import dev.clew.Task;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.bench.state.Processors;
import dev.clew.peers.CatsForks;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinForks;
import dev.clew.peers.ScalazForks;
import dev.clew.peers.Work;
import dev.clew.peers.ZioForks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * {@code elements}, each {@code tokens} of JMH's tokens of processor time: in turn, and in parallel.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Traverse {
    @Param({"1000", "100000"})
    public int elements;

    @Param({"10", "100", "10000"})
    public long tokens;

    private List<Integer> list = List.of();

    @Setup
    public void fill() {
        list = IntStream.range(0, elements).boxed().toList();
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "parallel")
    public int clew(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(Task.fork(Task.parTraverse(list, this::one).map(Traverse::sum))));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "parallel")
    public int scalaz() throws Exception {
        return checked(ScalazForks.parTraverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "parallel")
    public int future() throws Exception {
        return checked(FutureChains.parTraverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "parallel")
    public int zio() throws Exception {
        return checked(ZioForks.parTraverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "parallel")
    public int cats() throws Exception {
        return checked(CatsForks.parTraverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "start and join", group = "parallel")
    public int catsStarted() throws Exception {
        return checked(CatsForks.startEach(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "parallel")
    public int kotlin() throws Exception {
        return checked(KotlinForks.parTraverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, group = "parallel")
    public int completableFuture(JoinPool pool) throws Exception {
        List<CompletableFuture<Integer>> futures = new ArrayList<>(elements);
        for (int i = 0; i < elements; i++) {
            futures.add(CompletableFuture.supplyAsync(() -> Work.one(tokens), pool.executor()));
        }
        int sum = 0;
        for (CompletableFuture<Integer> future : futures) {
            sum += future.get();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, form = "parallel stream", group = "parallel")
    public int parallelStream() throws Exception {
        return checked(list.parallelStream().mapToInt(i -> Work.one(tokens)).sum());
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, form = "each element forked", group = "parallel")
    public int forkJoinPool(JoinPool pool) throws Exception {
        return checked(pool.run(new ForkAll()));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, group = "parallel")
    public int virtualThreads() throws Exception {
        List<Strand<Integer>> strands = new ArrayList<>(elements);
        for (int i = 0; i < elements; i++) {
            strands.add(Strand.fork(() -> Work.one(tokens)));
        }
        int sum = 0;
        for (Strand<Integer> strand : strands) {
            sum += strand.join();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.REACTOR, group = "parallel")
    public int reactor() throws Exception {
        return checked(Objects.requireNonNull(Flux.range(0, elements)
                .parallel(Processors.count())
                .runOn(Schedulers.parallel())
                .map(i -> Work.one(tokens))
                .reduce(Integer::sum)
                .block()));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, form = "one thread", group = "parallel")
    public int plainJava() throws Exception {
        return checked(loop());
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "in-turn")
    public int clewInTurn(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.traverse(list, this::one).map(Traverse::sum))));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "in-turn")
    public int scalazInTurn() throws Exception {
        return checked(ScalazForks.traverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "in-turn")
    public int zioInTurn() throws Exception {
        return checked(ZioForks.traverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "in-turn")
    public int catsInTurn() throws Exception {
        return checked(CatsForks.traverse(elements, tokens));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, group = "in-turn")
    public int plainJavaInTurn() throws Exception {
        return checked(loop());
    }

    private Task<Integer> one(int i) {
        return Task.delay(() -> Work.one(tokens));
    }

    private int loop() {
        int sum = 0;
        for (int i = 0; i < elements; i++) {
            sum += Work.one(tokens);
        }
        return sum;
    }

    private static int sum(List<Integer> ones) {
        int sum = 0;
        for (int one : ones) {
            sum += one;
        }
        return sum;
    }

    private int checked(int sum) {
        return Check.number("elements", elements, sum);
    }

    /** Forks every element and joins them in reverse, as they lie in the deque. */
    @SuppressWarnings("serial") // never serialized
    private final class ForkAll extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            List<ForkJoinTask<Integer>> forked = new ArrayList<>(elements);
            for (int i = 0; i < elements; i++) {
                forked.add(new Element().fork());
            }
            int sum = 0;
            for (int i = elements - 1; i >= 0; i--) {
                sum += forked.get(i).join();
            }
            return sum;
        }
    }

    @SuppressWarnings("serial") // never serialized
    private final class Element extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return Work.one(tokens);
        }
    }
}
