package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test a runtime of its own, and after it asserts that nothing is left: no fiber, no timer, no thread, and no
 * reported error that the test did not take.
 *
 * <p>Every wait has {@link #DEADLINE}.
 */
public final class OwnRuntime implements BeforeEachCallback, AfterEachCallback {
    /** Long enough for a busy machine; only a test that hangs ever waits for it. */
    public static final Duration DEADLINE = Duration.ofSeconds(45);

    private static final AtomicLong NUMBER = new AtomicLong();

    /** What the runtime's error reporter was told. */
    public record Report(String what, Throwable error) {}

    private final int workers;
    private final ConcurrentLinkedQueue<Report> reports = new ConcurrentLinkedQueue<>();
    private Duration closeTimeout = Duration.ofSeconds(20);
    private boolean mayLeaveFibers;
    private @Nullable TaskRuntime runtime;
    private String name = "";

    private OwnRuntime(int workers) {
        this.workers = workers;
    }

    public static OwnRuntime ofWorkers(int workers) {
        return new OwnRuntime(workers);
    }

    /** For tests of closing: the fibers and timers that are there when the test ends are ended by the close. */
    public OwnRuntime thatCloses(Duration timeout) {
        closeTimeout = timeout;
        mayLeaveFibers = true;
        return this;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        name = "clew-test-" + NUMBER.incrementAndGet();
        runtime = TaskRuntime.builder()
                .name(name)
                .workers(workers)
                .closeTimeout(closeTimeout)
                .errorReporter((what, error) -> reports.add(new Report(what, error)))
                .build();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        TaskRuntime r = runtime();
        boolean failedAlready = context.getExecutionException().isPresent();
        if (!mayLeaveFibers && !failedAlready) {
            await("no fiber is left", () -> r.metrics().fibersSuspendedNow() == 0);
            await("no timer is left", () -> liveTimers(r.metrics()) == 0);
        }
        r.close();
        if (!failedAlready) {
            assertThat(r.metrics().fibersSuspendedNow()).as("fibers left").isZero();
            await(
                    "no thread is left, but there are " + threads(),
                    () -> threads().isEmpty());
            assertThat(reports)
                    .as("reported errors that the test did not expect")
                    .isEmpty();
        }
    }

    private static long liveTimers(RuntimeMetrics m) {
        return m.timersSet() - m.timersCancelled() - m.timersFired();
    }

    /** The threads of this test's runtime. */
    public List<String> threads() {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.isAlive() && thread.getName().startsWith(name + "-")) {
                names.add(thread.getName());
            }
        }
        return names;
    }

    public TaskRuntime runtime() {
        TaskRuntime r = runtime;
        if (r == null) {
            throw new IllegalStateException("there is a runtime only while a test runs");
        }
        return r;
    }

    /** What the threads of the workers are called. */
    public String workerPrefix() {
        return name + "-worker-";
    }

    /** Runs {@code task} on the workers and waits for its value; its own error is thrown. */
    public <A extends @Nullable Object> A run(Task<A> task) throws Exception {
        return outcome(task).get();
    }

    /** Runs {@code task} on the workers and waits for its end. */
    public <A extends @Nullable Object> Outcome<A> outcome(Task<A> task) {
        CompletableFuture<Outcome<A>> end = new CompletableFuture<>();
        runtime().runAsync(task, end::complete);
        return get(end, "the end of a task");
    }

    /** The reports so far, which the test then answers for. */
    public List<Report> takeReports() {
        List<Report> taken = new ArrayList<>();
        for (Report report = reports.poll(); report != null; report = reports.poll()) {
            taken.add(report);
        }
        return taken;
    }

    /** Waits until {@code condition} holds. */
    public static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + DEADLINE + ": " + what + dump());
            }
            LockSupport.parkNanos(200_000);
        }
    }

    /** Waits for {@code latch}; in a task it blocks the worker, which is then meant. */
    public static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(DEADLINE.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new AssertionError("a latch was not released within " + DEADLINE + dump());
        }
    }

    /** Holds a worker by computing: another would be added in the place of one that blocks, and take what it keeps. */
    public static void spinUntil(CountDownLatch latch) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (latch.getCount() > 0) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("a latch was not released within " + DEADLINE + dump());
            }
            Thread.onSpinWait();
        }
    }

    /** Waits for {@code future}. */
    public static <A extends @Nullable Object> A get(CompletableFuture<A> future, String what) {
        try {
            return future.get(DEADLINE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("not within " + DEADLINE + ": " + what + dump(), late);
        } catch (Exception other) {
            throw new AssertionError("while waiting for " + what, other);
        }
    }

    private static String dump() {
        StringBuilder text = new StringBuilder("; the threads:\n");
        Thread.getAllStackTraces().forEach((thread, trace) -> {
            if (thread.getName().startsWith("clew-")) {
                text.append(thread.getName())
                        .append(' ')
                        .append(thread.getState())
                        .append('\n');
                for (StackTraceElement line : trace) {
                    text.append("    ").append(line).append('\n');
                }
            }
        });
        return text.toString();
    }
}
