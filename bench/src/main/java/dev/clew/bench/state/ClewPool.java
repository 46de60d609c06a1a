package dev.clew.bench.state;

import dev.clew.RuntimeMetrics;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A runtime with a worker a processor. Only benchmarks of Clew ask for it, so a peer's JVM has none of its threads. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // set up before each trial
public class ClewPool {
    private TaskRuntime runtime;

    @Setup(Level.Trial)
    public void open() {
        runtime =
                TaskRuntime.builder().name("bench").workers(Processors.count()).build();
    }

    @TearDown(Level.Trial)
    public void close() {
        runtime.close();
    }

    /** Runs {@code task} from outside the pool and waits for its value. */
    public <A> A run(Task<A> task) throws Exception {
        return runtime.runSync(task);
    }

    /** Starts {@code task} and gives what it will come to. */
    public <A> CompletableFuture<A> start(Task<A> task) {
        return runtime.toCompletableFuture(task);
    }

    /** The pool as the JDK's executor. */
    public Executor executor() {
        return runtime.executor();
    }

    RuntimeMetrics metrics() {
        return runtime.metrics();
    }
}
