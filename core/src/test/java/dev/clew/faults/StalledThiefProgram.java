package dev.clew.faults;

import dev.clew.Fiber;
import dev.clew.Task;
import dev.clew.TaskRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;

/** Jobs and branches on three workers, one of which stalls; gives what went wrong. */
public final class StalledThiefProgram implements BiFunction<CountDownLatch, CountDownLatch, List<String>> {
    private static final int JOBS = 500;
    private static final int DEPTH = 12;
    private static final int LEAVES = 1 << DEPTH;
    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Made by the loader of a mutant. */
    public StalledThiefProgram() {}

    @Override
    public List<String> apply(CountDownLatch stalled, CountDownLatch release) {
        List<String> wrong = new ArrayList<>();
        try (TaskRuntime runtime = TaskRuntime.builder().workers(3).build()) {
            List<Round> before = new ArrayList<>();
            long end = System.nanoTime() + DEADLINE_NANOS;
            while (stalled.getCount() > 0 && System.nanoTime() < end) {
                Round round = new Round(runtime);
                before.add(round);
                // The thief may stall with a part of any round, which then ends only once it goes on.
                while (!round.isOver() && stalled.getCount() > 0 && System.nanoTime() < end) {
                    LockSupport.parkNanos(100_000);
                }
            }
            if (stalled.getCount() > 0) {
                return List.of("no thief came to the place to stall at");
            }
            for (int i = 0; i < 20; i++) {
                new Round(runtime).check(wrong, "while a thief stalls");
            }
            cancelAndAwait(runtime, wrong);
            release.countDown();
            for (Round round : before) {
                round.check(wrong, "once the thief went on");
            }
            new Round(runtime).check(wrong, "afterwards");
        } catch (Exception failed) {
            wrong.add(failed.toString());
        }
        return wrong;
    }

    /** A cancel reaches both sides of a fiber that waits, and comes back. */
    private static void cancelAndAwait(TaskRuntime runtime, List<String> wrong) throws Exception {
        CountDownLatch waits = new CountDownLatch(2);
        CountDownLatch cancelled = new CountDownLatch(2);
        Task<?> side = Task.delay(() -> {
                    waits.countDown();
                    return null;
                })
                .then(Task.never())
                .onCancel(Task.delay(() -> {
                    cancelled.countDown();
                    return null;
                }));
        Fiber<?> fiber = runtime.runAsync(side.both(side), end -> {});
        if (!waits.await(DEADLINE_NANOS, TimeUnit.NANOSECONDS)) {
            wrong.add("a fiber did not come to wait while a thief stalls");
        }
        runtime.toCompletableFuture(fiber.cancel()).get(DEADLINE_NANOS, TimeUnit.NANOSECONDS);
        if (cancelled.getCount() > 0) {
            wrong.add("a cancel came back before " + cancelled.getCount() + " of two finalizers had run");
        }
    }

    private static Task<Integer> tree(int depth) {
        return depth == 0
                ? Task.now(1)
                : Task.defer(() -> tree(depth - 1)).zipPar(Task.defer(() -> tree(depth - 1)), Integer::sum);
    }

    /** Jobs that one worker submits to itself, and a tree of branches. */
    private static final class Round {
        private final AtomicIntegerArray runs = new AtomicIntegerArray(JOBS);
        private final CountDownLatch left = new CountDownLatch(JOBS);
        private final CompletableFuture<Integer> leaves;

        Round(TaskRuntime runtime) {
            runtime.executor().execute(() -> {
                for (int i = 0; i < JOBS; i++) {
                    int job = i;
                    runtime.executor().execute(() -> {
                        runs.incrementAndGet(job);
                        left.countDown();
                    });
                }
            });
            leaves = runtime.toCompletableFuture(Task.fork(tree(DEPTH)));
        }

        boolean isOver() {
            return left.getCount() == 0 && leaves.isDone();
        }

        void check(List<String> wrong, String when) throws Exception {
            if (!left.await(DEADLINE_NANOS, TimeUnit.NANOSECONDS)) {
                wrong.add(left.getCount() + " jobs did not run " + when);
            }
            for (int i = 0; i < JOBS; i++) {
                if (runs.get(i) > 1) {
                    wrong.add("job " + i + " ran " + runs.get(i) + " times " + when);
                }
            }
            int sum = leaves.get(DEADLINE_NANOS, TimeUnit.NANOSECONDS);
            if (sum != LEAVES) {
                wrong.add("a tree of " + LEAVES + " leaves has " + sum + " " + when);
            }
        }
    }
}
