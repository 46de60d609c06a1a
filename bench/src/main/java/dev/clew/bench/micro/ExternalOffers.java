package dev.clew.bench.micro;

import dev.clew.bench.state.Processors;
import dev.clew.internal.queue.ExternalQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The external queue: what a job costs that is offered and taken, by one thread and by two that meet; and what a look into an
 * empty one costs, which a worker has before each park. A {@code ConcurrentLinkedQueue} does the same beside it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // set up before each iteration
public class ExternalOffers {
    @SuppressWarnings("UnnecessaryLambda") // one object for all, so that nothing is made but by the queues
    private static final Runnable JOB = () -> {};

    /** How far a producer may be ahead. */
    private static final int MOST_PRESENT = 1_000;

    /** The queue, as a runtime of this machine has it. */
    @State(Scope.Benchmark)
    public static class Striped {
        private ExternalQueue queue;
        private int turn;

        @Setup(Level.Iteration)
        public void empty() {
            queue = ExternalQueue.forWorkers(Processors.count(), Processors.count());
        }
    }

    /** One of the JDK's. */
    @State(Scope.Benchmark)
    public static class Linked {
        private ConcurrentLinkedQueue<Runnable> queue;

        @Setup(Level.Iteration)
        public void empty() {
            queue = new ConcurrentLinkedQueue<>();
        }
    }

    @Benchmark
    public @Nullable Object offerAndPoll(Striped its) {
        its.queue.offer(JOB);
        return its.queue.poll(its.turn++);
    }

    @Benchmark
    public @Nullable Object offerAndPollLinked(Linked its) {
        its.queue.offer(JOB);
        return its.queue.poll();
    }

    @Benchmark
    public boolean lookIntoEmpty(Striped its) {
        return its.queue.isEmpty();
    }

    @Benchmark
    public boolean lookIntoEmptyLinked(Linked its) {
        return its.queue.isEmpty();
    }

    @Benchmark
    @Group("handOver")
    @GroupThreads(1)
    public void produce(Striped its) {
        while (its.queue.singletonsPresentCount() > MOST_PRESENT) {
            Thread.onSpinWait();
        }
        its.queue.offer(JOB);
    }

    @Benchmark
    @Group("handOver")
    @GroupThreads(1)
    public @Nullable Object consume(Striped its) {
        return its.queue.poll(its.turn++);
    }
}
