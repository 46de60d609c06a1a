package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.channel.Alt;
import dev.clew.channel.Channel;
import dev.clew.sync.CountDownLatch;
import dev.clew.sync.CyclicBarrier;
import dev.clew.sync.Deferred;
import dev.clew.sync.MVar;
import dev.clew.sync.Mutex;
import dev.clew.sync.PriorityQueue;
import dev.clew.sync.Queue;
import dev.clew.sync.ReadWriteLock;
import dev.clew.sync.Semaphore;
import dev.clew.sync.Topic;
import dev.clew.testkit.Explore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A fiber that waits, and whose executor refuses it as it is served: it fails, and what it was given is not lost. */
class RefusedWaiterTest {
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration LATER = Duration.ofMillis(5);

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    /**
     * Something to wait for.
     *
     * @param before makes it something that must be waited for
     * @param waits the wait of which the fiber is refused
     * @param serve ends that wait
     * @param after what must give {@code expected} then, be it begun before or after the refusal
     */
    private record Thing(Task<?> before, Task<?> waits, Task<?> serve, Task<?> after, Object expected) {
        static Thing of(Task<?> waits, Task<?> serve, Task<?> after, Object expected) {
            return new Thing(Task.unit(), waits, serve, after, expected);
        }

        Thing after(Task<?> task) {
            return new Thing(task, waits, serve, after, expected);
        }

        /** The same wait as an alternative. */
        Thing asAlternative() {
            return new Thing(
                    before, Alt.choose(Alt.never(), Alt.of(waits)).map(x -> x).sync(), serve, after, expected);
        }
    }

    private static Thing taken(Queue<Integer> queue) {
        return Thing.of(queue.take(), queue.offer(7), queue.take(), 7);
    }

    private static Thing received(Channel<Integer> channel) {
        return Thing.of(
                channel.receive().sync(),
                channel.send(7).sync(),
                channel.receive().sync(),
                7);
    }

    private static Task<List<Integer>> three(Task<Integer> take) {
        return Task.sequence(List.of(take, take, take));
    }

