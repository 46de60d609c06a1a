package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Closing and fibers that were started: by finalizers, by masked regions, by one another, and behind a blocked worker. */
class CloseAndStartedFibersTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2).thatCloses(Duration.ofHours(1));

    private final List<String> log = Steps.log();

    private Task<Void> slowNote(String what) {
        return Steps.sleep(20).then(Steps.note(log, what));
    }

    /** Runs {@code task} until it has said that it has begun, and closes. */
    private void closeOnce(CountDownLatch begun, Task<?> task) throws InterruptedException {
        own.runtime().runAsync(task, end -> log.add(end.getClass().getSimpleName()));
        OwnRuntime.await(begun);
        own.runtime().close();
    }

    private static Task<Void> waits(CountDownLatch begun) {
        return Steps.release(begun).then(Task.never());
    }

    @Test
    void aFiberThatAFinalizerStartsRunsToItsEnd() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Task<Void> helper = slowNote("helper").start().flatMap(Fiber::joinOrFail);
        closeOnce(begun, waits(begun).guarantee(helper.then(slowNote("finalized"))));
        assertThat(log).containsExactly("helper", "finalized", "Canceled");
    }

    @Test
    void soDoesWhatItStartsAndWhatABranchOfAFinalizerStarts() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Task<Void> nested = slowNote("nested").start().flatMap(Fiber::joinOrFail);
        Task<Void> helper = nested.then(Task.yieldNow()).start().flatMap(Fiber::joinOrFail);
        closeOnce(
                begun,
                waits(begun)
                        .guarantee(Steps.sleep(1)
                                .then(helper)
                                .both(Steps.sleep(1).then(helper))
                                .then(Steps.note(log, "finalized"))));
        assertThat(log).containsExactly("nested", "nested", "finalized", "Canceled");
    }

    @Test
    void aFiberThatAMaskedRegionStartedLivesUntilItsOwnerHasEnded() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Task<Void> server = Task.<Void>never().guarantee(Steps.note(log, "server stopped"));
        closeOnce(
                begun,
                Task.uncancelable(poll -> server.start()
                        .flatMap(fiber -> poll.apply(waits(begun))
                                .guarantee(slowNote("client stopped").then(fiber.cancel())))));
        assertThat(log).containsExactly("client stopped", "server stopped", "Canceled");
    }

    @Test
    void aFiberThatAFinalizerLeftBehindIsCancelledWhenNothingElseLives() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        Task<Void> leftBehind = Steps.release(left).then(Task.<Void>never()).guarantee(Steps.note(log, "left behind"));
        closeOnce(
                begun,
                waits(begun)
                        .guarantee(leftBehind.start().then(Steps.block(left)).then(slowNote("finalized"))));
        assertThat(log).containsExactly("finalized", "Canceled", "left behind");
    }

    @Test
    void aMaskedWaitForAFiberThatNeverEndsCostsHalfOfTheTime() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        List<String> reports = Steps.log();
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-half")
                .workers(1)
                .closeTimeout(Duration.ofSeconds(8))
                .errorReporter((what, error) -> reports.add(what + error))
                .build();
        runtime.runAsync(
                Task.uncancelable(poll -> waits(begun).start().flatMap(Fiber::join)),
                end -> log.add(end.getClass().getSimpleName()));
        OwnRuntime.await(begun);
        runtime.close();
        assertThat(reports).isEmpty();
        assertThat(log).containsExactly("Succeeded");
    }

    @Test
    void whatRunsUnmaskedAndWhatItStartsIsCancelledAtOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        closeOnce(begun, startForEver(begun).guarantee(Steps.note(log, "finalized")));
        assertThat(log).containsExactly("finalized", "Canceled");
    }

    private static Task<Void> startForEver(CountDownLatch begun) {
        return waits(begun).start().then(Task.yieldNow()).flatMap(ignored -> startForEver(begun));
    }

    @Test
    void whatLiesBehindABlockedWorkerEndsAllTheSame() throws Exception {
        ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-behind")
                .workers(1)
                .closeTimeout(Duration.ofMillis(50))
                .errorReporter((what, error) -> reports.add(error))
                .build();
        List<CompletableFuture<?>> behind = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Void> blocked = runtime.toCompletableFuture(Steps.act(() -> {
            for (int i = 0; i < 600; i++) {
                behind.add(runtime.toCompletableFuture(Task.now(i)));
            }
            runtime.executor().execute(() -> log.add("run"));
            begun.countDown();
            OwnRuntime.spinUntil(released);
        }));
        OwnRuntime.await(begun);
        runtime.close();
        for (CompletableFuture<?> each : behind) {
            OwnRuntime.await("what lay behind a blocked worker ends", each::isDone);
            assertThat(each).isCancelled();
        }
        assertThat(log).isEmpty();
        assertThat(reports)
                .anySatisfy(error -> assertThat(error).hasMessageContaining("closed before a worker took the job"));
        released.countDown();
        OwnRuntime.await("the blocked one ends", blocked::isDone);
    }

    /** Each fiber waits before the one that it joins does, so that closing meets the innermost first. */
    private static Task<Void> chain(int length) {
        return length == 0
                ? Task.never()
                : Task.defer(() -> chain(length - 1)).start().flatMap(Fiber::joinOrFail);
    }

    @Test
    void aLongChainOfJoinsEndsWithoutNesting() {
        ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-chain")
                .workers(1)
                .closeTimeout(Duration.ZERO)
                .errorReporter((what, error) -> reports.add(error))
                .build();
        int length = 50_000;
        CompletableFuture<Outcome<Void>> outermost = new CompletableFuture<>();
        runtime.runAsync(chain(length), outermost::complete);
        OwnRuntime.await("all wait", () -> runtime.metrics().fibersSuspendedNow() == length + 1);
        runtime.close();
        assertThat(OwnRuntime.get(outermost, "the outermost of a chain")).isInstanceOf(Outcome.Canceled.class);
        assertThat(runtime.metrics().fibersSuspendedNow()).isZero();
        assertThat(reports).hasSizeLessThanOrEqualTo(1).noneMatch(StackOverflowError.class::isInstance);
    }

    @Test
    void anErrorThatEndsAllIsReportedOnceAndNotForEachFiberThatEndsWithIt() {
        InternalError fatal = new InternalError("thrown by a test");
        ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-once")
                .workers(1)
                .errorReporter((what, error) -> reports.add(error))
                .build();
        CompletableFuture<Outcome<Void>> last = new CompletableFuture<>();
        Task<Fiber<Void>> all = Task.<Void>never().start();
        for (int i = 0; i < 1_000; i++) {
            all = all.flatMap(fiber -> Task.<Void>never().start());
        }
        runtime.runAsync(all.flatMap(Fiber::joinOrFail), last::complete);
        OwnRuntime.await("all wait", () -> runtime.metrics().fibersSuspendedNow() == 1_002);
        runtime.executor().execute(() -> {
            throw fatal;
        });
        assertThat(OwnRuntime.get(last, "who joins the last")).isEqualTo(new Outcome.Failed<>(fatal));
        runtime.close();
        assertThat(reports).containsExactly(fatal);
    }
}
