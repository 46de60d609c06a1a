package dev.clew.bench.arena;

import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.bench.state.Check;
import dev.clew.interop.TaskExecutors;
import dev.clew.peers.CatsBacktests;
import dev.clew.peers.KotlinBacktests;
import dev.clew.peers.ScalazForks;
import dev.clew.peers.ZioBacktests;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
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
 * Simulated backtest of {@code days} independent trading days on {@code workers} workers: a day's decision is
 * {@code Thread.sleep(delayMillis)} on the thread that runs the day, its profit is 10. The bare fixed pool is the
 * floor. One operation is one whole backtest, measured singly.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class Backtester {
    private static final int BATCH = 30;
    private static final BigDecimal DAILY_PROFIT = BigDecimal.TEN;

    /** Profit or loss, exactly. */
    record PnL(BigDecimal amount) {
        static final PnL ZERO = new PnL(BigDecimal.ZERO);

        PnL merge(PnL other) {
            return new PnL(amount.add(other.amount));
        }

        static PnL sum(Iterable<PnL> parts) {
            PnL sum = ZERO;
            for (PnL part : parts) {
                sum = sum.merge(part);
            }
            return sum;
        }
    }

    /** What a backtest comes to. */
    record BacktestPerformanceSummary(PnL pnl) {}

    @Param({"30", "360", "720"})
    public int days;

    @Param("1")
    public long delayMillis;

    @Param("4")
    public int workers;

    private List<Integer> calendar;
    private BacktestPerformanceSummary expected;
    private TaskRuntime runtime;
    private ExecutorService bare;
    private ExecutorService one;

    @Setup(Level.Trial)
    public void open() {
        calendar = IntStream.range(0, days).boxed().toList();
        expected = new BacktestPerformanceSummary(new PnL(DAILY_PROFIT.multiply(BigDecimal.valueOf(days))));
        runtime = TaskRuntime.builder().name("days").workers(workers).build();
        bare = Executors.newFixedThreadPool(workers);
        one = TaskExecutors.single("gathered");
    }

    @TearDown(Level.Trial)
    public void close() {
        runtime.close();
        bare.shutdownNow();
        one.shutdownNow();
    }

    /** No task at all. */
    @Benchmark
    @Rival(value = Peer.JAVA, form = "one thread")
    public BacktestPerformanceSummary sequential() throws InterruptedException {
        return summary(trade(calendar));
    }

    /** {@code gatherUnordered} of delayed days, none forked, on one thread: gathering alone gives no concurrency. */
    @Benchmark
    @Rival(value = Peer.CLEW, form = "gathered")
    public BacktestPerformanceSummary gathered() throws Exception {
        List<Task<PnL>> tasks = calendar.stream().map(this::day).toList();
        return summary(runtime.runSync(Task.gatherUnordered(tasks).map(PnL::sum).on(one)));
    }

    /** Every day forked. */
    @Benchmark
    @Rival(value = Peer.CLEW, form = "forked")
    public BacktestPerformanceSummary forked() throws Exception {
        List<Task<PnL>> tasks = calendar.stream().map(d -> Task.fork(day(d))).toList();
        return summary(runtime.runSync(Task.gatherUnordered(tasks).map(PnL::sum)));
    }

    /** Batches of 30 days forked. */
    @Benchmark
    @Rival(value = Peer.CLEW, form = "batched by 30")
    public BacktestPerformanceSummary batched() throws Exception {
        List<Task<PnL>> tasks = new ArrayList<>();
        for (int from = 0; from < days; from += BATCH) {
            List<Integer> batch = calendar.subList(from, Math.min(from + BATCH, days));
            tasks.add(Task.fork(Task.delay(() -> trade(batch))));
        }
        return summary(runtime.runSync(Task.gatherUnordered(tasks).map(PnL::sum)));
    }

    /** The days as a range that idle workers split, no batch size given, results merged as they come. */
    @Benchmark
    @Rival(value = Peer.CLEW, form = "adaptive")
    public BacktestPerformanceSummary adaptive() throws Exception {
        List<Task<PnL>> tasks = calendar.stream().map(this::day).toList();
        return summary(runtime.runSync(Task.reduceUnordered(tasks, PnL.ZERO, PnL::merge)));
    }

    /** Each day a job of a fixed pool of 4 threads, without any library. */
    @Benchmark
    @Rival(value = Peer.JAVA, form = "bare fixed pool")
    public BacktestPerformanceSummary barePool() throws InterruptedException, ExecutionException {
        List<Future<PnL>> jobs = new ArrayList<>(days);
        for (int d : calendar) {
            jobs.add(bare.submit(() -> trade(d)));
        }
        PnL sum = PnL.ZERO;
        for (Future<PnL> job : jobs) {
            sum = sum.merge(job.get());
        }
        return summary(sum);
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, form = "gathered")
    public int scalazGathered(Scalaz scalaz) {
        return checked(scalaz.backtests.gathered(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, form = "forked")
    public int scalazForked(Scalaz scalaz) {
        return checked(scalaz.backtests.forked(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, form = "batched by 30")
    public int scalazBatched(Scalaz scalaz) {
        return checked(scalaz.backtests.batched(days, delayMillis, BATCH));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "gathered")
    public int zioGathered(Zio zio) throws Exception {
        return checked(zio.backtests.gathered(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "forked")
    public int zioForked(Zio zio) throws Exception {
        return checked(zio.backtests.forked(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "batched by 30")
    public int zioBatched(Zio zio) throws Exception {
        return checked(zio.backtests.batched(days, delayMillis, BATCH));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "foreachPar")
    public int zioForeachPar(Zio zio) throws Exception {
        return checked(zio.backtests.foreachPar(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "gathered")
    public int catsGathered(Cats cats) throws Exception {
        return checked(cats.backtests.gathered(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "forked")
    public int catsForked(Cats cats) throws Exception {
        return checked(cats.backtests.forked(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "batched by 30")
    public int catsBatched(Cats cats) throws Exception {
        return checked(cats.backtests.batched(days, delayMillis, BATCH));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "parTraverse")
    public int catsParTraverse(Cats cats) throws Exception {
        return checked(cats.backtests.parTraverse(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "gathered")
    public int kotlinGathered(Kotlin kotlin) throws Exception {
        return checked(kotlin.backtests.gathered(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "forked")
    public int kotlinForked(Kotlin kotlin) throws Exception {
        return checked(kotlin.backtests.forked(days, delayMillis));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "batched by 30")
    public int kotlinBatched(Kotlin kotlin) throws Exception {
        return checked(kotlin.backtests.batched(days, delayMillis, BATCH));
    }

    private int checked(int profit) {
        return Check.number("the backtest", DAILY_PROFIT.intValue() * days, profit);
    }

    private Task<PnL> day(int d) {
        return Task.delay(() -> trade(d));
    }

    private PnL trade(List<Integer> some) throws InterruptedException {
        PnL sum = PnL.ZERO;
        for (int d : some) {
            sum = sum.merge(trade(d));
        }
        return sum;
    }

    /** A day, which ends with its position closed, so it needs to know of no other. */
    @SuppressWarnings("unused") // the simulated decision is the same on each day
    private PnL trade(int d) throws InterruptedException {
        Thread.sleep(delayMillis);
        return new PnL(DAILY_PROFIT);
    }

    private BacktestPerformanceSummary summary(PnL pnl) {
        return Check.equal("the backtest", expected, new BacktestPerformanceSummary(pnl));
    }

    /** The backtests of Scalaz with their own pool. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // set up before each trial
    public static class Scalaz {
        private ScalazForks.Backtests backtests;

        @Setup(Level.Trial)
        public void open(Backtester benchmark) {
            backtests = new ScalazForks.Backtests(benchmark.workers);
        }

        @TearDown(Level.Trial)
        public void close() {
            backtests.close();
        }
    }

    /** The backtests of ZIO with their own pool. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // set up before each trial
    public static class Zio {
        private ZioBacktests backtests;

        @Setup(Level.Trial)
        public void open(Backtester benchmark) {
            backtests = new ZioBacktests(benchmark.workers);
        }

        @TearDown(Level.Trial)
        public void close() {
            backtests.close();
        }
    }

    /** The backtests of Cats Effect with their own pool. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // set up before each trial
    public static class Cats {
        private CatsBacktests backtests;

        @Setup(Level.Trial)
        public void open(Backtester benchmark) {
            backtests = new CatsBacktests(benchmark.workers);
        }

        @TearDown(Level.Trial)
        public void close() {
            backtests.close();
        }
    }

    /** The backtests of Kotlin with their own pool. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // set up before each trial
    public static class Kotlin {
        private KotlinBacktests backtests;

        @Setup(Level.Trial)
        public void open(Backtester benchmark) {
            backtests = new KotlinBacktests(benchmark.workers);
        }

        @TearDown(Level.Trial)
        public void close() {
            backtests.close();
        }
    }
}
