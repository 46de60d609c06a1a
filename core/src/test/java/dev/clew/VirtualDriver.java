package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.Runner;
import dev.clew.testkit.script.ScriptCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A virtual scheduler as a stranger would write one, who knows of Clew an executor and a clock and nothing else: a queue
 * ordered by time and, among equals, by a seeded tie. One thread steps it, and whatever another thread does here is
 * noted.
 */
final class VirtualDriver implements Executor, RuntimeClock {
    private static final int MOST_STEPS = 2_000_000;

    private record Event(long time, int tie, int number, Runnable action) {}

    private final Thread thread = Thread.currentThread();
    private final Random ties;
    private final PriorityQueue<Event> queue = new PriorityQueue<>(
            Comparator.comparingLong(Event::time).thenComparingInt(Event::tie).thenComparingInt(Event::number));
    private final List<String> trace = new ArrayList<>();
    private final List<String> strangers = new ArrayList<>();
    private int number;
    private int blocked;
    private long now;

    VirtualDriver(long seed) {
        ties = new Random(seed);
    }

    // ---- what a runtime is given ------------------------------------------------------------------------

    @Override
    public void execute(Runnable action) {
        add(0, action);
    }

    /** The place of blocking code: the same queue, counted. */
    Executor blocking() {
        return action -> {
            blocked++;
            add(0, action);
        };
    }

    @Override
    public long nanoTime() {
        check("nanoTime");
        return now;
    }

    @Override
    public long currentTimeMillis() {
        check("currentTimeMillis");
        return TimeUnit.NANOSECONDS.toMillis(now);
    }

    @Override
    public Timer schedule(long nanos, Runnable action) {
        Event event = add(nanos, action);
        return () -> {
            check("cancel");
            queue.remove(event);
        };
    }

    private Event add(long nanos, Runnable action) {
        check("add");
        Event event = new Event(now + nanos, ties.nextInt(1000), number++, action);
        queue.add(event);
        return event;
    }

    private void check(String what) {
        if (Thread.currentThread() != thread) {
            synchronized (strangers) {
                strangers.add(what + " on " + Thread.currentThread().getName());
            }
        }
    }

    // ---- what the thread that drives does ---------------------------------------------------------------

    /** A runtime of which every part is this one. */
    TaskRuntime.Builder runtime(String name) {
        return TaskRuntime.builder()
                .name(name)
                .workers(3)
                .compute(this)
                .blocking(blocking())
                .clock(this);
    }

    /** Does what is next; false where nothing is. */
    boolean step() {
        Event next = queue.poll();
        if (next == null) {
            return false;
        }
        now = Math.max(now, next.time);
        trace.add(now + ":" + next.number);
        next.action.run();
        return true;
    }

    /** Steps until nothing is left. */
    VirtualDriver run() {
        for (int i = 0; step(); i++) {
            assertThat(i).as("steps").isLessThan(MOST_STEPS);
        }
        return this;
    }

    int waiting() {
        return queue.size();
    }

    int blocked() {
        return blocked;
    }

    long millis() {
        return TimeUnit.NANOSECONDS.toMillis(now);
    }

    List<String> trace() {
        return trace;
    }

    /** What other threads did here. */
    List<String> strangers() {
        synchronized (strangers) {
            return List.copyOf(strangers);
        }
    }

    /** The outcome of {@code task} on a runtime of its own. */
    static <A extends @Nullable Object> Outcome<A> outcome(Task<A> task, long seed) {
        VirtualDriver driver = new VirtualDriver(seed);
        List<Outcome<A>> ends = new ArrayList<>();
        driver.runtime("driven").build().runAsync(task, ends::add);
        driver.run();
        assertThat(ends).as("ends of a task, with seed " + seed).hasSize(1);
        return ends.get(0);
    }

    /** Runs one task on a runtime of its own, driven by this, and tells the time in it. */
    ScriptCheck.Clocked clocked(BiConsumer<String, Throwable> reporter) {
        return new ScriptCheck.Clocked() {
            @Override
            public Outcome<Integer> run(Task<Integer> task) {
                List<Outcome<Integer>> ends = new ArrayList<>();
                runtime("driven").errorReporter(reporter).build().runAsync(task, ends::add);
                VirtualDriver.this.run();
                assertThat(strangers()).as("what other threads did").isEmpty();
                assertThat(ends).as("ends of a task").hasSize(1);
                return ends.get(0);
            }

            @Override
            public long nanos() {
                return now;
            }
        };
    }

    /** A runner that drives each task by a virtual scheduler of its own, with its seed for the ties. */
    static Runner runner(BiConsumer<String, Throwable> reporter) {
        return (task, seed) -> {
            VirtualDriver driver = new VirtualDriver(seed);
            List<Runner.Ran> ends = new ArrayList<>();
            TaskRuntime runtime =
                    driver.runtime("driven").errorReporter(reporter).build();
            runtime.runAsync(task, end -> ends.add(new Runner.Ran(end, driver.millis())));
            driver.run();
            if (ends.size() != 1 || !driver.strangers().isEmpty()) {
                throw new AssertionError("a run ended " + ends + " and other threads did " + driver.strangers());
            }
            return ends.get(0);
        };
    }
}
