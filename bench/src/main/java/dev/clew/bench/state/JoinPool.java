package dev.clew.bench.state;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A {@link ForkJoinPool} with a worker a processor: also the pool of {@code CompletableFuture}, whose own has one fewer. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class JoinPool {
    private ForkJoinPool pool;

    @Setup(Level.Trial)
    public void open() {
        pool = new ForkJoinPool(Processors.count());
    }

    @TearDown(Level.Trial)
    public void close() {
        pool.shutdownNow();
    }

    /** Runs {@code task} from outside the pool and waits for its value. */
    public <A> A run(ForkJoinTask<A> task) {
        return pool.invoke(task);
    }

    public Executor executor() {
        return pool;
    }
}
