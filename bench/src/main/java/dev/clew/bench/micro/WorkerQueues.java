package dev.clew.bench.micro;

import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.Processors;
import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.queue.ExternalQueue;
import dev.clew.internal.queue.Ring;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The queues of a worker by themselves: {@code times} jobs go in and out in each operation. <em>Alone</em> nobody else looks;
 * <em>shared</em>, a second thread takes from the queue as fast as it can, as a thief or another worker does. Each job is
 * counted where it comes out.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class WorkerQueues extends AfterOtherPrograms {
    /** How many jobs lie in a queue before they are taken again: the depth of a recursion, or a burst of wake-ups. */
    private static final int BURST = 16;

    @SuppressWarnings("UnnecessaryLambda") // one object for all, so that nothing is made but by the queues
    private static final Runnable JOB = () -> {};

    /** A multiple of {@code BURST}. */
    @Param("16000")
    public int times;

    @Benchmark
    public int ring() {
        Ring ring = new Ring();
        int taken = 0;
        for (int i = 0; i < times; i += BURST) {
            taken += throughRing(ring);
        }
        return checked(taken);
    }

    private static int throughRing(Ring ring) {
        fill(ring);
        int taken = 0;
        while (ring.poll() != null) {
            taken++;
        }
        return taken;
    }

    private static void fill(Ring ring) {
        for (int j = 0; j < BURST; j++) {
            if (!ring.offer(JOB)) {
                throw new IllegalStateException(
                        "a ring holds " + Ring.MOST_CAPACITY + " jobs, and was full with " + ring.size());
            }
        }
    }

    /** Half of each burst goes to another ring first, as thieves take it. */
    @Benchmark
    public int ringHalfStolen() {
        Ring ring = new Ring();
        Ring thief = new Ring();
        int taken = 0;
        for (int i = 0; i < times; i += BURST) {
            fill(ring);
            ring.stealInto(thief);
            while (ring.poll() != null) {
                taken++;
            }
            while (thief.poll() != null) {
                taken++;
            }
        }
        return checked(taken);
    }

    @Benchmark
    public int deque() {
        BranchDeque deque = new BranchDeque();
        int taken = 0;
        for (int i = 0; i < times; i += BURST) {
            taken += throughDeque(deque);
        }
        return checked(taken);
    }

    private static int throughDeque(BranchDeque deque) {
        Piece[] pieces = new Piece[BURST];
        for (int j = 0; j < BURST; j++) {
            pieces[j] = new Piece(JOB);
            deque.push(pieces[j]);
        }
        int taken = 0;
        for (int j = BURST - 1; j >= 0; j--) {
            if (pieces[j].claim()) {
                taken++;
                deque.popClaimed(pieces[j]);
            } else {
                deque.popIf(pieces[j]);
            }
        }
        return taken;
    }

    @Benchmark
    public int external() {
        ExternalQueue queue = ExternalQueue.forWorkers(Processors.count(), Processors.count());
        int taken = 0;
        for (int i = 0; i < times; i++) {
            queue.offer(JOB);
            taken += queue.poll(i) != null ? 1 : 0;
        }
        return checked(taken);
    }

    /** What a worker does before each park. */
    @Benchmark
    public int externalEmpty() {
        ExternalQueue queue = ExternalQueue.forWorkers(Processors.count(), Processors.count());
        int empty = 0;
        for (int i = 0; i < times; i++) {
            empty += queue.isEmpty() ? 1 : 0;
        }
        return checked(empty);
    }

    /** One for one thread only: the floor. */
    @Benchmark
    public int arrayDeque() {
        ArrayDeque<Runnable> queue = new ArrayDeque<>();
        int taken = 0;
        for (int i = 0; i < times; i += BURST) {
            for (int j = 0; j < BURST; j++) {
                queue.offer(JOB);
            }
            while (queue.poll() != null) {
                taken++;
            }
        }
        return checked(taken);
    }

    @Benchmark
    public int linkedQueue() {
        ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
        int taken = 0;
        for (int i = 0; i < times; i++) {
            queue.offer(JOB);
            taken += queue.poll() != null ? 1 : 0;
        }
        return checked(taken);
    }

    @Benchmark
    public int ringWithThief() throws InterruptedException {
        Ring ring = new Ring();
        Ring stolen = new Ring();
        Taker thief = Taker.start(() -> {
            ring.stealInto(stolen);
            int taken = 0;
            while (stolen.poll() != null) {
                taken++;
            }
            return taken;
        });
        int taken = 0;
        for (int i = 0; i < times; i += BURST) {
            taken += throughRing(ring);
        }
        return checked(taken + thief.end());
    }

    @Benchmark
    public int dequeWithThief() throws InterruptedException {
        BranchDeque deque = new BranchDeque();
        Taker thief = Taker.start(() -> deque.steal() == null ? 0 : 1);
        int taken = 0;
        for (int i = 0; i < times; i += BURST) {
            taken += throughDeque(deque);
        }
        return checked(taken + thief.end());
    }

    @Benchmark
    public int externalHandedOver() throws InterruptedException {
        ExternalQueue queue = ExternalQueue.forWorkers(Processors.count(), Processors.count());
        Taker worker = Taker.start(() -> queue.poll(0) == null ? 0 : 1);
        for (int i = 0; i < times; i++) {
            queue.offer(JOB);
        }
        return checked(worker.endAt(times));
    }

    @Benchmark
    public int linkedQueueHandedOver() throws InterruptedException {
        ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
        Taker worker = Taker.start(() -> queue.poll() == null ? 0 : 1);
        for (int i = 0; i < times; i++) {
            queue.offer(JOB);
        }
        return checked(worker.endAt(times));
    }

    private int checked(int taken) {
        return Check.number("jobs", times, taken);
    }
}
