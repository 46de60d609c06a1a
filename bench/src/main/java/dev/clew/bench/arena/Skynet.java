package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.peers.CatsForks;
import dev.clew.peers.KotlinForks;
import dev.clew.peers.ScalazForks;
import dev.clew.peers.ZioForks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A tree of fibers, ten children each, down to {@code leaves}; each leaf gives its number, and all are summed.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Skynet {
    private static final int CHILDREN = 10;

    @Param("1000000")
    public int leaves;

    @Benchmark
    @Rival(Peer.CLEW)
    public long clew(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(Task.fork(node(0, leaves))));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "fibers")
    public long clewFibers(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(Task.fork(fiberNode(0, leaves))));
    }

    @Benchmark
    @Rival(Peer.SCALAZ)
    public long scalaz() throws Exception {
        return checked(ScalazForks.skynet(leaves));
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public long zio() throws Exception {
        return checked(ZioForks.skynet(leaves));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public long cats() throws Exception {
        return checked(CatsForks.skynet(leaves));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public long kotlin() throws Exception {
        return checked(KotlinForks.skynet(leaves));
    }

    @Benchmark
    @Rival(Peer.FORK_JOIN)
    public long forkJoinPool(JoinPool pool) throws Exception {
        return checked(pool.run(new Node(0, leaves)));
    }

    @Benchmark
    @Rival(Peer.VIRTUAL_THREADS)
    public long virtualThreads() throws Exception {
        return checked(Strand.<Long>run(() -> strand(0, leaves)));
    }

    private static Task<Long> node(long number, int size) {
        if (size == 1) {
            return Task.now(number);
        }
        return Task.defer(() -> {
            int part = size / CHILDREN;
            List<Task<Long>> children = new ArrayList<>(CHILDREN);
            for (int i = 0; i < CHILDREN; i++) {
                children.add(node(number + (long) i * part, part));
            }
            return Task.reduceUnordered(children, 0L, Long::sum);
        });
    }

    private static Task<Long> fiberNode(long number, int size) {
        if (size == 1) {
            return Task.now(number);
        }
        return Task.defer(() -> {
            int part = size / CHILDREN;
            List<Task<Fiber<Long>>> children = new ArrayList<>(CHILDREN);
            for (int i = 0; i < CHILDREN; i++) {
                children.add(fiberNode(number + (long) i * part, part).start());
            }
            return Task.sequence(children).flatMap(fibers -> joined(fibers, 0, 0));
        });
    }

    private static Task<Long> joined(List<Fiber<Long>> fibers, int from, long sum) {
        return from == fibers.size()
                ? Task.now(sum)
                : fibers.get(from).joinOrFail().flatMap(x -> joined(fibers, from + 1, sum + x));
    }

    private static long strand(long number, int size) throws Exception {
        if (size == 1) {
            return number;
        }
        int part = size / CHILDREN;
        List<Strand<Long>> children = new ArrayList<>(CHILDREN);
        for (int i = 0; i < CHILDREN; i++) {
            long first = number + (long) i * part;
            children.add(Strand.fork(() -> strand(first, part)));
        }
        long sum = 0;
        for (Strand<Long> child : children) {
            sum += child.join();
        }
        return sum;
    }

    private long checked(long sum) {
        return Check.number("the sum of the leaves", (leaves - 1L) * leaves / 2, sum);
    }

    /** Forks all children but the first, which it computes itself. */
    @SuppressWarnings("serial") // never serialized
    private static final class Node extends RecursiveTask<Long> {
        private final long number;
        private final int size;

        Node(long number, int size) {
            this.number = number;
            this.size = size;
        }

        @Override
        protected Long compute() {
            if (size == 1) {
                return number;
            }
            int part = size / CHILDREN;
            Node[] children = new Node[CHILDREN];
            for (int i = CHILDREN - 1; i >= 0; i--) {
                children[i] = new Node(number + (long) i * part, part);
                if (i > 0) {
                    children[i].fork();
                }
            }
            long sum = children[0].compute();
            for (int i = 1; i < CHILDREN; i++) {
                sum += children[i].join();
            }
            return sum;
        }
    }
}
