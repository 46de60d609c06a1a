package dev.clew.bench.micro;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A recursion in tail position, {@code depth} deep, on the caller: each step is a task bound to the function that makes the
 * next. The plain Java beside it applies that function to the same boxed values in a loop.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Recursion extends AfterOtherPrograms {
    private static final Fn<Integer, Integer> ADD_ONE = x -> x + 1;

    @Param("10000")
    public int depth;

    private final Fn<Integer, Task<Integer>> nowFrom = this::nowFrom;
    private final Fn<Integer, Task<Integer>> delayFrom = this::delayFrom;

    @Benchmark
    public int now(ClewPool pool) throws Exception {
        return checked(pool.run(nowFrom(0)));
    }

    @Benchmark
    public int delay(ClewPool pool) throws Exception {
        return checked(pool.run(delayFrom(0)));
    }

    @Benchmark
    public int plainJava() throws Exception {
        Integer value = 0;
        while (value < depth) {
            value = ADD_ONE.apply(value);
        }
        return checked(value);
    }

    private Task<Integer> nowFrom(int n) {
        return n == depth ? Task.now(n) : Task.now(n + 1).flatMap(nowFrom);
    }

    private Task<Integer> delayFrom(int n) {
        return n == depth ? Task.now(n) : Task.delay(() -> n + 1).flatMap(delayFrom);
    }

    private int checked(int value) {
        return Check.number("a recursion", depth, value);
    }
}
