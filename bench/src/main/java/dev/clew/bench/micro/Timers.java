package dev.clew.bench.micro;

import dev.clew.Task;
import dev.clew.bench.arena.Peer;
import dev.clew.bench.arena.Rival;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.internal.timer.TimerHeap;
import java.time.Duration;
import java.util.PriorityQueue;
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
 * Timers that are set and cancelled: {@code timers} times instant work under a {@code timeout} of an hour, in turn. Beside it
 * a worker's heap by itself, whose timers are cancelled, or are all set and then fired in the order of their deadlines.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class Timers extends AfterOtherPrograms {
    @SuppressWarnings("UnnecessaryLambda") // one object for all, so that nothing is made but by the heap
    private static final Runnable NOTHING = () -> {};

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
    @Rival(value = Peer.CLEW, form = "on a worker", first = true)
    public int limitsOnAWorker(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(limits)));
    }

    /** The caller is no worker: its timers are set from outside. */
    @Benchmark
    @Rival(value = Peer.CLEW, form = "on the caller")
    public int limitsOnTheCaller(ClewPool pool) throws Exception {
        return checked(pool.run(limits));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "heap: set and cancelled")
    public int setAndCancelled() {
        TimerHeap heap = new TimerHeap(Thread.currentThread());
        int cancelled = 0;
        for (int i = 0; i < timers; i++) {
            cancelled += heap.add(deadline(i), NOTHING).cancel() ? 1 : 0;
        }
        return checked(cancelled);
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "heap: set and fired")
    public int setAndFired() {
        TimerHeap heap = new TimerHeap(Thread.currentThread());
        for (int i = 0; i < timers; i++) {
            heap.add(deadline(i), NOTHING);
        }
        int fired = 0;
        int more;
        do {
            more = heap.fireDue(Long.MAX_VALUE / 2, due -> {});
            fired += more;
        } while (more > 0);
        return checked(fired);
    }

    /** The JDK's queue of deadlines, set and taken out in order. */
    @Benchmark
    @Rival(value = Peer.JAVA, form = "PriorityQueue of deadlines")
    public int priorityQueue() {
        PriorityQueue<Long> queue = new PriorityQueue<>();
        for (int i = 0; i < timers; i++) {
            queue.add(deadline(i));
        }
        int fired = 0;
        while (queue.poll() != null) {
            fired++;
        }
        return checked(fired);
    }

    /** Spread, as those of independent timeouts are. */
    private static long deadline(int i) {
        return TimeUnit.HOURS.toNanos(1) + i * 7_919L % 10_007;
    }

    private int checked(int ended) {
        return Check.number("timers", timers, ended);
    }
}
