package dev.clew.bench.arena;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.peers.CatsWaits;
import dev.clew.peers.KotlinWaits;
import dev.clew.peers.ZioWaits;
import dev.clew.sync.Mutex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * {@code fibers} that contend for {@code permits}, {@code rounds} times each, and hold one for a moment.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class Permits {
    @Param({"1", "4"})
    public int permits;

    @Param("100")
    public int fibers;

    @Param("1000")
    public int rounds;

    @Benchmark
    @Rival(value = Peer.CLEW, group = "semaphore")
    public int clew(ClewPool pool) throws Exception {
        var semaphore = dev.clew.sync.Semaphore.create(permits);
        return checked(pool.run(Task.fork(contended(semaphore.withPermit(Task.now(1))))));
    }

    @Benchmark
    @Rival(value = Peer.CLEW, group = "mutex")
    public int clewMutex(ClewPool pool) throws Exception {
        return checked(pool.run(Task.fork(contended(Mutex.create().withLock(Task.now(1))))));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "semaphore")
    public int zio() throws Exception {
        return checked(ZioWaits.semaphore(permits, fibers, rounds));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "semaphore")
    public int cats() throws Exception {
        return checked(CatsWaits.semaphore(permits, fibers, rounds));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "semaphore")
    public int kotlin() throws Exception {
        return checked(KotlinWaits.semaphore(permits, fibers, rounds));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, group = "semaphore")
    public int virtualThreads() throws Exception {
        Semaphore semaphore = new Semaphore(permits);
        return checked(contended(() -> {
            semaphore.acquire();
            semaphore.release();
            return 1;
        }));
    }

    @Benchmark
    @Rival(value = Peer.ZIO, group = "mutex")
    public int zioMutex() throws Exception {
        return checked(ZioWaits.semaphore(1, fibers, rounds));
    }

    @Benchmark
    @Rival(value = Peer.CATS, group = "mutex")
    public int catsMutex() throws Exception {
        return checked(CatsWaits.mutex(fibers, rounds));
    }

    @Benchmark
    @Rival(value = Peer.KOTLIN, group = "mutex")
    public int kotlinMutex() throws Exception {
        return checked(KotlinWaits.mutex(fibers, rounds));
    }

    @Benchmark
    @Rival(value = Peer.VIRTUAL_THREADS, form = "ReentrantLock", group = "mutex")
    public int virtualThreadsMutex() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        return checked(contended(() -> {
            lock.lock();
            try {
                return 1;
            } finally {
                lock.unlock();
            }
        }));
    }

    private Task<Integer> contended(Task<Integer> section) {
        List<Task<Fiber<Integer>>> starts =
                Collections.nCopies(fibers, repeated(section, rounds, 0).start());
        return Task.sequence(starts).flatMap(users -> joined(users, 0, 0));
    }

    private static Task<Integer> repeated(Task<Integer> section, int left, int sum) {
        return left == 0 ? Task.now(sum) : section.flatMap(x -> repeated(section, left - 1, sum + x));
    }

    private static Task<Integer> joined(List<Fiber<Integer>> users, int from, int sum) {
        return from == users.size()
                ? Task.now(sum)
                : users.get(from).joinOrFail().flatMap(x -> joined(users, from + 1, sum + x));
    }

    private int contended(Callable<Integer> section) throws Exception {
        List<Strand<Integer>> users = new ArrayList<>();
        for (int i = 0; i < fibers; i++) {
            users.add(Strand.fork(() -> {
                int sum = 0;
                for (int round = 0; round < rounds; round++) {
                    sum += section.call();
                }
                return sum;
            }));
        }
        int sum = 0;
        for (Strand<Integer> user : users) {
            sum += user.join();
        }
        return sum;
    }

    private int checked(int held) {
        return Check.number("how often a permit was held", fibers * rounds, held);
    }
}
