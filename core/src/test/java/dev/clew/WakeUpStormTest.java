package dev.clew;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Work that comes from outside just as the workers fall asleep is never left lying. */
class WakeUpStormTest {
    private static void storm(int workers, int submitters, Task<?> task) throws Exception {
        try (TaskRuntime runtime =
                TaskRuntime.builder().name("clew-storm").workers(workers).build()) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            List<Thread> threads = new ArrayList<>();
            long end = System.nanoTime() + Duration.ofMillis(1_200).toNanos();
            for (int i = 0; i < submitters; i++) {
                Thread thread = new Thread(() -> {
                    try {
                        while (System.nanoTime() - end < 0) {
                            OwnRuntime.get(runtime.toCompletableFuture(task), "a short task");
                            for (int k = ThreadLocalRandom.current().nextInt(3_000); k > 0; k--) {
                                Thread.onSpinWait();
                            }
                        }
                    } catch (Throwable t) {
                        failure.compareAndSet(null, t);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join(2 * OwnRuntime.DEADLINE.toMillis());
            }
            if (failure.get() != null) {
                throw new AssertionError("with " + workers + " workers: " + runtime.metrics(), failure.get());
            }
        }
    }

    @Test
    void shortTasksFromManyThreadsAllEnd() throws Exception {
        storm(2, 1, Task.now(1));
        storm(2, 3, Task.now(1));
        storm(1, 3, Task.yieldNow());
        storm(4, 4, Task.now(1));
    }

    @Test
    void tasksThatForkAndWaitAllEnd() throws Exception {
        storm(2, 2, Task.yieldNow().both(Task.yieldNow()));
        storm(3, 2, Task.sleep(Duration.ofNanos(50_000)).both(Task.now(1)));
        storm(4, 3, Task.gather(List.of(Task.yieldNow(), Task.unit(), Task.yieldNow())));
        storm(2, 2, Task.async(callback -> new Thread(() -> callback.success(1)).start()));
    }

    @Test
    void theChildOfALongStepIsTakenOverByAnIdleWorker() throws Exception {
        try (TaskRuntime runtime =
                TaskRuntime.builder().name("clew-next").workers(2).build()) {
            for (int i = 0; i < 200; i++) {
                CountDownLatch childRan = new CountDownLatch(1);
                dev.clew.sync.Deferred<Integer> ready = dev.clew.sync.Deferred.create();
                CompletableFuture<Void> child =
                        runtime.toCompletableFuture(ready.get().then(Steps.release(childRan)));
                OwnRuntime.await("the child waits", () -> runtime.metrics().fibersSuspendedNow() == 1);
                // wakes the child into its own worker's next slot, then blocks that worker until the child has run
                OwnRuntime.get(
                        runtime.toCompletableFuture(ready.complete(1).then(Steps.block(childRan))), "the parent");
                OwnRuntime.get(child, "the child");
            }
        }
    }

    @Test
    void aStartedFiberAndABranchBehindALongStepAreTakenOver() throws Exception {
        try (TaskRuntime runtime =
                TaskRuntime.builder().name("clew-behind").workers(2).build()) {
            for (int i = 0; i < 100; i++) {
                CountDownLatch started = new CountDownLatch(1);
                OwnRuntime.get(
                        runtime.toCompletableFuture(
                                Steps.release(started).start().then(Steps.block(started))),
                        "start");
                CountDownLatch branch = new CountDownLatch(1);
                OwnRuntime.get(runtime.toCompletableFuture(Steps.block(branch).both(Steps.release(branch))), "both");
                CountDownLatch element = new CountDownLatch(1);
                OwnRuntime.get(
                        runtime.toCompletableFuture(Task.gather(List.of(Steps.block(element), Steps.release(element)))),
                        "gather");
            }
            // Where the other worker was kept from its processor for long, one was added for a while.
            OwnRuntime.await(
                    "the workers are those there were", () -> runtime.metrics().workers() == 2);
        }
    }
}
