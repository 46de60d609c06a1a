package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.peers.CatsForks;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinForks;
import dev.clew.peers.ScalazForks;
import dev.clew.peers.ZioForks;
import dev.clew.sync.Deferred;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Forks and joins fibers that do nothing. <em>many</em>: {@code fibers} of one parent. <em>chained</em>: each fiber starts the next,
 * and the last one ends the operation.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ForkMany {
    @Param("10000")
    public int fibers;

    @Benchmark
    @Rival(value = Peer.CLEW, form = "fibers", group = "many")
    public int clew(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        List<Task<Fiber<Integer>>> starts =
                Collections.nCopies(fibers, Task.now(1).start());
        return checked(pool.run(Task.fork(Task.sequence(starts).flatMap(started -> joined(started, 0, 0)))));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "gathered", group = "many")
    public int clewGathered(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        List<Task<Integer>> tasks = Collections.nCopies(fibers, Task.now(1));
        return checked(pool.run(Task.fork(Task.reduceUnordered(tasks, 0, Integer::sum))));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "many")
    public int scalaz() throws Exception {
        return checked(ScalazForks.forkMany(fibers));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "many")
    public int future() throws Exception {
        return checked(FutureChains.forkMany(fibers));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "many")
    public int zio() throws Exception {
        return checked(ZioForks.forkMany(fibers));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "many")
    public int cats() throws Exception {
        return checked(CatsForks.forkMany(fibers));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "many")
    public int kotlin() throws Exception {
        return checked(KotlinForks.forkMany(fibers));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, group = "many")
    public int completableFuture(JoinPool pool) throws Exception {
        List<CompletableFuture<Integer>> futures = new ArrayList<>(fibers);
        for (int i = 0; i < fibers; i++) {
            futures.add(CompletableFuture.supplyAsync(() -> 1, pool.executor()));
        }
        int sum = 0;
        for (CompletableFuture<Integer> future : futures) {
            sum += future.get();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, group = "many")
    public int forkJoinPool(JoinPool pool) throws Exception {
        return checked(pool.run(new ForkAll(fibers)));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, group = "many")
    public int virtualThreads() throws Exception {
        List<Strand<Integer>> strands = new ArrayList<>(fibers);
        for (int i = 0; i < fibers; i++) {
            strands.add(Strand.fork(() -> 1));
        }
        int sum = 0;
        for (Strand<Integer> strand : strands) {
            sum += strand.join();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.REACTOR, group = "many")
    public int reactor() throws Exception {
        Mono<Integer> one = Mono.fromCallable(() -> 1).subscribeOn(Schedulers.parallel());
        return checked(Objects.requireNonNull(Flux.range(0, fibers)
                .flatMap(i -> one, fibers)
                .reduce(0, Integer::sum)
                .block()));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "chained")
    public int clewChained(ClewPool pool) throws Exception {
        Deferred<Integer> end = Deferred.create();
        return checked(pool.run(Task.fork(link(end, 0).then(end.get()))));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "chained")
    public int zioChained() throws Exception {
        return checked(ZioForks.chainedForks(fibers));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "chained")
    public int catsChained() throws Exception {
        return checked(CatsForks.chainedForks(fibers));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "chained")
    public int kotlinChained() throws Exception {
        return checked(KotlinForks.chainedForks(fibers));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, group = "chained")
    public int virtualThreadsChained() throws Exception {
        CompletableFuture<Integer> end = new CompletableFuture<>();
        link(end, 0);
        return checked(end.get());
    }

    private static Task<Integer> joined(List<Fiber<Integer>> started, int from, int sum) {
        return from == started.size()
                ? Task.now(sum)
                : started.get(from).joinOrFail().flatMap(x -> joined(started, from + 1, sum + x));
    }

    private Task<?> link(Deferred<Integer> end, int i) {
        return i == fibers
                ? end.complete(i)
                : Task.defer(() -> link(end, i + 1).thenReturn(i)).start();
    }

    private void link(CompletableFuture<Integer> end, int i) {
        if (i == fibers) {
            end.complete(i);
        } else {
            Thread.startVirtualThread(() -> link(end, i + 1));
        }
    }

    private int checked(int ended) {
        return Check.number("fibers that ended", fibers, ended);
    }

    /** Forks tasks that do nothing, and joins them in reverse, as they lie in the deque. */
    @SuppressWarnings("serial") // never serialized
    private static final class ForkAll extends RecursiveTask<Integer> {
        private final int tasks;

        ForkAll(int tasks) {
            this.tasks = tasks;
        }

        @Override
        protected Integer compute() {
            List<ForkJoinTask<Integer>> forked = new ArrayList<>(tasks);
            for (int i = 0; i < tasks; i++) {
                forked.add(new One().fork());
            }
            int sum = 0;
            for (int i = tasks - 1; i >= 0; i--) {
                sum += forked.get(i).join();
            }
            return sum;
        }
    }

    @SuppressWarnings("serial") // never serialized
    private static final class One extends RecursiveTask<Integer> {
        @Override
        protected Integer compute() {
            return 1;
        }
    }
}
