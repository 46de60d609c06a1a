package dev.clew.bench.arena;

import dev.clew.bench.state.Check;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.Work;
import dev.clew.peers.ZioWaits;
import java.util.ArrayList;
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
