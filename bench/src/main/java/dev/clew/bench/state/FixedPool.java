package dev.clew.bench.state;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The JDK's fixed pool with a thread a processor. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class FixedPool {
    private ExecutorService pool;

    @Setup(Level.Trial)
    public void open() {
        pool = Executors.newFixedThreadPool(Processors.count());
    }

    @TearDown(Level.Trial)
    public void close() {
        pool.shutdownNow();
    }

    /** Runs {@code code} on a thread of the pool and waits for its value. */
    public <A> A call(Callable<A> code) throws Exception {
        return pool.submit(code).get();
    }
}
