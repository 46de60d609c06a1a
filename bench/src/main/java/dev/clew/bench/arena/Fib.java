package dev.clew.bench.arena;

import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
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
    public int clew(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return Check.number("fib by tasks", expected, pool.run(level == 0 ? task(n) : task(n, level)));
    }

    @Benchmark
    public int forkJoinPool(JoinPool pool) {
        ForkJoinTask<Integer> task = level == 0 ? new FibJoins.Boxed(n) : new FibJoins.BoxedAbove(n, level);
        return Check.number("fib by RecursiveTask", expected, pool.run(task));
    }

    /** The leanest form of the same that was found: the result in a field, and no join of what was taken back. */
    @Benchmark
    public int forkJoinPoolUnboxed(JoinPool pool) {
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
    public int sequential() {
        return Check.number("sequential fib", expected, sequential(n));
    }

    static int sequential(int n) {
        return n < 2 ? n : sequential(n - 1) + sequential(n - 2);
    }

    static Task<Integer> task(int n) {
        if (n < 2) {
            return n == 0 ? ZERO : ONE;
        }
        return Task.defer(() -> task(n - 1).zipPar(task(n - 2), Integer::sum));
    }

    static Task<Integer> task(int n, int level) {
        if (n < level || n < 2) {
            return Task.delay(() -> sequential(n));
        }
        return Task.defer(() -> task(n - 1, level).zipPar(task(n - 2, level), Integer::sum));
    }
}
