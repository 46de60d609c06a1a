package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The factorial of each k in [0..num], summed: work so small that it shows what being parallel costs. The parallel forms
 * deal the elements out to 16 groups, as evenly as they go, so some have two, some one and some none.
 *
 * <p>With {@code tokens} above 0 each group also consumes that many of JMH's tokens of processor time: the same program with
 * work that is worth spreading.
 *
 * <p>The <em>inside</em> forms repeat the program on a worker, a hundred times an invocation, so that the hand-off from
 * outside the pool and back is not in the figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Factorials {
    private static final int GROUPS = 16;
    private static final int REPEATS = 100;

    @Param({"10", "20"})
    public int num;

    @Param({"0", "50000"})
    public long tokens;

    private final List<List<Integer>> groups = new ArrayList<>();
    private long expected;

    @Setup
    public void deal() {
        groups.clear();
        for (int g = 0; g < GROUPS; g++) {
            groups.add(new ArrayList<>());
        }
        expected = 0;
        long factorial = 1;
        for (int k = 0; k <= num; k++) {
            groups.get(k % GROUPS).add(k);
            factorial = k == 0 ? 1 : factorial * k;
            expected += factorial;
        }
    }

    @Benchmark
    public long plainJava() {
        long sum = 0;
        for (List<Integer> group : groups) {
            sum += work(group);
        }
        return checked(sum);
    }

    @Benchmark
    public long oneFiber(ClewPool pool) throws Exception {
        return checked(pool.run(inTurn()));
    }

    @Benchmark
    public long oneFiberOnAWorker(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(inTurn())));
    }

    @Benchmark
    public long branches(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(gathered()));
    }

    @Benchmark
    @OperationsPerInvocation(REPEATS)
    public long branchesInside(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations += REPEATS;
        return pool.run(Task.fork(repeated(gathered(), REPEATS)));
    }

    @Benchmark
    public long fibers(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(started()));
    }

    @Benchmark
    @OperationsPerInvocation(REPEATS)
    public long fibersInside(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations += REPEATS;
        return pool.run(Task.fork(repeated(started(), REPEATS)));
    }

    @Benchmark
    public long forkJoinPool(JoinPool pool) {
        return checked(pool.run(new Once()));
    }

    @Benchmark
    @OperationsPerInvocation(REPEATS)
    public long forkJoinPoolInside(JoinPool pool) {
        return pool.run(new Repeated());
    }

    private Task<Long> inTurn() {
        return Task.traverse(groups, this::delayed).map(Factorials::sum);
    }

    private Task<Long> gathered() {
        return Task.parTraverse(groups, this::delayed).map(Factorials::sum);
    }

    private Task<Long> started() {
        return Task.traverse(groups, group -> delayed(group).start())
                .flatMap(fibers -> Task.traverse(fibers, Fiber::joinOrFail))
                .map(Factorials::sum);
    }

    private Task<Long> repeated(Task<Long> program, int times) {
        Task<Long> once = program.map(this::checked);
        return times == 1 ? once : once.flatMap(sum -> repeated(program, times - 1));
    }

    private Task<Long> delayed(List<Integer> group) {
        return Task.delay(() -> work(group));
    }

    private long work(List<Integer> group) {
        if (tokens > 0) {
            Blackhole.consumeCPU(tokens);
        }
        long sum = 0;
        for (int k : group) {
            sum += factorial(k);
        }
        return sum;
    }

    private static long factorial(int k) {
        return k < 2 ? 1 : k * factorial(k - 1);
    }

    private static long sum(List<Long> parts) {
        long sum = 0;
        for (long part : parts) {
            sum += part;
        }
        return sum;
    }

    private long checked(long sum) {
        return Check.number("the sum of factorials", expected, sum);
    }

    /** One group of elements. */
    @SuppressWarnings("serial") // never serialized
    private final class Part extends RecursiveTask<Long> {
        private final List<Integer> group;

        Part(List<Integer> group) {
            this.group = group;
        }

        @Override
        protected Long compute() {
            return work(group);
        }
    }

    /** All groups: each forked but the first, which it computes itself; joined in reverse, as they lie in the deque. */
    @SuppressWarnings("serial") // never serialized
    private final class Once extends RecursiveTask<Long> {
        @Override
        protected Long compute() {
            List<ForkJoinTask<Long>> forked = new ArrayList<>(GROUPS);
            for (int g = 1; g < GROUPS; g++) {
                forked.add(new Part(groups.get(g)).fork());
            }
            long sum = work(groups.get(0));
            for (int i = forked.size() - 1; i >= 0; i--) {
                sum += forked.get(i).join();
            }
            return sum;
        }
    }

    /** {@link Once}, again and again on one worker. */
    @SuppressWarnings("serial") // never serialized
    private final class Repeated extends RecursiveTask<Long> {
        @Override
        protected Long compute() {
            long sum = 0;
            for (int i = 0; i < REPEATS; i++) {
                sum = checked(new Once().invoke());
            }
            return sum;
        }
    }
}
