package dev.clew.faults;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BiFunction;

/**
 * Runs a whole pool of three workers of which one is stopped in the middle of a steal: fibers, branches, cancellations and
 * closing go on without it, and when it wakes nothing is lost or run twice. Gives what went wrong.
 */
public final class StalledThief implements BiFunction<Integer, Integer, List<String>> {
    /** The system property, with a {@link Runnable}, that a thief of a mutant runs in the middle of a steal. */
    static final String HOOK = "dev.clew.faults.stall";

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int FIBERS = 2_000;
    private static final int DEPTH = 10;
    private static final int MOST_ROUNDS = 2_000;

    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch awake = new CountDownLatch(1);
    private final AtomicBoolean first = new AtomicBoolean(true);
    private final List<String> wrong = new ArrayList<>();

    /** Made by the loader of a mutant. */
    public StalledThief() {}

    /** {@code closing} 1: the pool closes while the thief is stopped; 0: after it has woken. */
    @Override
    public List<String> apply(Integer closing, Integer unused) {
        System.getProperties().put(HOOK, (Runnable) this::stall);
        ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
        TaskRuntime runtime = TaskRuntime.builder()
                .workers(3)
                .closeTimeout(closing == 1 ? Duration.ofMillis(300) : LIMIT)
                .errorReporter((what, error) -> reports.add(what))
                .build();
        try {
            goOn(runtime);
            if (closing == 1) {
                runtime.close();
                awake.countDown();
            } else {
                awake.countDown();
                everyFiberRunsOnce(runtime, "after the thief woke");
                if (!reports.isEmpty()) {
                    wrong.add("reported: " + reports);
                }
            }
        } catch (Exception failed) {
            wrong.add("failed: " + failed);
        } finally {
            awake.countDown();
            runtime.close();
            System.getProperties().remove(HOOK);
        }
        return wrong;
    }

    private void stall() {
        if (first.compareAndSet(true, false)) {
            stalled.countDown();
            boolean woken = false;
            while (!woken) {
                try {
                    woken = awake.await(LIMIT.toSeconds() * 2, TimeUnit.SECONDS);
                } catch (InterruptedException again) {
                    // Closing interrupts threads that do not end; a thief that is stopped by the system would not see
                    // it.
                }
            }
        }
    }

    private void goOn(TaskRuntime runtime) throws Exception {
        for (int i = 0; stalled.getCount() > 0 && i < MOST_ROUNDS; i++) {
            everyFiberRunsOnce(runtime, "before");
        }
        if (stalled.getCount() > 0) {
            wrong.add("no thief came by in " + MOST_ROUNDS + " rounds");
        }
        for (int i = 0; i < 5; i++) {
            everyFiberRunsOnce(runtime, "while a thief is stopped");
        }
        List<Fiber<Object>> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(runtime.runAsync(Task.never().guarantee(Task.yieldNow()), end -> {}));
        }
        for (Fiber<Object> fiber : waiting) {
            if (!(runtime.runSync(fiber.cancel().then(fiber.join()), LIMIT) instanceof Outcome.Canceled)) {
                wrong.add("a fiber did not end cancelled while a thief was stopped");
            }
        }
    }

    private void everyFiberRunsOnce(TaskRuntime runtime, String when) throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray(FIBERS);
        List<Task<Integer>> starts = new ArrayList<>();
        for (int i = 0; i < FIBERS; i++) {
            int number = i;
            starts.add(Task.yieldNow()
                    .then(Task.delay(() -> runs.incrementAndGet(number)))
                    .thenReturn(1));
        }
        Task<Integer> all = Task.traverse(starts, Task::start)
                .flatMap(fibers -> Task.traverse(fibers, Fiber::joinOrFail).map(List::size));
        int ends = runtime.runSync(all.zipPar(tree(DEPTH), Integer::sum), LIMIT);
        if (ends != FIBERS + (1 << DEPTH)) {
            wrong.add(when + " " + ends + " fibers and branches ended");
        }
        for (int i = 0; i < FIBERS; i++) {
            if (runs.get(i) != 1) {
                wrong.add(when + " fiber " + i + " ran " + runs.get(i) + " times");
            }
        }
    }

    private static Task<Integer> tree(int depth) {
        return depth == 0
                ? Task.delay(() -> {
                    long until = System.nanoTime() + 2_000;
                    while (System.nanoTime() < until) {
                        Thread.onSpinWait();
                    }
                    return 1;
                })
                : Task.defer(() -> tree(depth - 1)).zipPar(Task.defer(() -> tree(depth - 1)), Integer::sum);
    }
}
