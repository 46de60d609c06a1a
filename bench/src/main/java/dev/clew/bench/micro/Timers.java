package dev.clew.bench.micro;

import dev.clew.Task;
import dev.clew.bench.arena.Peer;
import dev.clew.bench.arena.Rival;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Timers that are set and cancelled: {@code timers} times instant work under a {@code timeout} of an hour, in turn. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class Timers extends AfterOtherPrograms {
    @Param("10000")
    public int timers;

    private Task<Integer> limits;

    @Setup
    public void describe() {
        limits = limits(Task.now(1).timeout(Duration.ofHours(1)), timers, 0);
    }

    private static Task<Integer> limits(Task<Integer> limited, int left, int sum) {
        return left == 0 ? Task.now(sum) : limited.flatMap(x -> limits(limited, left - 1, sum + x));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "on a worker")
    public int limitsOnAWorker(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(limits)));
    }

    /** The caller is no worker: its timers are set from outside. */
    @Benchmark
    @Rival(value = Peer.CLEW, form = "on the caller")
    public int limitsOnTheCaller(ClewPool pool) throws Exception {
        return checked(pool.run(limits));
    }

    private int checked(int ended) {
        return Check.number("timers", timers, ended);
    }
}
