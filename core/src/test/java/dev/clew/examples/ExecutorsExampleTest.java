package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Outcome;
import dev.clew.RuntimeClock;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import dev.clew.interop.TaskExecutors;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The programs of {@code docs/guide/executors.md}, and of the documentation of the runtime's builder. */
class ExecutorsExampleTest {
    private static final Duration LIMIT = Duration.ofSeconds(45);

    private static final Task<String> where =
            Task.delay(() -> Thread.currentThread().getName());

    @Test
    void onAndFork() throws Exception {
        ExecutorService files = TaskExecutors.single("files");
        Task<List<String>> names =
                Task.sequence(List.of(where.on(files), where, Task.fork(where, files), Task.fork(where)));
        List<String> seen = names.runSync(LIMIT); // files, a worker, files, a worker
        assertThat(seen.get(0)).startsWith("files");
        assertThat(seen.get(2)).startsWith("files");
        assertThat(seen.get(1)).doesNotStartWith("files");
        assertThat(seen.get(3)).doesNotStartWith("files");
        Task<Executor> current = Task.executor().on(files); // gives files itself
        assertThat(current.runSync(LIMIT)).isSameAs(files);
        files.shutdown();
    }

    /** A scheduler of one's own: two threads, and a list of what waits. */
    static final class TwoThreads implements Executor, AutoCloseable {
        private final LinkedBlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>();
        private final List<Thread> threads = new ArrayList<>();

        TwoThreads(String name) {
            for (int i = 0; i < 2; i++) {
                Thread thread = new Thread(this::work, name + "-" + i);
                thread.setDaemon(true);
                threads.add(thread);
                thread.start();
            }
        }

        @Override
        public void execute(Runnable turn) {
            waiting.add(turn);
        }

        List<Runnable> waiting() {
            return List.copyOf(waiting);
        }

        private void work() {
            try {
                while (true) {
                    waiting.take().run();
                }
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            threads.forEach(Thread::interrupt);
        }
    }

    private static int work(int n) {
        return n * n;
    }

    @Test
    void aSchedulerOfOnesOwn() throws Exception {
        try (TwoThreads two = new TwoThreads("mine")) {
            Task<List<Integer>> squares = Task.parTraverse(List.of(1, 2, 3, 4), n -> Task.delay(() -> work(n)));
            List<Integer> there = squares.on(two).runSync();

            try (TaskRuntime runtime = TaskRuntime.builder().compute(two).build()) {
                List<Integer> everywhere = runtime.runSync(squares);
                assertThat(everywhere).isEqualTo(there).containsExactly(1, 4, 9, 16);
                CountDownLatch meet = new CountDownLatch(2);
                Task<String> side = Task.delay(() -> {
                    meet.countDown();
                    assertThat(meet.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
                    return Thread.currentThread().getName();
                });
                Task.Pair<String, String> both = runtime.runSync(side.both(side));
                assertThat(List.of(both.first(), both.second())).containsExactlyInAnyOrder("mine-0", "mine-1");
            }
            assertThat(two.waiting()).isEmpty();
        }
    }

    /** An event loop, as a user interface has one: one thread, which also does other things. */
    static final class EventLoop implements Executor {
        private final LinkedBlockingQueue<Runnable> events = new LinkedBlockingQueue<>();

        @Override
        public void execute(Runnable event) {
            events.add(event);
        }

        void runUntil(CountDownLatch over) throws InterruptedException {
            while (over.getCount() > 0) {
                Runnable event = events.poll(10, TimeUnit.MILLISECONDS);
                if (event != null) {
                    event.run();
                }
            }
        }
    }

    @Test
    void resumingOnAnEventLoop() throws Exception {
        EventLoop loop = new EventLoop();
        List<String> screen = new ArrayList<>();
        CountDownLatch over = new CountDownLatch(1);
        Thread here = Thread.currentThread();
        List<Thread> drawn = new ArrayList<>();

        Task<String> load = Task.blocking(() -> "the text"); // off the loop, wherever it is called from
        Task<Void> show = Task.delay(() -> screen.add("loading"))
                .then(load)
                .flatMap(text -> Task.delay(() -> screen.add(text))) // on the loop again
                .then(Task.delay(() -> {
                    drawn.add(Thread.currentThread());
                    return null;
                }));
        loop.execute(() -> show.on(loop).runAsync(outcome -> over.countDown()));
        loop.runUntil(over);

        assertThat(screen).containsExactly("loading", "the text");
        assertThat(drawn).containsExactly(here);
    }

    @Test
    void stepping() {
        List<Outcome<Integer>> outcomes = new ArrayList<>();
        Task<Integer> task = Task.now(1).both(Task.yieldNow().thenReturn(2)).map(Task.Pair::second);
        ArrayDeque<Runnable> steps = new ArrayDeque<>();
        TaskRuntime runtime = TaskRuntime.builder().compute(steps::add).build();
        runtime.runAsync(task, outcomes::add); // returns at once; nothing has run
        while (!steps.isEmpty()) {
            steps.remove().run();
        }
        assertThat(outcomes).containsExactly(new Outcome.Succeeded<>(2));
        runtime.close();
    }

    /** A scheduler in virtual time: by time, and among equals by a tie that a seed decides. One thread uses it. */
    static final class Simulation implements Executor, RuntimeClock {
        private record Event(long time, int tie, Runnable action) {}

        private final PriorityQueue<Event> events =
                new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingInt(Event::tie));
        private final Random random;
        private long now;

        Simulation(long seed) {
            random = new Random(seed);
        }

        @Override
        public void execute(Runnable turn) {
            events.add(new Event(now, random.nextInt(), turn));
        }

        @Override
        public Timer schedule(long nanos, Runnable action) {
            Event event = new Event(now + nanos, random.nextInt(), action);
            events.add(event);
            return () -> events.remove(event);
        }

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public long currentTimeMillis() {
            return now / 1_000_000;
        }

        void run() {
            for (Event next = events.poll(); next != null; next = events.poll()) {
                now = next.time;
                next.action.run();
            }
        }
    }

    @Test
    void simulating() {
        Simulation simulation = new Simulation(42);
        TaskRuntime runtime = TaskRuntime.builder()
                .compute(simulation)
                .blocking(simulation)
                .clock(simulation)
                .build();
        Task<String> patient = Task.sleep(Duration.ofDays(1)).thenReturn("a day");
        List<Outcome<String>> ends = new ArrayList<>();
        runtime.runAsync(patient, ends::add);
        runtime.runAsync(patient.timeout(Duration.ofHours(1)), ends::add);
        runtime.runAsync(Task.<String>never(), ends::add); // never called
        simulation.run();

        assertThat(ends).hasSize(2);
        assertThat(ends.get(0))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.error()).isInstanceOf(TimeoutException.class));
        assertThat(ends.get(1)).isEqualTo(new Outcome.Succeeded<>("a day"));
        runtime.close();
        simulation.run();
        assertThat(ends).hasSize(3);
    }

    @Test
    void refusing() throws Exception {
        ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
        ExecutorService closed = TaskExecutors.single("closed");
        closed.shutdown();
        Task<String> answered = where.on(closed)
                .guarantee(Task.delay(() -> log.add("finalizer")))
                .recover(error -> "refused");
        assertThat(answered.runSync(LIMIT)).isEqualTo("refused");
        assertThat(log).containsExactly("finalizer");
    }
}