    /** Single waits, which may be alternatives. */
    private static Map<String, Supplier<Thing>> waits() {
        Map<String, Supplier<Thing>> things = new LinkedHashMap<>();
        things.put("MVar.take", () -> {
            MVar<Integer> mvar = MVar.create();
            return Thing.of(mvar.take(), mvar.put(7), mvar.take(), 7);
        });
        things.put("MVar.take, and others put", () -> {
            MVar<Integer> mvar = MVar.create();
            Task<?> puts = mvar.put(7).then(mvar.put(8)).then(mvar.put(9));
            return Thing.of(mvar.take(), puts, three(mvar.take()), List.of(7, 8, 9));
        });
        things.put("MVar.read", () -> {
            MVar<Integer> mvar = MVar.create();
            return Thing.of(mvar.read(), mvar.put(7), mvar.take(), 7);
        });
        things.put("MVar.put", () -> {
            MVar<Integer> mvar = MVar.create(1);
            return Thing.of(mvar.put(7), mvar.take(), Task.sleep(LATER).then(mvar.take()), 7);
        });
        things.put("Queue.bounded", () -> taken(Queue.bounded(1)));
        things.put("Queue.unbounded", () -> taken(Queue.unbounded()));
        things.put("Queue.synchronous", () -> taken(Queue.synchronous()));
        things.put("Queue.dropping", () -> taken(Queue.dropping(1)));
        things.put("Queue.sliding", () -> taken(Queue.sliding(1)));
        things.put("PriorityQueue", () -> taken(PriorityQueue.<Integer>bounded(1)));
        things.put("Queue.take, and others offer", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            return Thing.of(queue.take(), queue.offerAll(List.of(7, 8, 9)), three(queue.take()), List.of(7, 8, 9));
        });
        things.put("Queue.takeBetween", () -> {
            Queue<Integer> queue = Queue.bounded(4);
            return Thing.of(
                    queue.takeBetween(3, 3), queue.offerAll(List.of(7, 8, 9)), three(queue.take()), List.of(7, 8, 9));
        });
        things.put("Queue.offer", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            return Thing.of(queue.offer(7), queue.take(), Task.sleep(LATER).then(queue.take()), 7)
                    .after(queue.offer(1));
        });
        things.put("Topic", () -> {
            Queue<Integer> queue = Queue.bounded(1);
            Topic<Integer> topic = Topic.create();
            return Thing.of(queue.take(), topic.publish(7), queue.take(), 7)
                    .after(topic.subscribe(() -> queue).allocated());
        });
        things.put("Channel of 0", () -> received(Channel.create()));
        things.put("Channel of 1", () -> received(Channel.create(1)));
        things.put("Channel of 1, and others send", () -> {
            Channel<Integer> channel = Channel.create(1);
            Task<?> sends = Task.traverse(List.of(7, 8, 9), n -> channel.send(n).sync());
            return Thing.of(
                    channel.receive().sync(), sends, three(channel.receive().sync()), List.of(7, 8, 9));
        });
        things.put("Channel of 0, and others send", () -> {
            Channel<Integer> channel = Channel.create();
            Task<?> sends = Task.traverse(List.of(7, 8, 9), n -> channel.send(n).sync());
            return Thing.of(
                    channel.receive().sync(), sends, three(channel.receive().sync()), List.of(7, 8, 9));
        });
        things.put("Deferred", () -> {
            Deferred<Integer> deferred = Deferred.create();
            return Thing.of(deferred.get(), deferred.complete(7), deferred.get(), 7);
        });
        things.put("Semaphore", () -> {
            Semaphore semaphore = Semaphore.create(2, 0);
            return Thing.of(
                    semaphore.acquireN(2),
                    semaphore.releaseN(2),
                    semaphore.acquireN(2).thenReturn("permits"),
                    "permits");
        });
        things.put("Mutex", () -> {
            Mutex mutex = Mutex.create();
            return Thing.of(mutex.lock(), mutex.unlock(), mutex.lock().thenReturn("lock"), "lock")
                    .after(mutex.lock());
        });
        things.put("ReadWriteLock, to read", () -> {
            ReadWriteLock lock = ReadWriteLock.create();
            return Thing.of(
                            lock.lockRead(),
                            lock.unlockWrite(),
                            lock.lockWrite().thenReturn("lock"),
                            "lock")
                    .after(lock.lockWrite());
        });
        things.put("ReadWriteLock, to write", () -> {
            ReadWriteLock lock = ReadWriteLock.create();
            return Thing.of(
                            lock.lockWrite(),
                            lock.unlockRead(),
                            lock.lockWrite().thenReturn("lock"),
                            "lock")
                    .after(lock.lockRead());
        });
        things.put("CountDownLatch", () -> {
            CountDownLatch latch = CountDownLatch.create(1);
            return Thing.of(latch.await(), latch.countDown(), latch.await().thenReturn("open"), "open");
        });
        things.put("CyclicBarrier", () -> {
            CyclicBarrier barrier = CyclicBarrier.create(2);
            return Thing.of(barrier.await(), barrier.await(), Task.now("next round"), "next round");
        });
        return things;
    }

    /** What waits by more than one step. */
    private static Map<String, Supplier<Thing>> holds() {
        Map<String, Supplier<Thing>> things = new LinkedHashMap<>();
        things.put("Semaphore.withPermit", () -> {
            Semaphore semaphore = Semaphore.create(1, 0);
            return Thing.of(
                    semaphore.withPermit(Task.unit()),
                    semaphore.release(),
                    semaphore.withPermit(Task.now("permit")),
                    "permit");
        });
        things.put("Mutex.withLock", () -> {
            Mutex mutex = Mutex.create();
            return Thing.of(mutex.withLock(Task.unit()), mutex.unlock(), mutex.withLock(Task.now("lock")), "lock")
                    .after(mutex.lock());
        });
        things.put("ReadWriteLock.withWrite", () -> {
            ReadWriteLock lock = ReadWriteLock.create();
            return Thing.of(lock.withWrite(Task.unit()), lock.unlockRead(), lock.withWrite(Task.now("lock")), "lock")
                    .after(lock.lockRead());
        });
        return things;
    }

    /** Hands on what it is given, or refuses it. */
    private static final class Gate implements Executor {
        private final Executor behind;
        private volatile boolean shut;

        Gate(Executor behind) {
            this.behind = behind;
        }

        @Override
        public void execute(Runnable job) {
            if (shut) {
                throw new RejectedExecutionException("the gate is shut");
            }
            behind.execute(job);
        }
    }

    private static Task<Object> refused(Thing thing, boolean anotherWaits) {
        return Task.executor().flatMap(workers -> refused(thing, anotherWaits, new Gate(workers)));
    }

    private static Task<Object> refused(Thing thing, boolean anotherWaits, Gate gate) {
        Task<Fiber<Object>> first = erased(thing.waits).on(gate).start();
        Task<Fiber<Object>> another = erased(thing.after).start();
        return thing.before
                .then(first)
                .flatMap(fiber -> Task.sleep(MOMENT)
                        .then(Task.delay(() -> gate.shut = true))
                        .then(anotherWaits ? another : Task.now((Fiber<Object>) null))
                        .flatMap(other -> Task.sleep(MOMENT)
                                .then(thing.serve.start())
                                .then(Task.sleep(MOMENT))
                                .then(fiber.join())
                                .map(RefusedWaiterTest::checked)
                                .then(other == null ? erased(thing.after) : other.joinOrFail())))
                .timeout(Duration.ofSeconds(10));
    }

    private static Task<Object> erased(Task<?> task) {
        return task.map(x -> (Object) x);
    }

    private static Outcome<?> checked(Outcome<?> outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).isInstanceOf(RejectedExecutionException.class));
        return outcome;
    }

    /** Who waits already may get what comes after before what comes back. */
    private static Object inOrder(Object value, boolean sorted) {
        return sorted && value instanceof List<?> values
                ? values.stream().sorted().toList()
                : value;
    }

    private static void check(String name, Supplier<Thing> thing, boolean anotherWaits) {
        Callable<Task<Object>> program = () -> refused(thing.get(), anotherWaits);
        Explore.program(program)
                .expect(
                        name + " loses nothing",
                        end -> end instanceof Outcome.Succeeded<Object> got
                                && inOrder(got.value(), anotherWaits).equals(thing.get().expected))
                .allowReports()
                .allowLeaks()
                .runs(60)
                .check();
    }

    @Test
    void whoComesLaterGetsIt() {
        waits().forEach((name, thing) -> check(name, thing, false));
        holds().forEach((name, thing) -> check(name, thing, false));
    }

    @Test
    void whoWaitsBehindGetsIt() {
        waits().forEach((name, thing) -> check(name, thing, true));
        holds().forEach((name, thing) -> check(name, thing, true));
    }

    @Test
    void soItIsWithAnAlternative() {
        waits().forEach((name, thing) -> {
            check("an alternative " + name, () -> thing.get().asAlternative(), false);
            check("an alternative " + name, () -> thing.get().asAlternative(), true);
        });
    }

    /** There a fiber that waits is known by the dump, and another may come before it is refused or after. */
    @Test
    void soItIsOnTheRealRuntime() throws Exception {
        for (Map.Entry<String, Supplier<Thing>> entry : waits().entrySet()) {
            Thing thing = entry.getValue().get();
            Gate gate = new Gate(own.run(Task.executor()));
            own.run(thing.before);
            Fiber<Object> first = own.runtime().runAsync(erased(thing.waits).on(gate), end -> {});
            OwnRuntime.await(
                    "a fiber waits for " + entry.getKey(),
                    () -> own.runtime().dump().toText().contains("waits for"));
            gate.shut = true;
            Fiber<?> serves = own.runtime().runAsync(thing.serve, end -> {});
            checked(own.run(first.join()));
            assertThat(own.run(thing.after)).as(entry.getKey()).isEqualTo(thing.expected);
            own.run(serves.join());
        }
    }
}
