package dev.clew.bench.micro;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.sync.Deferred;
import java.util.ArrayList;
import java.util.List;
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
 * Fibers: {@code fibers} of them started and joined; as many round trips between two over deferreds; a chain of as many,
 * each of which waits for its neighbour; as many that are cancelled while they wait. <em>Round trip</em> is one hand-off from
 * an outside thread to a worker and back.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class Fibers extends AfterOtherPrograms {
    @Param("10000")
    public int fibers;

    private List<Task<Fiber<Integer>>> starts;
    private List<Task<Fiber<Object>>> waits;

    @Setup
    public void describe() {
        starts = new ArrayList<>();
        waits = new ArrayList<>();
        for (int i = 0; i < fibers; i++) {
            starts.add(Task.delay(() -> 1).start());
            waits.add(Task.never().start());
        }
    }

    @Benchmark
    public int forkJoin(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.sequence(starts).flatMap(started -> joined(started, 0, 0)))));
    }

    private static Task<Integer> joined(List<Fiber<Integer>> started, int from, int sum) {
        return from == started.size()
                ? Task.now(sum)
                : started.get(from).joinOrFail().flatMap(x -> joined(started, from + 1, sum + x));
    }

    @Benchmark
    public int pingPong(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(Task.defer(() -> {
            List<Deferred<Integer>> there = deferreds();
            List<Deferred<Integer>> back = deferreds();
            return pong(there, back, 0).start().then(ping(there, back, 0));
        }))));
    }

    private List<Deferred<Integer>> deferreds() {
        List<Deferred<Integer>> made = new ArrayList<>(fibers);
        for (int i = 0; i < fibers; i++) {
            made.add(Deferred.create());
        }
        return made;
    }

    private static Task<Integer> ping(List<Deferred<Integer>> there, List<Deferred<Integer>> back, int i) {
        return i == there.size()
                ? Task.now(i)
                : there.get(i).complete(i).flatMap(x -> back.get(i).get()).flatMap(x -> ping(there, back, i + 1));
    }

    private static Task<Integer> pong(List<Deferred<Integer>> there, List<Deferred<Integer>> back, int i) {
        return i == there.size()
                ? Task.now(i)
                : there.get(i).get().flatMap(x -> back.get(i).complete(x)).flatMap(x -> pong(there, back, i + 1));
    }

    /** Each completes its left neighbour with one more than its right one gave. */
    @Benchmark
    public int chainOfWaiting(ClewPool pool) throws Exception {
        Deferred<Integer> right = Deferred.create();
        return checked(pool.run(
                Task.fork(link(right, fibers)).flatMap(left -> right.complete(0).then(left.get()))));
    }

    private static Task<Deferred<Integer>> link(Deferred<Integer> right, int left) {
        if (left == 0) {
            return Task.now(right);
        }
        Deferred<Integer> mine = Deferred.create();
        return right.get().flatMap(x -> mine.complete(x + 1)).start().flatMap(fiber -> link(mine, left - 1));
    }

    @Benchmark
    public int cancelWaiting(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(
                Task.sequence(waits).flatMap(started -> Task.yieldNow().then(cancelled(started, 0))))));
    }

    private static Task<Integer> cancelled(List<Fiber<Object>> started, int from) {
        return from == started.size()
                ? Task.now(from)
                : started.get(from).cancel().flatMap(x -> cancelled(started, from + 1));
    }

    /** The caller waits for each: a wake-up of a worker and one of the caller. */
    @Benchmark
    public int roundTrip(ClewPool pool) throws Exception {
        return Check.number("the value", 1, pool.run(Task.fork(Task.now(1))));
    }

    private int checked(int counted) {
        return Check.number("fibers", fibers, counted);
    }
}
