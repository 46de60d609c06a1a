package dev.clew.bench.arena;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.FixedPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.peers.CatsChains;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinChains;
import dev.clew.peers.ScalazChains;
import dev.clew.peers.ZioChains;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Chains of {@code length} maps or flatMaps, built and run in each operation. On the caller no other thread takes part; the
 * <em>scheduled</em> forms begin with a value that comes from the pool, so a hand-off there and back is in each; in the
 * <em>rescheduled</em> form each step goes through the pool's queue again.
 *
 * <p>The plain Java beside them applies the same functions to the same boxed values in a loop; the floor of the scheduled
 * forms does so in one job of a fixed pool. Kotlin has no value that describes a chain: it calls suspending functions.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Chain extends AfterOtherPrograms {
    private static final Fn<Integer, Integer> ADD_ONE = x -> x + 1;
    private static final Fn<Integer, Task<Integer>> NOW_ADD_ONE = x -> Task.now(x + 1);
    private static final Fn<Integer, Task<Integer>> FORK_ADD_ONE = x -> Task.fork(Task.now(x + 1));

    @Param({"5", "10", "100", "10000"})
    public int length;

    @Benchmark
    @Rival(value = Peer.CLEW, group = "maps")
    public int maps(ClewPool pool) throws Exception {
        return checked(pool.run(mapped(Task.now(0))));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "maps")
    public int zioMaps() throws Exception {
        return checked(ZioChains.maps(length));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "maps")
    public int scalazMaps() throws Exception {
        return checked(ScalazChains.maps(length));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, group = "maps")
    public int plainJava() throws Exception {
        return checked(applied());
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "flatMaps")
    public int flatMaps(ClewPool pool) throws Exception {
        return checked(pool.run(bound(Task.now(0), NOW_ADD_ONE)));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "flatMaps")
    public int zioFlatMaps() throws Exception {
        return checked(ZioChains.flatMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "flatMaps")
    public int scalazFlatMaps() throws Exception {
        return checked(ScalazChains.flatMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, group = "flatMaps")
    public int plainJavaToo() throws Exception {
        return checked(applied());
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "scheduled-maps")
    public int scheduledMaps(ClewPool pool) throws Exception {
        return checked(pool.run(mapped(Task.fork(Task.now(0)))));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "scheduled-maps")
    public int scalazScheduledMaps() throws Exception {
        return checked(ScalazChains.pooledMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "scheduled-maps")
    public int futureScheduledMaps() throws Exception {
        return checked(FutureChains.pooledMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "scheduled-maps")
    public int zioScheduledMaps() throws Exception {
        return checked(ZioChains.pooledMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "scheduled-maps")
    public int catsScheduledMaps() throws Exception {
        return checked(CatsChains.pooledMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "calls", group = "scheduled-maps")
    public int kotlinScheduledMaps() throws Exception {
        return checked(KotlinChains.pooledCalls(length));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, group = "scheduled-maps")
    public int futuresScheduledMaps(JoinPool pool) throws Exception {
        CompletableFuture<Integer> chain = CompletableFuture.supplyAsync(() -> 0, pool.executor());
        for (int i = 0; i < length; i++) {
            chain = chain.thenApply(x -> x + 1);
        }
        return checked(chain.get());
    }

    @Benchmark
    @Rival(value = Peer.REACTOR, group = "scheduled-maps")
    public int reactorScheduledMaps() throws Exception {
        Mono<Integer> chain = Mono.fromCallable(() -> 0).subscribeOn(Schedulers.parallel());
        for (int i = 0; i < length; i++) {
            chain = chain.map(x -> x + 1);
        }
        return checked(Objects.requireNonNull(chain.block()));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, form = "a job of a fixed pool", group = "scheduled-maps")
    public int handOff(FixedPool pool) throws Exception {
        return checked(pool.call(this::applied));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "scheduled-flatMaps")
    public int scheduledFlatMaps(ClewPool pool) throws Exception {
        return checked(pool.run(bound(Task.fork(Task.now(0)), NOW_ADD_ONE)));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "scheduled-flatMaps")
    public int scalazScheduledFlatMaps() throws Exception {
        return checked(ScalazChains.pooledFlatMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "scheduled-flatMaps")
    public int futureScheduledFlatMaps() throws Exception {
        return checked(FutureChains.pooledFlatMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "scheduled-flatMaps")
    public int zioScheduledFlatMaps() throws Exception {
        return checked(ZioChains.pooledFlatMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "scheduled-flatMaps")
    public int catsScheduledFlatMaps() throws Exception {
        return checked(CatsChains.pooledFlatMaps(length));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, group = "scheduled-flatMaps")
    public int futuresScheduledFlatMaps(JoinPool pool) throws Exception {
        CompletableFuture<Integer> chain = CompletableFuture.supplyAsync(() -> 0, pool.executor());
        for (int i = 0; i < length; i++) {
            chain = chain.thenCompose(x -> CompletableFuture.completedFuture(x + 1));
        }
        return checked(chain.get());
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "rescheduled")
    public int rescheduledFlatMaps(ClewPool pool) throws Exception {
        return checked(pool.run(bound(Task.fork(Task.now(0)), FORK_ADD_ONE)));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "rescheduled")
    public int scalazRescheduled() throws Exception {
        return checked(ScalazChains.rescheduled(length));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "rescheduled")
    public int futureRescheduled() throws Exception {
        return checked(FutureChains.rescheduled(length));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "rescheduled")
    public int zioRescheduled() throws Exception {
        return checked(ZioChains.rescheduled(length));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "rescheduled")
    public int catsRescheduled() throws Exception {
        return checked(CatsChains.rescheduled(length));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "rescheduled")
    public int kotlinRescheduled() throws Exception {
        return checked(KotlinChains.rescheduled(length));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, group = "rescheduled")
    public int futuresRescheduled(JoinPool pool) throws Exception {
        CompletableFuture<Integer> chain = CompletableFuture.supplyAsync(() -> 0, pool.executor());
        for (int i = 0; i < length; i++) {
            chain = chain.thenCompose(x -> CompletableFuture.supplyAsync(() -> x + 1, pool.executor()));
        }
        return checked(chain.get());
    }

    private Task<Integer> mapped(Task<Integer> first) {
        Task<Integer> task = first;
        for (int i = 0; i < length; i++) {
            task = task.map(ADD_ONE);
        }
        return task;
    }

    private Task<Integer> bound(Task<Integer> first, Fn<Integer, Task<Integer>> step) {
        Task<Integer> task = first;
        for (int i = 0; i < length; i++) {
            task = task.flatMap(step);
        }
        return task;
    }

    private int applied() throws Exception {
        Integer value = 0;
        for (int i = 0; i < length; i++) {
            value = ADD_ONE.apply(value);
        }
        return value;
    }

    private int checked(int value) {
        return Check.number("a chain", length, value);
    }
}
