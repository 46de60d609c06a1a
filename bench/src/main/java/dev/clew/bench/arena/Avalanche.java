package dev.clew.bench.arena;

import dev.clew.Task;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.channel.Channel;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.ZioWaits;
import dev.clew.sync.Deferred;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A chain of {@code links} fibers, each waiting for its right neighbour and completing its left one with one more; then 0 is fed
 * in at the right end, and {@code links} is read at the left. The <em>yielding</em> form goes through the queue at each link.
 * Futures have callbacks where the others have fibers that wait.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Avalanche {
    @Param("1000000")
    public int links;

    @Benchmark
    @Rival(Peer.CLEW)
    public int clew(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> avalanche(Task.unit())))));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "yielding")
    public int clewYielding(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> avalanche(Task.yieldNow())))));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, form = "callbacks")
    public int future() throws Exception {
        return checked(FutureChains.avalanche(links));
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public int zio() throws Exception {
        return checked(ZioWaits.avalanche(links));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public int cats() throws Exception {
        return checked(CatsWaits.avalanche(links));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public int kotlin() throws Exception {
        return checked(KotlinWaits.avalanche(links));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, form = "callbacks")
    public int completableFuture() throws Exception {
        CompletableFuture<Integer> right = new CompletableFuture<>();
        CompletableFuture<Integer> left = right;
        for (int i = 0; i < links; i++) {
            left = left.thenApplyAsync(x -> x + 1, Runnable::run);
        }
        right.complete(0);
        return checked(left.get());
    }

    @Benchmark
    @Rival(Peer.VIRTUAL_THREADS)
    public int virtualThreads() throws Exception {
        CompletableFuture<Integer> leftmost = new CompletableFuture<>();
        CompletableFuture<Integer> left = leftmost;
        for (int i = 0; i < links; i++) {
            CompletableFuture<Integer> right = new CompletableFuture<>();
            CompletableFuture<Integer> mine = left;
            Thread.startVirtualThread(() -> mine.complete(right.join() + 1));
            left = right;
        }
        left.complete(0);
        return checked(leftmost.get());
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "channels")
    public int clewChannels(ClewPool pool) throws Exception {
        Channel<Integer> leftmost = Channel.create();
        return checked(pool.run(Task.fork(link(links, leftmost)
                .flatMap(rightmost -> rightmost.send(0).sync().start())
                .flatMap(fed -> leftmost.receive().sync()))));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "channels")
    public int kotlinChannels() throws Exception {
        return checked(KotlinWaits.avalancheOfChannels(links));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, form = "SynchronousQueue", group = "channels")
    public int virtualThreadsChannels() throws Exception {
        SynchronousQueue<Integer> leftmost = new SynchronousQueue<>();
        SynchronousQueue<Integer> left = leftmost;
        for (int i = 0; i < links; i++) {
            SynchronousQueue<Integer> right = new SynchronousQueue<>();
            SynchronousQueue<Integer> mine = left;
            Strand.fork(() -> {
                mine.put(right.take() + 1);
                return true;
            });
            left = right;
        }
        left.put(0);
        return checked(leftmost.take());
    }

    private Task<Integer> avalanche(Task<?> between) {
        Deferred<Integer> leftmost = Deferred.create();
        return link(between, links, leftmost)
                .flatMap(rightmost -> rightmost.complete(0))
                .then(leftmost.get());
    }

    /** Starts the fibers to the right of {@code left}, and gives what the rightmost of them waits for. */
    private static Task<Deferred<Integer>> link(Task<?> between, int more, Deferred<Integer> left) {
        if (more == 0) {
            return Task.now(left);
        }
        Deferred<Integer> right = Deferred.create();
        Task<Boolean> waiting = right.get().flatMap(x -> between.flatMap(y -> left.complete(x + 1)));
        return waiting.start().flatMap(fiber -> link(between, more - 1, right));
    }

    private static Task<Channel<Integer>> link(int more, Channel<Integer> left) {
        if (more == 0) {
            return Task.now(left);
        }
        Channel<Integer> right = Channel.create();
        Task<Void> waiting =
                right.receive().sync().flatMap(x -> left.send(x + 1).sync());
        return waiting.start().flatMap(fiber -> link(more - 1, right));
    }

    private int checked(int sum) {
        return Check.number("the avalanche", links, sum);
    }
}
