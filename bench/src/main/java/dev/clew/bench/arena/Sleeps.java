package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.CpuTime;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.Work;
import dev.clew.peers.ZioWaits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * {@code sleepers}, each asleep for 1 to 10 ms: no operation can take less than the longest. The time of the processor that it
 * takes is counted as {@code cpuMicros}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Sleeps extends AfterOtherPrograms {
    @Param("10000")
    public int sleepers;

    private List<Task<Integer>> sleeps = List.of();

    @Setup
    public void describe() {
        sleeps = IntStream.range(0, sleepers)
                .mapToObj(i -> Task.sleep(Duration.ofNanos(Work.sleepNanos(i))).thenReturn(1))
                .toList();
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "fibers")
    public int clew(ClewPool pool, CpuTime cpu) throws Exception {
        cpu.operations++;
        List<Task<Fiber<Integer>>> starts = sleeps.stream().map(Task::start).toList();
        return checked(pool.run(Task.fork(Task.sequence(starts).flatMap(fibers -> joined(fibers, 0, 0)))));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "gathered")
    public int clewGathered(ClewPool pool, CpuTime cpu) throws Exception {
        cpu.operations++;
        return checked(pool.run(Task.fork(Task.gather(sleeps))).size());
    }

    @Benchmark
    @Rival(Peer.ZIO)
    public int zio(CpuTime cpu) throws Exception {
        cpu.operations++;
        return checked(ZioWaits.sleeps(sleepers));
    }

    @Benchmark
    @Rival(Peer.CATS)
    public int cats(CpuTime cpu) throws Exception {
        cpu.operations++;
        return checked(CatsWaits.sleeps(sleepers));
    }

    @Benchmark
    @Rival(Peer.KOTLIN)
    public int kotlin(CpuTime cpu) throws Exception {
        cpu.operations++;
        return checked(KotlinWaits.sleeps(sleepers));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, form = "callbacks")
    public int completableFuture(CpuTime cpu) throws Exception {
        cpu.operations++;
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int i = 0; i < sleepers; i++) {
            ends.add(CompletableFuture.runAsync(
                    () -> {},
                    CompletableFuture.delayedExecutor(Work.sleepNanos(i), TimeUnit.NANOSECONDS, Runnable::run)));
        }
        CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0])).get();
        return checked(ends.size());
    }

    @Benchmark
    @Rival(Peer.VIRTUAL_THREADS)
    public int virtualThreads(CpuTime cpu) throws Exception {
        cpu.operations++;
        List<Strand<Integer>> strands = new ArrayList<>();
        for (int i = 0; i < sleepers; i++) {
            long nanos = Work.sleepNanos(i);
            strands.add(Strand.fork(() -> {
                Thread.sleep(Duration.ofNanos(nanos));
                return 1;
            }));
        }
        int sum = 0;
        for (Strand<Integer> strand : strands) {
            sum += strand.join();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(Peer.REACTOR)
    public int reactor(CpuTime cpu) throws Exception {
        cpu.operations++;
        return checked(Objects.requireNonNull(Flux.range(0, sleepers)
                .flatMap(i -> Mono.delay(Duration.ofNanos(Work.sleepNanos(i))).thenReturn(1), sleepers)
                .reduce(0, Integer::sum)
                .block()));
    }

    private static Task<Integer> joined(List<Fiber<Integer>> fibers, int from, int sum) {
        return from == fibers.size()
                ? Task.now(sum)
                : fibers.get(from).joinOrFail().flatMap(x -> joined(fibers, from + 1, sum + x));
    }

    private int checked(int ended) {
        return Check.number("sleepers", sleepers, ended);
    }
}
