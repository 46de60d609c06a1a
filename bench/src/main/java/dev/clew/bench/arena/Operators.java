package dev.clew.bench.arena;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.peers.CatsChains;
import dev.clew.peers.FutureChains;
import dev.clew.peers.KotlinChains;
import dev.clew.peers.ScalazChains;
import dev.clew.peers.ZioChains;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One operator {@code times} times in turn, in one fiber of the pool, on work that is there at once: what the operator
 * itself costs. A hop goes through the pool's queue; an error is raised and turned into a value; a race is won against what
 * never ends; a timeout of an hour sets a timer and cancels it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Operators {
    private static final Task<Integer> ONE = Task.now(1);
    private static final Task<Integer> HOP = Task.yieldNow().thenReturn(1);
    private static final Task<Integer> ERROR = Task.<Integer>fail(new IllegalStateException("expected"))
            .attempt()
            .map(ended -> ended instanceof Outcome.Failed<Integer> ? 1 : 0);
    private static final Task<Integer> BRACKET = Task.bracket(ONE, Task::now, one -> Task.unit());
    private static final Task<Integer> UNCANCELABLE = Task.uncancelable(poll -> poll.apply(ONE));
    private static final Task<Integer> RACE = Task.race(ONE, Task.never());
    private static final Task<Integer> BOTH = ONE.zipPar(Task.now(0), Integer::sum);
    private static final Task<Integer> TIMEOUT = ONE.timeout(Duration.ofHours(1));

    @Param("10000")
    public int times;

    @Benchmark
    @Rival(value = Peer.CLEW, group = "hops")
    public int clewHops(ClewPool pool) throws Exception {
        return on(pool, HOP);
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "hops")
    public int scalazHops() throws Exception {
        return checked(ScalazChains.hops(times));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "hops")
    public int futureHops() throws Exception {
        return checked(FutureChains.hops(times));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "hops")
    public int zioHops() throws Exception {
        return checked(ZioChains.hops(times));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "hops")
    public int catsHops() throws Exception {
        return checked(CatsChains.hops(times));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "hops")
    public int kotlinHops() throws Exception {
        return checked(KotlinChains.hops(times));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "errors")
    public int clewErrors(ClewPool pool) throws Exception {
        return on(pool, ERROR);
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "errors")
    public int scalazErrors() throws Exception {
        return checked(ScalazChains.errors(times));
    }

    @Benchmark
    @Rival(value = Peer.FUTURE, group = "errors")
    public int futureErrors() throws Exception {
        return checked(FutureChains.errors(times));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "errors")
    public int zioErrors() throws Exception {
        return checked(ZioChains.errors(times));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "errors")
    public int catsErrors() throws Exception {
        return checked(CatsChains.errors(times));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "errors")
    public int kotlinErrors() throws Exception {
        return checked(KotlinChains.errors(times));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "brackets")
    public int clewBrackets(ClewPool pool) throws Exception {
        return on(pool, BRACKET);
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "brackets")
    public int zioBrackets() throws Exception {
        return checked(ZioChains.brackets(times));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "brackets")
    public int catsBrackets() throws Exception {
        return checked(CatsChains.brackets(times));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "brackets")
    public int kotlinBrackets() throws Exception {
        return checked(KotlinChains.brackets(times));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "uncancelables")
    public int clewUncancelables(ClewPool pool) throws Exception {
        return on(pool, UNCANCELABLE);
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "uncancelables")
    public int zioUncancelables() throws Exception {
        return checked(ZioChains.uncancelables(times));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "uncancelables")
    public int catsUncancelables() throws Exception {
        return checked(CatsChains.uncancelables(times));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "uncancelables")
    public int kotlinUncancelables() throws Exception {
        return checked(KotlinChains.uncancelables(times));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "races")
    public int clewRaces(ClewPool pool) throws Exception {
        return on(pool, RACE);
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "races")
    public int zioRaces() throws Exception {
        return checked(ZioChains.races(times));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "races")
    public int catsRaces() throws Exception {
        return checked(CatsChains.races(times));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "races")
    public int kotlinRaces() throws Exception {
        return checked(KotlinChains.races(times));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "boths")
    public int clewBoths(ClewPool pool) throws Exception {
        return on(pool, BOTH);
    }

    @Benchmark
    @Rival(value = Peer.SCALAZ, group = "boths")
    public int scalazBoths() throws Exception {
        return checked(ScalazChains.boths(times));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "boths")
    public int zioBoths() throws Exception {
        return checked(ZioChains.boths(times));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "boths")
    public int catsBoths() throws Exception {
        return checked(CatsChains.boths(times));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "boths")
    public int kotlinBoths() throws Exception {
        return checked(KotlinChains.boths(times));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "timeouts")
    public int clewTimeouts(ClewPool pool) throws Exception {
        return on(pool, TIMEOUT);
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "timeouts")
    public int zioTimeouts() throws Exception {
        return checked(ZioChains.timeouts(times));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "timeouts")
    public int catsTimeouts() throws Exception {
        return checked(CatsChains.timeouts(times));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "timeouts")
    public int kotlinTimeouts() throws Exception {
        return checked(KotlinChains.timeouts(times));
    }

    private int on(ClewPool pool, Task<Integer> operator) throws Exception {
        return checked(pool.run(Task.fork(repeated(operator, times, 0))));
    }

    private static Task<Integer> repeated(Task<Integer> operator, int left, int sum) {
        return left == 0 ? Task.now(sum) : operator.flatMap(x -> repeated(operator, left - 1, sum + x));
    }

    private int checked(int value) {
        return Check.number("the number of operators", times, value);
    }
}
