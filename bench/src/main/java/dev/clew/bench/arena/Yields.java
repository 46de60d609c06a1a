package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.peers.CatsSchedules;
import dev.clew.peers.KotlinSchedules;
import dev.clew.peers.ZioSchedules;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * {@code fibers} are started and joined; fiber i loops from i to {@code until} with three yields a round. <em>many-threads</em>:
 * the same on a pool of {@code workers}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Yields {
    @Param("1000000")
    public int fibers;

    @Param("10000")
    public int until;

    @Param("256")
    public int workers;

    /** A runtime of that many workers. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // set up before each trial
    public static class ManyWorkers {
        private TaskRuntime clew;

        @Setup(Level.Trial)
        public void open(Yields benchmark) {
            clew = TaskRuntime.builder().name("many").workers(benchmark.workers).build();
        }

        @TearDown(Level.Trial)
        public void close() {
            clew.close();
        }
    }

    /** The same of Cats Effect. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // set up before each trial
    public static class ManyCatsWorkers {
        private CatsSchedules.Pool cats;

        @Setup(Level.Trial)
        public void open(Yields benchmark) {
            cats = new CatsSchedules.Pool(benchmark.workers);
        }

        @TearDown(Level.Trial)
        public void close() {
            cats.close();
        }
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "scheduling")
    public long clew(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(scheduling())));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "scheduling")
    public long zio() throws Exception {
        return checked(ZioSchedules.scheduling(fibers, until));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "scheduling")
    public long cats() throws Exception {
        return checked(CatsSchedules.scheduling(fibers, until));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "scheduling")
    public long kotlin() throws Exception {
        return checked(KotlinSchedules.scheduling(fibers, until));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, group = "scheduling")
    public long virtualThreads() throws Exception {
        List<Strand<Integer>> strands = new ArrayList<>(fibers);
        for (int i = 0; i < fibers; i++) {
            int from = i;
            strands.add(Strand.fork(() -> yielding(from)));
        }
        long sum = 0;
        for (Strand<Integer> strand : strands) {
            sum += strand.join();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "many-threads")
    public long clewManyThreads(ManyWorkers many) throws Exception {
        return checked(many.clew.runSync(Task.fork(scheduling())));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "many-threads")
    public long catsManyThreads(ManyCatsWorkers many) throws Exception {
        return checked(many.cats.scheduling(fibers, until));
    }

    private Task<Long> scheduling() {
        List<Task<Fiber<Integer>>> starts = new ArrayList<>(fibers);
        for (int i = 0; i < fibers; i++) {
            starts.add(fiber(i).start());
        }
        return Task.sequence(starts).flatMap(started -> joined(started, 0, 0));
    }

    private Task<Integer> fiber(int i) {
        return Task.yieldNow()
                .flatMap(a -> Task.delay(() -> i)
                        .flatMap(j -> Task.yieldNow()
                                .flatMap(b -> Task.yieldNow().flatMap(c -> j > until ? Task.now(j) : fiber(j + 1)))));
    }

    private static Task<Long> joined(List<Fiber<Integer>> started, int from, long sum) {
        return from == started.size()
                ? Task.now(sum)
                : started.get(from).joinOrFail().flatMap(x -> joined(started, from + 1, sum + x));
    }

    @SuppressWarnings("ThreadPriorityCheck") // to yield is what is measured
    private int yielding(int from) {
        int i = from;
        while (true) {
            Thread.yield();
            Thread.yield();
            Thread.yield();
            if (i > until) {
                return i;
            }
            i++;
        }
    }

    /** A fiber from at most {@code until} ends with the first number above it. */
    private long checked(long sum) {
        long looping = Math.min(fibers, until + 1L);
        long others = Math.max(0, fibers - looping);
        long expected = looping * (until + 1L) + others * (until + 1L + fibers - 1) / 2;
        return Check.number("the sum of the fibers", expected, sum);
    }
}
