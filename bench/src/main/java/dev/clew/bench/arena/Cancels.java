package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.ZioWaits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Forks {@code fibers} that never end, cancels each and waits for it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Cancels {
    @Param("1000")
    public int fibers;

    @Benchmark
    @Rival(Peer.CLEW)
    public int clew(ClewPool pool) throws Exception {
        List<Task<Fiber<Integer>>> starts =
                Collections.nCopies(fibers, Task.<Integer>never().start());
        return checked(pool.run(Task.fork(Task.sequence(starts).flatMap(started -> canceled(started, 0)))));
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public int zio() throws Exception {
        return checked(ZioWaits.cancels(fibers));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public int cats() throws Exception {
        return checked(CatsWaits.cancels(fibers));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public int kotlin() throws Exception {
        return checked(KotlinWaits.cancels(fibers));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, form = "interrupted")
    public int virtualThreads() throws Exception {
        List<Strand<Boolean>> strands = new ArrayList<>();
        for (int i = 0; i < fibers; i++) {
            strands.add(Strand.fork(Cancels::untilInterrupted));
        }
        int sum = 0;
        for (Strand<Boolean> strand : strands) {
            strand.interrupt();
            sum += strand.join() ? 1 : 0;
        }
        return checked(sum);
    }

    private static Task<Integer> canceled(List<Fiber<Integer>> started, int from) {
        if (from == started.size()) {
            return Task.now(from);
        }
        Fiber<Integer> fiber = started.get(from);
        return fiber.cancel().then(fiber.join()).flatMap(end -> {
            Check.equal("whether a fiber was cancelled", true, end instanceof Outcome.Canceled<Integer>);
            return canceled(started, from + 1);
        });
    }

    private static boolean untilInterrupted() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
        return true;
    }

    private int checked(int ended) {
        return Check.number("fibers that were cancelled", fibers, ended);
    }
}
