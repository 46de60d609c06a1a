package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.BranchCounts;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.bench.state.JoinPool;
import dev.clew.bench.state.Processors;
import dev.clew.interop.TaskExecutors;
import dev.clew.peers.CatsForks;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinForks;
import dev.clew.peers.ScalazForks;
import dev.clew.peers.Work;
import dev.clew.peers.ZioForks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The factorial of each k in [0..num], summed: work so small that it shows what being parallel costs. The elements are dealt
 * out to 16 groups, as evenly as they go, so some have two, some one and some none; <em>sequential</em> forms take the groups
 * in turn, in one fiber. Rows that name a pool run on that pool instead of the runtime's own.
 *
 * <p>With {@code tokens} above 0 each group also consumes that many of JMH's tokens of processor time: the same program with
 * work that is worth spreading.
 *
 * <p>The <em>inside</em> forms repeat the program on a worker, a hundred times an invocation, so that the hand-off from
 * outside the pool and back is not in the figure.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Factorials {
    private static final int REPEATS = 100;
    private static final List<Integer> GROUPS =
            IntStream.range(0, Work.GROUPS).boxed().toList();

    @Param({"10", "20"})
    public int num;

    @Param({"0", "50000"})
    public long tokens;

    private long expected;

    @Setup
    public void expect() {
        expected = 0;
        for (int k = 0; k <= num; k++) {
            expected += Work.factorial(k);
        }
    }

    /** The pools that rows name. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init") // set up before each trial
    public static class Pools {
        private ExecutorService blocking;
        private ExecutorService cached;
        private ExecutorService stealing;

        @Setup(Level.Trial)
        public void open() {
            blocking = TaskExecutors.blocking("blocking");
            cached = TaskExecutors.cached("cached");
            stealing = Executors.newWorkStealingPool(Processors.count());
        }

        @TearDown(Level.Trial)
        public void close() {
            blocking.shutdownNow();
            cached.shutdownNow();
            stealing.shutdownNow();
        }
    }

    @Benchmark
    @Rival(value = Peer.CLEW, first = true, form = "on the caller", group = "sequential")
    public long oneFiber(ClewPool pool) throws Exception {
        return checked(pool.run(inTurn()));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "on a worker", group = "sequential")
    public long oneFiberOnAWorker(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(inTurn())));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "blocking pool", group = "sequential")
    public long oneFiberBlocking(ClewPool pool, Pools pools) throws Exception {
        return checked(pool.run(inTurn().on(pools.blocking)));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "cached pool", group = "sequential")
    public long oneFiberCached(ClewPool pool, Pools pools) throws Exception {
        return checked(pool.run(inTurn().on(pools.cached)));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "work-stealing pool", group = "sequential")
    public long oneFiberStealing(ClewPool pool, Pools pools) throws Exception {
        return checked(pool.run(inTurn().on(pools.stealing)));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, form = "on the caller", group = "sequential")
    public long scalazInTurn() throws Exception {
        return checked(ScalazForks.factorialsInTurn(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, form = "one each", group = "sequential")
    public long futureEach() throws Exception {
        return checked(FutureChains.factorialEach(num));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "on the caller", group = "sequential")
    public long zioInTurn() throws Exception {
        return checked(ZioForks.factorialsInTurn(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "blocking pool", group = "sequential")
    public long zioInTurnBlocking() throws Exception {
        return checked(ZioForks.factorialsBlocking(false, num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "cached pool", group = "sequential")
    public long zioInTurnCached(Pools pools) throws Exception {
        return checked(ZioForks.factorialsOn(pools.cached, false, num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "work-stealing pool", group = "sequential")
    public long zioInTurnStealing(Pools pools) throws Exception {
        return checked(ZioForks.factorialsOn(pools.stealing, false, num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "sequential")
    public long catsInTurn() throws Exception {
        return checked(CatsForks.factorialsInTurn(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "sequential")
    public long kotlinInTurn() throws Exception {
        return checked(KotlinForks.factorialsInTurn(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.JAVA, group = "sequential")
    public long plainJava() throws Exception {
        return checked(loop());
    }

    @Benchmark
    @Rival(value = Peer.CLEW, first = true, form = "16 branches", group = "parallel")
    public long branches(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(gathered()));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "16 branches, inside", group = "parallel")
    @OperationsPerInvocation(REPEATS)
    public long branchesInside(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations += REPEATS;
        return pool.run(Task.fork(repeated(gathered(), REPEATS)));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "16 fibers", group = "parallel")
    public long fibers(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations++;
        return checked(pool.run(Task.fork(started())));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "16 fibers, inside", group = "parallel")
    @OperationsPerInvocation(REPEATS)
    public long fibersInside(ClewPool pool, BranchCounts counts) throws Exception {
        counts.operations += REPEATS;
        return pool.run(Task.fork(repeated(started(), REPEATS)));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "16 fibers, blocking pool", group = "parallel")
    public long fibersBlocking(ClewPool pool, Pools pools) throws Exception {
        return checked(pool.run(started().on(pools.blocking)));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "16 fibers, cached pool", group = "parallel")
    public long fibersCached(ClewPool pool, Pools pools) throws Exception {
        return checked(pool.run(started().on(pools.cached)));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, form = "16 fibers, work-stealing pool", group = "parallel")
    public long fibersStealing(ClewPool pool, Pools pools) throws Exception {
        return checked(pool.run(started().on(pools.stealing)));
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, form = "16 tasks", group = "parallel")
    public long scalaz() throws Exception {
        return checked(ScalazForks.factorials(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, form = "16 futures", group = "parallel")
    public long future() throws Exception {
        return checked(FutureChains.factorials(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "16 fibers", group = "parallel")
    public long zio() throws Exception {
        return checked(ZioForks.factorials(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "16 fibers, blocking pool", group = "parallel")
    public long zioBlocking() throws Exception {
        return checked(ZioForks.factorialsBlocking(true, num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "16 fibers, cached pool", group = "parallel")
    public long zioCached(Pools pools) throws Exception {
        return checked(ZioForks.factorialsOn(pools.cached, true, num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, form = "16 fibers, work-stealing pool", group = "parallel")
    public long zioStealing(Pools pools) throws Exception {
        return checked(ZioForks.factorialsOn(pools.stealing, true, num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.CATS, form = "16 fibers", group = "parallel")
    public long cats() throws Exception {
        return checked(CatsForks.factorials(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, form = "16 coroutines", group = "parallel")
    public long kotlin() throws Exception {
        return checked(KotlinForks.factorials(num, tokens));
    }

    @Benchmark
    @Rival(value = Peer.COMPLETABLE_FUTURE, form = "16 futures", group = "parallel")
    public long completableFuture(JoinPool pool) throws Exception {
        List<CompletableFuture<Long>> futures = new ArrayList<>(Work.GROUPS);
        for (int g = 0; g < Work.GROUPS; g++) {
            int group = g;
            futures.add(CompletableFuture.supplyAsync(() -> work(group), pool.executor()));
        }
        long sum = 0;
        for (CompletableFuture<Long> future : futures) {
            sum += future.get();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, form = "16 tasks", group = "parallel")
    public long forkJoinPool(JoinPool pool) throws Exception {
        return checked(pool.run(new Once()));
    }

    @Benchmark
    @Rival(value = Peer.FORK_JOIN, form = "16 tasks, inside", group = "parallel")
    @OperationsPerInvocation(REPEATS)
    public long forkJoinPoolInside(JoinPool pool) throws Exception {
        return pool.run(new Repeated());
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, form = "16 threads", group = "parallel")
    public long virtualThreads() throws Exception {
        List<Strand<Long>> strands = new ArrayList<>(Work.GROUPS);
        for (int g = 0; g < Work.GROUPS; g++) {
            int group = g;
            strands.add(Strand.fork(() -> work(group)));
        }
        long sum = 0;
        for (Strand<Long> strand : strands) {
            sum += strand.join();
        }
        return checked(sum);
    }

    @Benchmark
    @Rival(value = Peer.JAVA, form = "one thread", group = "parallel")
    public long plainJavaLoop() throws Exception {
        return checked(loop());
    }

    private Task<Long> inTurn() {
        return Task.traverse(GROUPS, this::delayed).map(Factorials::sum);
    }

    private Task<Long> gathered() {
        return Task.parTraverse(GROUPS, this::delayed).map(Factorials::sum);
    }

    private Task<Long> started() {
        return Task.traverse(GROUPS, group -> delayed(group).start())
                .flatMap(fibers -> Task.traverse(fibers, Fiber::joinOrFail))
                .map(Factorials::sum);
    }

    private Task<Long> repeated(Task<Long> program, int times) {
        Task<Long> once = program.map(this::checked);
        return times == 1 ? once : once.flatMap(sum -> repeated(program, times - 1));
    }

    private Task<Long> delayed(int group) {
        return Task.delay(() -> work(group));
    }

    private long loop() {
        long sum = 0;
        for (int group : GROUPS) {
            sum += work(group);
        }
        return sum;
    }

    private long work(int group) {
        return Work.factorials(group, num, tokens);
    }

    private static long sum(List<Long> parts) {
        long sum = 0;
        for (long part : parts) {
            sum += part;
        }
        return sum;
    }

    private long checked(long sum) {
        return Check.number("the sum of factorials", expected, sum);
    }

    /** One group of elements. */
    @SuppressWarnings("serial") // never serialized
    private final class Part extends RecursiveTask<Long> {
        private final int group;

        Part(int group) {
            this.group = group;
        }

        @Override
        protected Long compute() {
            return work(group);
        }
    }

    /** All groups: each forked but the first, which it computes itself; joined in reverse, as they lie in the deque. */
    @SuppressWarnings("serial") // never serialized
    private final class Once extends RecursiveTask<Long> {
        @Override
        protected Long compute() {
            List<ForkJoinTask<Long>> forked = new ArrayList<>(Work.GROUPS);
            for (int g = 1; g < Work.GROUPS; g++) {
                forked.add(new Part(g).fork());
            }
            long sum = work(0);
            for (int i = forked.size() - 1; i >= 0; i--) {
                sum += forked.get(i).join();
            }
            return sum;
        }
    }

    /** {@link Once}, again and again on one worker. */
    @SuppressWarnings("serial") // never serialized
    private final class Repeated extends RecursiveTask<Long> {
        @Override
        protected Long compute() {
            long sum = 0;
            for (int i = 0; i < REPEATS; i++) {
                sum = checked(new Once().invoke());
            }
            return sum;
        }
    }
}
