package dev.clew.bench.micro;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.Processors;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
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
 * Programs that do little but be scheduled, so that what the scheduler does for each job shows: among it, counting
 * ({@link MetricsCost}). <em>Runnables</em> are chains of jobs that each submit themselves again from inside; <em>outside</em>,
 * jobs that come from a thread that is no worker; <em>fibers</em>, fibers started and joined that yield again and again.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class Scheduling extends AfterOtherPrograms {
    @Param("10000")
    public int chains;

    /** How often each chain submits itself. */
    @Param("1000")
    public int links;

    @Param("100000")
    public int fibers;

    /** The fiber of number i goes round {@code rounds} - i times, with three yields a round. */
    @Param("1000")
    public int rounds;

    private TaskRuntime runtime;
    private ExecutorService executor;

    @Setup(Level.Trial)
    public void open() {
        runtime = TaskRuntime.builder().workers(Processors.count()).build();
        executor = runtime.executor();
    }

    @TearDown(Level.Trial)
    public void close() {
        runtime.close();
    }

    @Benchmark
    public long runnables() throws Exception {
        return chained(executor);
    }

    /** The control: the same on a pool of the JDK. */
    @Benchmark
    public long runnablesOnCommonPool() throws Exception {
        return chained(ForkJoinPool.commonPool());
    }

    private long chained(ExecutorService pool) throws Exception {
        CountDownLatch ends = new CountDownLatch(chains);
        for (int i = 0; i < chains; i++) {
            pool.execute(new Chain(pool, ends, links));
        }
        return awaited(ends);
    }

    private static long awaited(CountDownLatch ends) throws Exception {
        Check.equal("the wait for all jobs", true, ends.await(120, TimeUnit.SECONDS));
        return ends.getCount();
    }

    /** A job that submits itself. */
    private static final class Chain implements Runnable {
        private final ExecutorService pool;
        private final CountDownLatch ends;
        private int left;

        Chain(ExecutorService pool, CountDownLatch ends, int left) {
            this.pool = pool;
            this.ends = ends;
            this.left = left;
        }

        @Override
        public void run() {
            if (--left == 0) {
                ends.countDown();
            } else {
                pool.execute(this);
            }
        }
    }

    @Benchmark
    public long outside() throws Exception {
        int jobs = chains * 100;
        CountDownLatch ends = new CountDownLatch(jobs);
        for (int i = 0; i < jobs; i++) {
            executor.execute(ends::countDown);
        }
        return awaited(ends);
    }

    @Benchmark
    public long fibers() throws Exception {
        return Check.number("the fibers", expected(), runtime.runSync(Task.fork(Task.defer(this::startedAndJoined))));
    }

    private long expected() {
        long sum = 0;
        for (long i = 0; i < Math.min(fibers, rounds); i++) {
            sum += rounds - i;
        }
        return sum;
    }

    private Task<Long> startedAndJoined() {
        return started(new ArrayList<>(fibers), 0).flatMap(all -> joined(all, 0, 0));
    }

    private Task<List<Fiber<Integer>>> started(List<Fiber<Integer>> all, int i) {
        return i == fibers
                ? Task.now(all)
                : yielding(i, 0).start().flatMap(fiber -> {
                    all.add(fiber);
                    return started(all, i + 1);
                });
    }

    private static Task<Long> joined(List<Fiber<Integer>> all, int i, long sum) {
        return i == all.size()
                ? Task.now(sum)
                : all.get(i).joinOrFail().flatMap(turns -> joined(all, i + 1, sum + turns));
    }

    private Task<Integer> yielding(int from, int turns) {
        return from >= rounds
                ? Task.now(turns)
                : Task.yieldNow()
                        .flatMap(x -> Task.yieldNow())
                        .flatMap(x -> Task.yieldNow())
                        .flatMap(x -> yielding(from + 1, turns + 1));
    }
}
