package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.sync.Deferred;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An executor that refuses fails what runs on it, and nothing is lost: finalizers run, nobody hangs, cancels arrive. */
class RefusingExecutorTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final ExecutorService single = Executors.newSingleThreadExecutor();
    private final Executor refuses = action -> {
        throw new RejectedExecutionException("always");
    };

    @AfterEach
    void stopExecutor() {
        single.shutdownNow();
    }

    /** Takes so many jobs, then refuses. */
    private Executor takes(int jobs) {
        AtomicInteger left = new AtomicInteger(jobs);
        return action -> {
            if (left.getAndDecrement() <= 0) {
                throw new RejectedExecutionException("full");
            }
            single.execute(action);
        };
    }

    private static void failed(Outcome<?> outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        f -> assertThat(f.error()).isInstanceOf(RejectedExecutionException.class));
    }

    @Test
    void theTaskFailsWithTheRejectionAndCanRecover() throws Exception {
        failed(own.outcome(Task.now(1).on(refuses)));
        failed(own.outcome(Task.fork(Task.now(1), refuses)));
        assertThat(own.run(Task.now(1).on(refuses).recover(refused -> 2))).isEqualTo(2);
        failed(own.outcome(Task.now(1).start().on(refuses)));
    }

    @Test
    void finalizersRunWhereTheExecutorRefusesInTheMiddle() throws Exception {
        for (int jobs = 0; jobs < 6; jobs++) {
            AtomicInteger inner = new AtomicInteger();
            AtomicInteger outer = new AtomicInteger();
            Task<Integer> task = Task.unit()
                    .then(Task.yieldNow())
                    .then(Steps.sleep(1))
                    .then(Task.yieldNow())
                    .then(Steps.sleep(1))
                    .thenReturn(1)
                    .guarantee(Task.delay(inner::incrementAndGet))
                    .on(takes(jobs))
                    .guarantee(Task.delay(outer::incrementAndGet));
            Outcome<Integer> outcome = own.outcome(task);
            if (jobs < 5) {
                failed(outcome);
            } else {
                assertThat(outcome).isEqualTo(new Outcome.Succeeded<>(1));
            }
            assertThat(inner.get()).as("inner finalizer with %d jobs", jobs).isEqualTo(jobs == 0 ? 0 : 1);
            assertThat(outer.get()).as("outer finalizer with %d jobs", jobs).isEqualTo(1);
        }
    }

    @Test
    void bothAndGatherFailAndHangNobody() {
        Task<Integer> step =
                Steps.sleep(1).then(Task.yieldNow()).then(Steps.sleep(1)).thenReturn(1);
        for (int jobs = 0; jobs < 20; jobs++) {
            Outcome<?> both = own.outcome(step.both(step).on(takes(jobs)));
            Outcome<?> gather =
                    own.outcome(Task.gather(List.of(step, step, step)).on(takes(jobs)));
            Outcome<?> limited =
                    own.outcome(Task.parTraverse(2, List.of(1, 2, 3), i -> step).on(takes(jobs)));
            for (Outcome<?> outcome : List.of(both, gather, limited)) {
                assertThat(outcome).isNotInstanceOf(Outcome.Canceled.class);
                if (outcome instanceof Outcome.Failed<?>) {
                    failed(outcome);
                }
            }
            if (jobs == 0) {
                failed(both);
                failed(gather);
                failed(limited);
            }
        }
        onlyRefusalsAreReported();
    }

    /** A side that is refused on its way out has nobody but the reporter to tell. */
    private void onlyRefusalsAreReported() {
        assertThat(own.takeReports()).allSatisfy(report -> {
            assertThat(report.what()).contains("an executor refused a fiber that was being cancelled");
            assertThat(report.error()).isInstanceOf(RejectedExecutionException.class);
        });
    }

    @Test
    void aCancelOfAFiberWhoseExecutorIsGoneRunsItsFinalizers() throws Exception {
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        Fiber<Object> fiber = own.runtime()
                .runAsync(
                        Task.asyncWithFinalizer(callback -> {
                                    begun.countDown();
                                    return Steps.note(log, "async");
                                })
                                .onCancel(Steps.note(log, "onCancel"))
                                .on(single)
                                .guarantee(Steps.note(log, "guarantee")),
                        end -> {});
        OwnRuntime.await(begun);
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        single.shutdown();
        own.run(fiber.cancel());
        assertThat(log).containsExactly("async", "onCancel", "guarantee");
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        onlyRefusalsAreReported();
    }

    @Test
    void aCancelIsNotSwallowedByAnExecutorThatRefusesTheWayBack() throws Exception {
        Executor once = takes(1);
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        Task<Object> task = Steps.release(begun)
                .then(Task.never())
                .on(own.runtime().executor())
                .on(once)
                .recover(error -> "recovered")
                .guarantee(Steps.note(log, "guarantee"))
                .then(Task.never());
        Fiber<Object> fiber = own.runtime().runAsync(task, end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        assertThat(log).containsExactly("guarantee");
    }

    @Test
    void anErrorOnItsWayBackIsNotReplacedByTheRejection() {
        Steps.Boom boom = new Steps.Boom("first");
        Outcome<Integer> outcome = own.outcome(
                Task.<Integer>fail(boom).on(own.runtime().executor()).on(takes(1)));
        assertThat(outcome).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(boom.getSuppressed()).hasSize(1).allMatch(t -> t instanceof RejectedExecutionException);
    }

    @Test
    void aFiberWokenOntoAnExecutorThatIsGoneFailsOnThePool() throws Exception {
        Deferred<Integer> deferred = Deferred.create();
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        java.util.concurrent.CompletableFuture<Outcome<Integer>> end = new java.util.concurrent.CompletableFuture<>();
        own.runtime()
                .runAsync(
                        Steps.release(begun)
                                .then(deferred.get())
                                .guarantee(Steps.act(() ->
                                        log.add(Thread.currentThread().getName().replaceAll("\\d+$", ""))))
                                .on(single),
                        end::complete);
        OwnRuntime.await(begun);
        OwnRuntime.await("it waits", () -> own.runtime().metrics().fibersSuspendedNow() == 1);
        single.shutdown();
        assertThat(single.awaitTermination(30, java.util.concurrent.TimeUnit.SECONDS))
                .isTrue();
        deferred.tryComplete(1);
        failed(OwnRuntime.get(end, "the end"));
        assertThat(log).containsExactly(own.workerPrefix());
    }

    @Test
    void aMaskIsLiftedThoughTheExecutorRefusedTheWakeOfAStoppedWait() throws Exception {
        // left fails while right, on the pool, needs a moment to stop; the wake of the owner is then refused
        ExecutorService gone = Executors.newSingleThreadExecutor();
        CountDownLatch rightRuns = new CountDownLatch(1);
        CountDownLatch mayStop = new CountDownLatch(1);
        Steps.Boom boom = new Steps.Boom("left");
        Task<Object> right = Steps.release(rightRuns)
                .then(Task.never())
                .onCancel(Task.<Void>blocking(() -> {
                    OwnRuntime.await(mayStop);
                    return null;
                }))
                .on(own.runtime().executor());
        Task<Object> left = Task.<Void>blocking(() -> {
                    OwnRuntime.await(rightRuns);
                    return null;
                })
                .then(Task.fail(boom));
        List<String> log = Steps.log();
        Fiber<Object> fiber = own.runtime()
                .runAsync(
                        left.both(right)
                                .on(gone)
                                .recover(error -> {
                                    log.add(String.valueOf(error.getMessage()));
                                    return null;
                                })
                                .then(Task.never()),
                        end -> {});
        OwnRuntime.await(rightRuns);
        OwnRuntime.await("both wait", () -> own.runtime().metrics().fibersSuspendedNow() >= 2);
        own.run(Steps.sleep(50));
        gone.shutdown();
        mayStop.countDown();
        OwnRuntime.await("the error arrives", () -> !log.isEmpty());
        own.run(fiber.cancel());
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
    }
}
