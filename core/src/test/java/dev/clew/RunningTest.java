package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The ways to run a task from a thread that is not a worker. */
class RunningTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static final Task<String> THREAD =
            Task.delay(() -> Thread.currentThread().getName());
    private final Steps.Boom boom = new Steps.Boom("boom");

    @Test
    void runSyncStaysOnItsCallerUpToTheFirstBoundary() throws Exception {
        String here = Thread.currentThread().getName();
        assertThat(own.runtime().runSync(THREAD)).isEqualTo(here);
        assertThat(own.runtime()
                        .runSync(Task.unit().then(THREAD).map(x -> x).attempt().then(THREAD)))
                .isEqualTo(here);
        Deferred<Integer> there = Deferred.create();
        there.tryComplete(1);
        assertThat(own.runtime().runSync(there.get().then(THREAD))).isEqualTo(here);
        List<Task<?>> boundaries = List.of(
                Task.yieldNow(),
                Steps.sleep(1),
                Task.fork(Task.unit()),
                Task.unit().both(Task.unit()),
                Task.gather(List.of(Task.unit(), Task.unit())),
                Task.blocking(() -> 1),
                Task.async(callback -> callback.success(1)));
        for (Task<?> boundary : boundaries) {
            assertThat(own.runtime().<List<String>>runSync(THREAD.zipWith(boundary.then(THREAD), List::of)))
                    .satisfies(names -> {
                        assertThat(names.get(0)).isEqualTo(here);
                        assertThat(names.get(1)).startsWith(own.workerPrefix());
                    });
        }
    }

    @Test
    void runSyncRunsNoForkedCodeOnItsCaller() throws Exception {
        String here = Thread.currentThread().getName();
        assertThat(own.runtime().runSync(Task.gather(java.util.Collections.nCopies(50, THREAD))))
                .doesNotContain(here);
        assertThat(own.runtime().runSync(THREAD.both(THREAD)).first()).isNotEqualTo(here);
        assertThat(own.runtime()
                        .runSync(Task.<String>async(callback ->
                                callback.success(Thread.currentThread().getName()))))
                .isNotEqualTo(here);
    }

    @Test
    void runSyncThrowsTheErrorItself() {
        assertThatThrownBy(() -> own.runtime().runSync(Task.fail(boom))).isSameAs(boom);
        assertThatThrownBy(() -> own.runtime().runSync(Steps.sleep(1).then(Task.fail(boom))))
                .isSameAs(boom);
        AssertionError error = new AssertionError("an Error");
        assertThatThrownBy(() -> own.runtime().runSync(Task.fail(error))).isSameAs(error);
        CompletionException wrapper = new CompletionException("the user's own", boom);
        assertThatThrownBy(() -> own.runtime().runSync(Task.fail(wrapper))).isSameAs(wrapper);
        assertThatThrownBy(() -> own.runtime().runSync(Task.canceled()))
                .isInstanceOf(CancellationException.class)
                .hasMessageContaining("cancelled");
        assertThatThrownBy(() -> own.runtime().runSync(Steps.sleep(1).then(Task.canceled())))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void runSyncOnAWorkerIsRefusedWithTheWayOut() {
        for (Task<Object> nested : List.<Task<Object>>of(
                Task.delay(() -> own.runtime().runSync(Task.now(1))),
                Task.delay(() -> own.runtime().runSync(Task.now(1), Duration.ofSeconds(1))),
                Task.delay(() -> Task.now(1).runSync()))) {
            assertThat(own.outcome(nested))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            f -> assertThat(f.error())
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessageContaining(own.workerPrefix())
                                    .hasMessageContaining("flatMap"));
        }
        assertThat(own.outcome(
                        Task.blocking(() -> own.runtime().runSync(Steps.sleep(1).thenReturn(1)))))
                .isEqualTo(new Outcome.Succeeded<>(1));
    }

    @Test
    void anInterruptCancelsWaitsForFinalizersAndIsThrown() throws Exception {
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            try {
                own.runtime()
                        .runSync(Steps.release(begun)
                                .then(Task.never())
                                .onCancel(Steps.sleep(30).then(Steps.note(log, "finalized"))));
            } catch (Throwable t) {
                log.add("thrown");
                thrown.set(t);
            }
        });
        caller.start();
        OwnRuntime.await(begun);
        caller.interrupt();
        caller.join(OwnRuntime.DEADLINE.toMillis());
        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(log).containsExactly("finalized", "thrown");
    }

    @Test
    void aTimeLimitCancelsWaitsForFinalizersAndThrows() throws Exception {
        List<String> log = Steps.log();
        Steps.withLimitThatFindsItBegun(limit -> {
            log.clear();
            assertThatThrownBy(() -> own.runtime()
                            .runSync(
                                    Steps.note(log, "begun")
                                            .then(Task.never())
                                            .onCancel(Steps.sleep(30).then(Steps.note(log, "finalized"))),
                                    limit))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining(limit.toString());
            return log.contains("begun");
        });
        assertThat(log).containsExactly("begun", "finalized");
    }

    @Test
    void aTimeLimitRunsAllOnTheWorkersAndGivesAResultThatIsThere() throws Exception {
        assertThat(own.runtime().runSync(THREAD, Duration.ofSeconds(30))).startsWith(own.workerPrefix());
        assertThatThrownBy(() -> own.runtime().runSync(Task.fail(boom), Duration.ofSeconds(30)))
                .isSameAs(boom);
        assertThatThrownBy(() -> own.runtime().runSync(Task.canceled(), Duration.ofSeconds(30)))
                .isInstanceOf(CancellationException.class);
        // masked, so that it ends with its value although the limit has passed
        Steps.withLimitThatFindsItBegun(limit -> {
            CountDownLatch begun = new CountDownLatch(1);
            Task<Integer> masked = Task.uncancelable(poll ->
                    Steps.release(begun).then(Task.sleep(limit.multipliedBy(2))).thenReturn(1));
            try {
                assertThat(own.runtime().<Integer>runSync(masked, limit)).isEqualTo(1);
            } catch (TimeoutException early) {
                assertThat(begun.getCount()).isEqualTo(1);
            }
            return begun.getCount() == 0;
        });
        assertThatThrownBy(() -> own.runtime().runSync(Task.now(1), Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void runAsyncRunsNoUserCodeOnTheCaller() throws Exception {
        String here = Thread.currentThread().getName();
        CompletableFuture<String> task = new CompletableFuture<>();
        CompletableFuture<String> callback = new CompletableFuture<>();
        own.runtime()
                .runAsync(
                        THREAD.map(task::complete),
                        end -> callback.complete(Thread.currentThread().getName()));
        assertThat(OwnRuntime.get(task, "the task")).isNotEqualTo(here);
        assertThat(OwnRuntime.get(callback, "the callback")).isNotEqualTo(here);
    }

    @Test
    void runAsyncHandsOverEveryOutcomeOnceAndAFiberThatCanBeJoined() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        for (Task<Integer> task : List.<Task<Integer>>of(
                Task.now(1), Task.fail(boom), Task.canceled().thenReturn(1))) {
            CompletableFuture<Outcome<Integer>> end = new CompletableFuture<>();
            Fiber<Integer> fiber = own.runtime().runAsync(task, outcome -> {
                calls.incrementAndGet();
                end.complete(outcome);
            });
            assertThat(own.run(fiber.join())).isEqualTo(OwnRuntime.get(end, "the callback"));
        }
        assertThat(calls).hasValue(3);
    }

    @Test
    void aCallbackThatThrowsIsReported() {
        IllegalStateException thrown = new IllegalStateException("callback");
        Fiber<Integer> fiber = own.runtime().runAsync(Task.now(1), end -> {
            throw thrown;
        });
        assertThat(own.outcome(fiber.joinOrFail())).isEqualTo(new Outcome.Succeeded<>(1));
        List<OwnRuntime.Report> reports = new java.util.ArrayList<>();
        OwnRuntime.await("the report", () -> reports.addAll(own.takeReports()));
        assertThat(reports).extracting(OwnRuntime.Report::error).containsExactly(thrown);
    }

    @Test
    void aFutureHasTheValueOrTheVeryError() throws Exception {
        assertThat(own.runtime().toCompletableFuture(Task.now(1)).get(30, TimeUnit.SECONDS))
                .isEqualTo(1);
        CompletableFuture<Object> failed = own.runtime().toCompletableFuture(Task.fail(boom));
        assertThatThrownBy(() -> failed.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isSameAs(boom);
        assertThat(own.outcome(Task.fromFuture(() -> failed))).isEqualTo(new Outcome.Failed<>(boom));
    }

    @Test
    void cancellingTheFutureCancelsTheFiberAndACancelledTaskTheFuture() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch finalized = new CountDownLatch(1);
        CompletableFuture<Object> future = own.runtime()
                .toCompletableFuture(Steps.release(begun).then(Task.never()).onCancel(Steps.release(finalized)));
        OwnRuntime.await(begun);
        assertThat(future.cancel(true)).isTrue();
        assertThat(future.cancel(true)).isTrue();
        OwnRuntime.await(finalized);
        assertThat(future).isCancelled();
        CompletableFuture<Void> cancelled = own.runtime().toCompletableFuture(Task.canceled());
        OwnRuntime.await("its end", cancelled::isDone);
        assertThat(cancelled).isCancelled();
        assertThatThrownBy(cancelled::get).isInstanceOf(CancellationException.class);
        CompletableFuture<Integer> done = own.runtime().toCompletableFuture(Task.now(1));
        OwnRuntime.get(done, "a value");
        assertThat(done.cancel(true)).isFalse();
    }

    @Test
    void theSharedRuntimeServesThoseWhoNameNone() throws Exception {
        assertThat(Task.now(1).runSync()).isEqualTo(1);
        assertThat(THREAD.runSync(Duration.ofSeconds(30))).startsWith("clew-worker-");
        assertThat(OwnRuntime.get(Steps.sleep(1).thenReturn(2).toCompletableFuture(), "a future"))
                .isEqualTo(2);
        CompletableFuture<Outcome<Integer>> end = new CompletableFuture<>();
        Task.now(3).runAsync(end::complete);
        assertThat(OwnRuntime.get(end, "an outcome")).isEqualTo(new Outcome.Succeeded<>(3));
        assertThatThrownBy(() -> TaskRuntime.shared().close()).isInstanceOf(UnsupportedOperationException.class);
        assertThat(TaskRuntime.shared()).isSameAs(TaskRuntime.shared());
    }

    @Test
    void aClosedRuntimeRefusesEverything() {
        TaskRuntime closed =
                TaskRuntime.builder().name("clew-closed").workers(1).build();
        closed.close();
        Task<Integer> task = Task.now(1);
        assertThatThrownBy(() -> closed.runSync(task))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("clew-closed");
        assertThatThrownBy(() -> closed.runSync(task, Duration.ofSeconds(1)))
                .isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> closed.runAsync(task, end -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> closed.toCompletableFuture(task)).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> closed.executor().execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(closed.executor().isTerminated()).isTrue();
    }

    @Test
    void theBuilderRefusesWhatCannotBe() {
        for (int workers : new int[] {0, -1, 1 << 20}) {
            assertThatThrownBy(() -> TaskRuntime.builder().workers(workers))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(workers));
        }
        assertThatThrownBy(() -> TaskRuntime.builder().closeTimeout(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TaskRuntime.builder().name(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> TaskRuntime.builder().errorReporter(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> own.runtime().runAsync(Task.now(1), null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("callback");
    }

    @Test
    void anErrorReporterThatThrowsTakesNoWorkerWithIt() {
        try (TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-reporter")
                .workers(1)
                .errorReporter((what, error) -> {
                    throw new IllegalStateException("the reporter itself");
                })
                .build()) {
            for (int i = 0; i < 5; i++) {
                runtime.executor().execute(() -> {
                    throw new IllegalStateException("raw");
                });
                OwnRuntime.get(runtime.toCompletableFuture(Task.fail(boom).start()), "a fiber that fails alone");
            }
            assertThat(OwnRuntime.get(runtime.toCompletableFuture(Task.now(1)), "a task afterwards"))
                    .isEqualTo(1);
        }
    }
}
