package dev.clew.bench.arena;

import dev.clew.Task;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.peers.CatsForks;
import dev.clew.peers.KotlinForks;
import dev.clew.peers.ScalazForks;
import dev.clew.peers.Work;
import dev.clew.peers.ZioForks;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Work that divides. <em>merge-sort</em>: an array of {@code size} numbers, both halves in parallel down to {@code leaf}
 * numbers, which are sorted in place. <em>skewed</em>: a tree {@code size} deep whose left children are leaves of {@code tokens} of
 * processor time, so no split is even.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Trees {
    @Param({"10000", "1000000"})
    public int size;

    @Param("100")
    public int leaf;

    @Param("100")
    public long tokens;

    private int[] numbers = {};

    @Setup
    public void shuffle() {
        numbers = Work.shuffled(size);
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "merge-sort")
    public int[] clewSort(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        int[] copy = numbers.clone();
        pool.run(Task.fork(sorting(copy, new int[size], 0, size)));
        return sorted(copy);
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "merge-sort")
    public int[] scalazSort() throws Exception {
        return sorted(ScalazForks.mergeSort(numbers.clone(), leaf));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "merge-sort")
    public int[] zioSort() throws Exception {
        return sorted(ZioForks.mergeSort(numbers.clone(), leaf));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "merge-sort")
    public int[] catsSort() throws Exception {
        return sorted(CatsForks.mergeSort(numbers.clone(), leaf));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "merge-sort")
    public int[] kotlinSort() throws Exception {
        return sorted(KotlinForks.mergeSort(numbers.clone(), leaf));
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, group = "merge-sort")
    public int[] forkJoinPoolSort(JoinPool pool) throws Exception {
        int[] copy = numbers.clone();
        pool.run(new Sort(copy, new int[size], 0, size));
        return sorted(copy);
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, group = "merge-sort")
    public int[] virtualThreadsSort() throws Exception {
        int[] copy = numbers.clone();
        int[] spare = new int[size];
        Strand.<Boolean>run(() -> sort(copy, spare, 0, size));
        return sorted(copy);
    }

    @Benchmark
    @Rival(value = Peer.JAVA, form = "one thread", group = "merge-sort")
    public int[] plainJavaSort() throws Exception {
        int[] copy = numbers.clone();
        inTurn(copy, new int[size], 0, size);
        return sorted(copy);
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "skewed")
    public int clewSkewed(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(Task.fork(skewed(size))));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "skewed")
    public int zioSkewed() throws Exception {
        return checked(ZioForks.skewedTree(size, tokens));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "skewed")
    public int catsSkewed() throws Exception {
        return checked(CatsForks.skewedTree(size, tokens));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "a loop of coroutines", group = "skewed")
    public int kotlinSkewed() throws Exception {
        return checked(KotlinForks.skewedTree(size, tokens));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, form = "one thread", group = "skewed")
    public int plainJavaSkewed() throws Exception {
        int sum = 0;
        for (int i = 0; i < size; i++) {
            sum += Work.one(tokens);
        }
        return checked(sum);
    }

    private Task<Boolean> sorting(int[] array, int[] spare, int from, int to) {
        if (to - from <= leaf) {
            return Task.delay(() -> {
                Work.sort(array, from, to);
                return true;
            });
        }
        return Task.defer(() -> {
            int middle = (from + to) >>> 1;
            return sorting(array, spare, from, middle).zipPar(sorting(array, spare, middle, to), (left, right) -> {
                Work.merge(array, spare, from, middle, to);
                return true;
            });
        });
    }

    private boolean sort(int[] array, int[] spare, int from, int to) throws Exception {
        if (to - from <= leaf) {
            Work.sort(array, from, to);
            return true;
        }
        int middle = (from + to) >>> 1;
        Strand<Boolean> left = Strand.fork(() -> sort(array, spare, from, middle));
        sort(array, spare, middle, to);
        left.join();
        Work.merge(array, spare, from, middle, to);
        return true;
    }

    private void inTurn(int[] array, int[] spare, int from, int to) {
        if (to - from <= leaf) {
            Work.sort(array, from, to);
            return;
        }
        int middle = (from + to) >>> 1;
        inTurn(array, spare, from, middle);
        inTurn(array, spare, middle, to);
        Work.merge(array, spare, from, middle, to);
    }

    private Task<Integer> skewed(int left) {
        return left == 0
                ? Task.now(0)
                : Task.defer(() -> Task.delay(() -> Work.one(tokens)).zipPar(skewed(left - 1), Integer::sum));
    }

    private int[] sorted(int[] array) {
        Check.equal("whether the numbers are sorted", true, Work.sorted(array));
        return array;
    }

    private int checked(int leaves) {
        return Check.number("leaves", size, leaves);
    }

    @SuppressWarnings("serial") // never serialized
    private final class Sort extends RecursiveAction {
        private final int[] array;
        private final int[] spare;
        private final int from;
        private final int to;

        Sort(int[] array, int[] spare, int from, int to) {
            this.array = array;
            this.spare = spare;
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            if (to - from <= leaf) {
                Work.sort(array, from, to);
                return;
            }
            int middle = (from + to) >>> 1;
            Sort left = new Sort(array, spare, from, middle);
            left.fork();
            new Sort(array, spare, middle, to).compute();
            left.join();
            Work.merge(array, spare, from, middle, to);
        }
    }
}
