package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.Work;
import dev.clew.peers.ZioWaits;
import dev.clew.sync.Queue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * {@code messages} numbers through one queue of {@code capacity}, 0 for unbounded, from {@code producers} to {@code consumers}.
 * With {@code tokens} above 0 each side also works on every message.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Queues {
    @Param({"0", "64"})
    public int capacity;

    @Param({"1", "4"})
    public int producers;

    @Param({"1", "4"})
    public int consumers;

    @Param("100000")
    public int messages;

    @Param({"0", "100"})
    public long tokens;

    @Benchmark
    @Rival(Peer.CLEW)
    public long clew(ClewPool pool) throws Exception {
        Queue<Integer> queue = capacity == 0 ? Queue.unbounded() : Queue.bounded(capacity);
        Task<Fiber<Long>> taker = taken(queue, messages / consumers, 0).start();
        Task<Fiber<Integer>> giver = offered(queue, messages / producers).start();
        return checked(pool.run(Task.fork(Task.sequence(Collections.nCopies(consumers, taker))
                .flatMap(takers -> Task.sequence(Collections.nCopies(producers, giver))
                        .flatMap(givers -> joined(takers, 0, 0))))));
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public long zio() throws Exception {
        return checked(ZioWaits.queue(capacity, producers, consumers, messages, tokens));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public long cats() throws Exception {
        return checked(CatsWaits.queue(capacity, producers, consumers, messages, tokens));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public long kotlin() throws Exception {
        return checked(KotlinWaits.queue(capacity, producers, consumers, messages, tokens));
    }

    @Benchmark
    @Rival(Peer.VIRTUAL_THREADS)
    public long virtualThreads() throws Exception {
        BlockingQueue<Integer> queue = capacity == 0 ? new LinkedBlockingQueue<>() : new ArrayBlockingQueue<>(capacity);
        List<Strand<Long>> takers = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            takers.add(Strand.fork(() -> taken(queue, messages / consumers)));
        }
        for (int i = 0; i < producers; i++) {
            Strand.fork(() -> offered(queue, messages / producers));
        }
        long sum = 0;
        for (Strand<Long> taker : takers) {
            sum += taker.join();
        }
        return checked(sum);
    }

    private Task<Integer> offered(Queue<Integer> queue, int left) {
        return left == 0
                ? Task.now(0)
                : queue.offer(tokens == 0 ? left : left * Work.one(tokens)).flatMap(in -> offered(queue, left - 1));
    }

    private Task<Long> taken(Queue<Integer> queue, int left, long sum) {
        return left == 0
                ? Task.now(sum)
                : queue.take().flatMap(x -> taken(queue, left - 1, sum + (tokens == 0 ? x : x * Work.one(tokens))));
    }

    private static Task<Long> joined(List<Fiber<Long>> takers, int from, long sum) {
        return from == takers.size()
                ? Task.now(sum)
                : takers.get(from).joinOrFail().flatMap(x -> joined(takers, from + 1, sum + x));
    }

    private boolean offered(BlockingQueue<Integer> queue, int n) throws InterruptedException {
        for (int i = n; i > 0; i--) {
            queue.put(tokens == 0 ? i : i * Work.one(tokens));
        }
        return true;
    }

    private long taken(BlockingQueue<Integer> queue, int n) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            int x = queue.take();
            sum += tokens == 0 ? x : x * Work.one(tokens);
        }
        return sum;
    }

    private long checked(long sum) {
        long each = messages / producers;
        return Check.number("the sum of the messages", producers * (each * (each + 1) / 2), sum);
    }
}
