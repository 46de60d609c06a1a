package dev.clew.bench.micro;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.bench.state.AfterOtherPrograms;
import dev.clew.bench.state.Check;
import dev.clew.bench.state.ClewPool;
import dev.clew.sync.PriorityQueue;
import dev.clew.sync.Queue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Queues, {@code elements} that are offered and taken in each operation. <em>Alone</em> is one fiber that offers and takes in
 * turn. <em>Ping-pong</em> is two fibers and two queues of one element. The others are four fibers that offer and four that
 * take. Beside them virtual threads at the JDK's blocking queues.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class Queues extends AfterOtherPrograms {
    private static final int SIDES = 4;
    private static final int CAPACITY = 64;

    @Param("100000")
    public int elements;

    @Benchmark
    public int alone(ClewPool pool) throws Exception {
        Queue<Integer> queue = Queue.bounded(CAPACITY);
        return checked(pool.run(Task.fork(alone(queue, elements, 0))));
    }

    private static Task<Integer> alone(Queue<Integer> queue, int left, int taken) {
        return left == 0
                ? Task.now(taken)
                : queue.offer(left).flatMap(in -> queue.take().flatMap(x -> alone(queue, left - 1, taken + 1)));
    }

    @Benchmark
    public int pingPong(ClewPool pool) throws Exception {
        Queue<Integer> there = Queue.bounded(1);
        Queue<Integer> back = Queue.bounded(1);
        return checked(pool.run(Task.fork(echo(there, back, elements)
                .start()
                .flatMap(fiber -> call(there, back, elements, 0)
                        .flatMap(n -> fiber.joinOrFail().thenReturn(n))))));
    }

    private static Task<Integer> call(Queue<Integer> there, Queue<Integer> back, int left, int answers) {
        return left == 0
                ? Task.now(answers)
                : there.offer(left).flatMap(in -> back.take().flatMap(x -> call(there, back, left - 1, answers + 1)));
    }

    private static Task<Integer> echo(Queue<Integer> there, Queue<Integer> back, int left) {
        return left == 0
                ? Task.now(0)
                : there.take().flatMap(x -> back.offer(x).flatMap(in -> echo(there, back, left - 1)));
    }

    @Benchmark
    public int bounded(ClewPool pool) throws Exception {
        return exchanged(pool, Queue.bounded(CAPACITY));
    }

    @Benchmark
    public int unbounded(ClewPool pool) throws Exception {
        return exchanged(pool, Queue.unbounded());
    }

    @Benchmark
    public int synchronous(ClewPool pool) throws Exception {
        return exchanged(pool, Queue.synchronous());
    }

    @Benchmark
    public int priority(ClewPool pool) throws Exception {
        return exchanged(pool, PriorityQueue.bounded(CAPACITY));
    }

    private int exchanged(ClewPool pool, Queue<Integer> queue) throws Exception {
        int each = elements / SIDES;
        List<Task<Fiber<Integer>>> starts = new ArrayList<>();
        for (int side = 0; side < SIDES; side++) {
            starts.add(offering(queue, each).start());
            starts.add(taking(queue, each, 0).start());
        }
        return checked(pool.run(Task.fork(Task.traverse(starts, start -> start)
                .flatMap(fibers -> Task.traverse(fibers, Fiber::joinOrFail))
                .map(taken -> taken.stream().mapToInt(n -> n).sum()))));
    }

    private static Task<Integer> offering(Queue<Integer> queue, int left) {
        return left == 0 ? Task.now(0) : queue.offer(left).flatMap(in -> offering(queue, left - 1));
    }

    private static Task<Integer> taking(Queue<Integer> queue, int left, int taken) {
        return left == 0 ? Task.now(taken) : queue.take().flatMap(x -> taking(queue, left - 1, taken + 1));
    }

    @Benchmark
    public int arrayBlockingQueue() throws Exception {
        return exchanged(new ArrayBlockingQueue<>(CAPACITY));
    }

    @Benchmark
    public int linkedBlockingQueue() throws Exception {
        return exchanged(new LinkedBlockingQueue<>());
    }

    private int exchanged(BlockingQueue<Integer> queue) throws Exception {
        int each = elements / SIDES;
        AtomicInteger taken = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int side = 0; side < SIDES; side++) {
            threads.add(startVirtual(() -> {
                try {
                    for (int i = 0; i < each; i++) {
                        queue.put(i);
                    }
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }));
            threads.add(startVirtual(() -> {
                try {
                    for (int i = 0; i < each; i++) {
                        queue.take();
                    }
                    taken.addAndGet(each);
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return checked(taken.get());
    }

    /** By reflection, since these class files are for JDK 17 too. */
    private static Thread startVirtual(Runnable code) throws ReflectiveOperationException {
        return (Thread)
                Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, code);
    }

    /** One thread, so that there is no waiting in it. */
    @Benchmark
    public int arrayBlockingQueueAlone() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(CAPACITY);
        int taken = 0;
        for (int i = 0; i < elements; i++) {
            queue.put(i);
            taken += queue.take() == i ? 1 : 0;
        }
        return checked(taken);
    }

    private int checked(int taken) {
        return Check.number("elements", elements, taken);
    }
}
