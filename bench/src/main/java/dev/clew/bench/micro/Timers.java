package dev.clew.bench.micro;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
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
 * Timers, {@code timers} of them in each operation. <em>Limits</em> are timers set and cancelled: instant work under a
 * {@code timeout} of an hour. <em>Sleeps</em> are timers that fire, each after 1 to {@code longestMillis} ms, and an operation
 * takes at least the longest.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class Timers extends AfterOtherPrograms {
    @Param("10000")
    public int timers;

    @Param("10")
    public int longestMillis;

    private Task<Integer> limits;
    private List<Long> lengths;
    private List<Task<Void>> sleeps;

    @Setup
    public void describe() {
        limits = limits(Task.now(1).timeout(Duration.ofHours(1)), timers, 0);
        SplittableRandom random = new SplittableRandom(1);
        lengths = new ArrayList<>();
        sleeps = new ArrayList<>();
        for (int i = 0; i < timers; i++) {
            long nanos = random.nextLong(1_000_000, longestMillis * 1_000_000L + 1);
            lengths.add(nanos);
            sleeps.add(Task.sleep(Duration.ofNanos(nanos)));
        }
    }

    private static Task<Integer> limits(Task<Integer> limited, int left, int sum) {
        return left == 0 ? Task.now(sum) : limited.flatMap(x -> limits(limited, left - 1, sum + x));
    }

    @Benchmark
    public int limitsOnAWorker(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(limits)));
    }

    /** The caller is no worker: its timers are set from outside. */
    @Benchmark
    public int limitsOnTheCaller(ClewPool pool) throws Exception {
        return checked(pool.run(limits));
    }

    @Benchmark
    public int gatheredSleeps(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.gather(sleeps))).size());
    }

    @Benchmark
    public int sleepingFibers(ClewPool pool) throws Exception {
        List<Task<Fiber<Void>>> starts = new ArrayList<>();
        sleeps.forEach(sleep -> starts.add(sleep.start()));
        return checked(pool.run(Task.fork(Task.gather(starts).flatMap(fibers -> joined(fibers, 0)))));
    }

    private static Task<Integer> joined(List<Fiber<Void>> fibers, int from) {
        return from == fibers.size()
                ? Task.now(from)
                : fibers.get(from).joinOrFail().flatMap(x -> joined(fibers, from + 1));
    }

    /** The timers of the JDK, one thread for all. */
    @Benchmark
    public int completableFutures() {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (long nanos : lengths) {
            ends.add(CompletableFuture.runAsync(
                    () -> {}, CompletableFuture.delayedExecutor(nanos, TimeUnit.NANOSECONDS, Runnable::run)));
        }
        CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0])).join();
        return checked(ends.size());
    }

    private int checked(int ended) {
        return Check.number("timers", timers, ended);
    }
}
