package dev.clew.bench.micro;

import dev.clew.Fn;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.FixedPool;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Chains of {@code length} maps or flatMaps, built and run in each operation. On the caller no other thread takes part; the
 * <em>scheduled</em> forms begin with a value that comes from the pool, so a hand-off there and back is in each.
 *
 * <p>The plain Java beside them applies the same functions to the same boxed values in a loop; the floor of the scheduled
 * forms does so in one job of a fixed pool.
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
    public int maps(ClewPool pool) throws Exception {
        return checked(pool.run(mapped(Task.now(0))));
    }

    @Benchmark
    public int flatMaps(ClewPool pool) throws Exception {
        return checked(pool.run(bound(Task.now(0), NOW_ADD_ONE)));
    }

    @Benchmark
    public int plainJava() throws Exception {
        return checked(applied());
    }

    @Benchmark
    public int scheduledMaps(ClewPool pool) throws Exception {
        return checked(pool.run(mapped(Task.fork(Task.now(0)))));
    }

    @Benchmark
    public int scheduledFlatMaps(ClewPool pool) throws Exception {
        return checked(pool.run(bound(Task.fork(Task.now(0)), NOW_ADD_ONE)));
    }

    /** Each step goes through the pool's queue again, as when every step names its pool. */
    @Benchmark
    public int rescheduledFlatMaps(ClewPool pool) throws Exception {
        return checked(pool.run(bound(Task.fork(Task.now(0)), FORK_ADD_ONE)));
    }

    @Benchmark
    public int handOff(FixedPool pool) throws Exception {
        return checked(pool.call(this::applied));
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
