package dev.clew;

import dev.clew.internal.kernel.Runs;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link TaskApp}.
 *
 * <p>Two threads meet here. The one that called {@code run} starts the task, waits for its outcome, reports it, closes the
 * runtime, and says {@code done}. The shutdown hook, begun by a signal or by {@code System.exit}, cancels the task and
 * waits for {@code done}, so that the JVM stays until then; it does nothing else. A run that ends by itself takes its hook
 * away as the last thing.
 *
 * <p>A fiber that calls {@code System.exit} holds its thread until the JVM ends, and {@code done} may never be said. Once
 * nothing else moves the hook waits no longer: what still waits then waits for that fiber.
 */
final class AppRun {
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** In so many looks in a row nothing must move, where a fiber stands in {@code exit}. */
    private static final int STILL_LOOKS = 10;

    private final TaskRuntime runtime;
    private final long limitNanos;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Outcome<Integer> outcome;

    /** Written before {@link #isShuttingDown} is read, as the hook does it the other way round: one of them cancels. */
    private volatile @Nullable Fiber<Integer> started;

    private volatile boolean isShuttingDown;

    AppRun(TaskRuntime.Builder settings, long limitNanos) {
        this.runtime = settings.build();
        this.limitNanos = limitNanos;
    }

    int run(Task<Integer> task) {
        int code = TaskApp.FAILED;
        @Nullable Thread hook = null;
        try {
            // Before the task begins: a signal must find the hook, as soon as there is anything to finalize.
            hook = addHook();
            Fiber<Integer> fiber = runtime.runAsync(task, end -> {
                outcome = end;
                ended.countDown();
            });
            started = fiber;
            if (hook == null || isShuttingDown) {
                Runs.requestCancel(fiber);
            }
            code = codeOf(awaitOutcome(fiber));
        } catch (Throwable thrown) {
            report(thrown);
        } finally {
            finish(hook);
        }
        return code;
    }

    private Outcome<Integer> awaitOutcome(Fiber<Integer> fiber) {
        boolean interrupted = false;
        for (; ; ) {
            try {
                ended.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                Runs.requestCancel(fiber);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return Objects.requireNonNull(outcome, "the outcome is written before the end is told");
    }

    private static int codeOf(Outcome<Integer> end) {
        if (end instanceof Outcome.Succeeded<Integer> s) {
            return Objects.requireNonNull(
                    s.value(), "the task of a TaskApp gave null where an exit code was wanted; give 0 for success");
        }
        if (end instanceof Outcome.Failed<Integer> f) {
            report(f.error());
            return TaskApp.FAILED;
        }
        return TaskApp.CANCELLED;
    }

    private static void report(Throwable error) {
        try {
            System.err.print("The program failed: ");
            error.printStackTrace();
        } catch (Throwable broken) {
            // Memory may be short. The exit code says the rest.
            System.err.println("its error could not be printed");
        }
    }

    private void finish(@Nullable Thread hook) {
        try {
            runtime.close();
        } finally {
            System.out.flush();
            System.err.flush();
            done.countDown();
            removeHook(hook);
        }
    }

    // ---- the hook -----------------------------------------------------------------------------------

    /** Null where the JVM is shutting down already. */
    private @Nullable Thread addHook() {
        Thread hook = new Thread(null, this::shutDown, "clew-shutdown", 0, false);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return hook;
        } catch (IllegalStateException shuttingDown) {
            return null;
        }
    }

    private static void removeHook(@Nullable Thread hook) {
        if (hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException shuttingDown) {
                // It runs, sees that all is done, and ends.
                return;
            }
        }
    }

    private void shutDown() {
        isShuttingDown = true;
        Fiber<Integer> fiber = started;
        if (fiber != null) {
            Runs.requestCancel(fiber);
        }
        long begun = System.nanoTime();
        int still = 0;
        try {
            while (!done.await(LOOK_AGAIN_NANOS, TimeUnit.NANOSECONDS)) {
                if (System.nanoTime() - begun >= limitNanos) {
                    System.err.println("The program did not end within " + Duration.ofNanos(limitNanos)
                            + " of being told to; the JVM ends without waiting for more finalizers."
                            + " Make them end sooner, or give shutdownTimeout more time.");
                    break;
                }
                still = runtime.standsInExit() ? still + 1 : 0;
                if (still >= STILL_LOOKS) {
                    break;
                }
            }
        } catch (InterruptedException told) {
            System.err.println("The shutdown of the program was interrupted; the JVM ends without waiting for more.");
        }
        System.out.flush();
        System.err.flush();
    }
}
