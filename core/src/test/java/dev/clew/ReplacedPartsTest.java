package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.sync.Deferred;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each part of a runtime replaced by itself, and compute executors with real threads or none. */
class ReplacedPartsTest {
    private static final String NAME = "clew-replaced-test";
    private static final Duration LIMIT = OwnRuntime.DEADLINE;

    private final List<String> reports = Steps.log();
    private final ExecutorService theirs =
            Executors.newFixedThreadPool(2, action -> new Thread(action, "their-thread"));

    @AfterEach
    void nothingIsLeft() throws Exception {
        theirs.shutdownNow();
        assertThat(theirs.awaitTermination(LIMIT.toNanos(), TimeUnit.NANOSECONDS))
                .isTrue();
        OwnRuntime.await("no thread of a runtime is left", () -> threads().isEmpty());
        assertThat(reports).as("reports").isEmpty();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(name -> name.startsWith(NAME))
                .toList();
    }

    private TaskRuntime.Builder builder() {
        return TaskRuntime.builder().name(NAME).workers(2).errorReporter((what, error) -> reports.add(what));
    }

    private static final Task<String> THREAD =
            Task.delay(() -> Thread.currentThread().getName());

    // ---- compute ----------------------------------------------------------------------------------------

    @Test
    void aPoolOfTheUsersRunsAllFibersAndIsNotStopped() throws Exception {
        try (TaskRuntime runtime = builder().compute(theirs).build()) {
            Task<String> slow = Steps.sleep(1).then(THREAD);
            List<Task<String>> all = List.of(
                    THREAD,
                    slow,
                    Task.fork(THREAD),
                    THREAD.both(slow).map(Task.Pair::second),
                    THREAD.start().flatMap(Fiber::joinOrFail));
            List<String> names = runtime.runSync(Task.gather(Collections.nCopies(50, Task.gather(all)))
                    .map(lists -> lists.stream().flatMap(List::stream).toList()));
            assertThat(names).hasSize(250).containsOnly("their-thread");
            assertThat(runtime.runSync(THREAD, LIMIT)).isEqualTo("their-thread");
            assertThat(runtime.executor()).isSameAs(theirs);
            assertThat(threads()).as("its only thread").containsExactly(NAME + "-timer");
        }
        assertThat(theirs.submit(() -> 1).get(LIMIT.toNanos(), TimeUnit.NANOSECONDS))
                .isEqualTo(1);
    }

    @Test
    void branchesOnAPoolOfTheUsersRunAtOnce() throws Exception {
        try (TaskRuntime runtime = builder().compute(theirs).build()) {
            CountDownLatch both = new CountDownLatch(2);
            Task<Void> meet = Steps.release(both).then(Steps.block(both));
            runtime.runSync(meet.both(meet), LIMIT);
            CountDownLatch elements = new CountDownLatch(2);
            Task<Void> element = Steps.release(elements).then(Steps.block(elements));
            runtime.runSync(Task.gather(List.of(element, element)), LIMIT);
        }
    }

    @Test
    void closingWaitsForFinalizersOnAPoolOfTheUsers() {
        List<String> log = Steps.log();
        TaskRuntime runtime = builder().compute(theirs).build();
        CountDownLatch begun = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            runtime.runAsync(
                    Steps.release(begun)
                            .then(Task.never())
                            .onCancel(Steps.sleep(5).then(Steps.note(log, "final"))),
                    end -> log.add("end"));
        }
        OwnRuntime.await("all wait", () -> begun.getCount() == 0);
        runtime.close();
        assertThat(log).hasSize(6);
        assertThat(runtime.metrics().fibersSuspendedNow()).isZero();
    }

    @Test
    void closingDuringAStormLosesNoOutcome() {
        for (int round = 0; round < 50; round++) {
            TaskRuntime runtime = builder().compute(theirs).build();
            AtomicInteger started = new AtomicInteger();
            AtomicInteger ended = new AtomicInteger();
            Task<Object> task =
                    Task.yieldNow().then(Task.unit().both(Task.yieldNow())).then(Task.never());
            CompletableFuture<Void> storm = CompletableFuture.runAsync(() -> {
                try {
                    for (int i = 0; i < 10_000; i++) {
                        started.incrementAndGet();
                        runtime.runAsync(task, end -> ended.incrementAndGet());
                    }
                } catch (RejectedExecutionException closed) {
                    started.decrementAndGet();
                }
            });
            OwnRuntime.await("some have started", () -> started.get() > 20);
            runtime.close();
            OwnRuntime.get(storm, "the storm");
            OwnRuntime.await("all have ended", () -> ended.get() == started.get());
        }
    }

    @Test
    void aRuntimeOfARefusingPoolClosesAllTheSame() {
        TaskRuntime runtime = builder().compute(theirs).build();
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        runtime.runAsync(
                Steps.release(begun).then(Task.never()).guarantee(Steps.sleep(1).then(Steps.note(log, "final"))),
                end -> log.add(end.getClass().getSimpleName()));
        OwnRuntime.await(
                "it waits", () -> begun.getCount() == 0 && runtime.metrics().fibersSuspendedNow() == 1);
        theirs.shutdown();
        runtime.close();
        assertThat(log).containsExactly("final", "Canceled");
        assertThat(reports).hasSize(1);
        reports.clear();
    }

    // ---- an executor that runs at once --------------------------------------------------------------------

    private <A extends @Nullable Object> A onSmallStack(Task<A> task) throws Exception {
        TaskRuntime runtime = builder().compute(Runnable::run).build();
        CompletableFuture<A> end = new CompletableFuture<>();
        Thread thread = new Thread(
                null,
                () -> runtime.runAsync(task, outcome -> {
                    try {
                        end.complete(outcome.get());
                    } catch (Throwable error) {
                        end.completeExceptionally(error);
                    }
                }),
                "small",
                256 * 1024);
        thread.start();
        A value = OwnRuntime.get(end, "the task");
        thread.join(LIMIT.toMillis());
        runtime.close();
        return value;
    }

    private static Task<Integer> yields(int n) {
        return n == 0 ? Task.now(0) : Task.yieldNow().flatMap(x -> yields(n - 1));
    }

    private static Task<Integer> branches(int n) {
        return Task.defer(() -> n == 0 ? Task.now(0) : Task.now(1).zipPar(branches(n - 1), Integer::sum));
    }

    private static Task<Integer> branchesToTheLeft(int n) {
        return Task.defer(() -> n == 0 ? Task.now(0) : branchesToTheLeft(n - 1).zipPar(Task.now(1), Integer::sum));
    }

    private static Task<Integer> starts(int n) {
        return Task.defer(() -> n == 0
                ? Task.now(0)
                : starts(n - 1).start().flatMap(Fiber::joinOrFail).map(m -> m + 1));
    }

    /** Each fiber waits for the one before it: completing the first wakes all, one by one. */
    private static Task<Integer> chain(int n) {
        return Task.defer(() -> {
            Deferred<Integer> first = Deferred.create();
            Deferred<Integer> last = first;
            List<Task<Fiber<Boolean>>> links = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                Deferred<Integer> from = last;
                Deferred<Integer> to = Deferred.create();
                links.add(from.get().flatMap(m -> to.complete(m + 1)).start());
                last = to;
            }
            return Task.sequence(links).then(first.complete(0)).then(last.get());
        });
    }

    @Test
    void anExecutorThatRunsAtOnceCostsNoStack() throws Exception {
        int n = 50_000;
        assertThat(onSmallStack(yields(n))).isZero();
        assertThat(onSmallStack(branches(n))).isEqualTo(n);
        assertThat(onSmallStack(branchesToTheLeft(n))).isEqualTo(n);
        assertThat(onSmallStack(starts(n))).isEqualTo(n);
        assertThat(onSmallStack(chain(n))).isEqualTo(n);
        Task<Integer> elements = Task.gather(
                        Collections.nCopies(n, Task.yieldNow().thenReturn(1)))
                .map(List::size);
        assertThat(onSmallStack(elements)).isEqualTo(n);
        assertThat(onSmallStack(Task.fork(yields(100)).both(Steps.sleep(1))).first())
                .isZero();
    }

    @Test
    void underOnAnExecutorThatRunsAtOnceCostsNoStackEither() throws Exception {
        int n = 50_000;
        try (TaskRuntime runtime = builder().build()) {
            assertThat(runtime.runSync(branches(n).on(Runnable::run), LIMIT)).isEqualTo(n);
            assertThat(runtime.runSync(branchesToTheLeft(n).on(Runnable::run), LIMIT))
                    .isEqualTo(n);
            assertThat(runtime.runSync(starts(n).on(Runnable::run), LIMIT)).isEqualTo(n);
            assertThat(runtime.runSync(chain(n).on(Runnable::run), LIMIT)).isEqualTo(n);
        }
    }

    @Test
    void runSyncWorksWhereTheCallerIsTheExecutor() throws Exception {
        TaskRuntime runtime = builder().compute(Runnable::run).build();
        String here = Thread.currentThread().getName();
        assertThat(runtime.runSync(THREAD.both(Task.yieldNow().then(THREAD)))).isEqualTo(new Task.Pair<>(here, here));
        runtime.close();
    }

    // ---- blocking alone, clock alone ----------------------------------------------------------------------

    @Test
    void aBlockingExecutorAloneRunsBlockingCodeAndNothingElse() throws Exception {
        try (TaskRuntime runtime = builder().blocking(theirs).build()) {
            Task<String> blocking = Task.blocking(() -> Thread.currentThread().getName());
            Task<String> interruptible =
                    Task.interruptible(() -> Thread.currentThread().getName());
            assertThat(runtime.runSync(Task.sequence(List.of(blocking, interruptible))))
                    .containsOnly("their-thread");
            assertThat(runtime.runSync(THREAD)).startsWith(NAME + "-worker-");
            assertThat(runtime.runSync(blocking.then(THREAD))).startsWith(NAME + "-worker-");
        }
        assertThat(theirs.isShutdown()).isFalse();
    }

    @Test
    void aBlockingExecutorThatRefusesIsTheErrorOfTheTask() throws Exception {
        theirs.shutdown();
        try (TaskRuntime runtime = builder().blocking(theirs).build()) {
            List<String> log = Steps.log();
            for (Task<Integer> task : List.of(Task.<Integer>blocking(() -> 1), Task.<Integer>interruptible(() -> 1))) {
                assertThatThrownBy(() -> runtime.runSync(task.guarantee(Steps.note(log, "final"))))
                        .isInstanceOf(RejectedExecutionException.class);
            }
            assertThat(log).hasSize(2);
            Task<Integer> masked =
                    Task.uncancelable(poll -> Task.<Integer>blocking(() -> 1).orElse(Task.now(2)));
            assertThat(runtime.runSync(masked, LIMIT)).isEqualTo(2);
        }
    }

    @Test
    void aBlockingExecutorThatRunsATaskTwiceRunsItsCodeOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger begun = new AtomicInteger();
        try (TaskRuntime runtime = builder()
                .blocking(action -> {
                    for (int i = 0; i < 2; i++) {
                        theirs.execute(() -> {
                            action.run();
                            begun.incrementAndGet();
                        });
                    }
                })
                .build()) {
            for (int i = 1; i <= 50; i++) {
                runtime.runSync(
                        Task.blocking(runs::incrementAndGet).then(Task.interruptible(runs::incrementAndGet)), LIMIT);
                int times = 4 * i;
                OwnRuntime.await("both were run", () -> begun.get() == times);
                assertThat(runs).hasValue(2 * i);
            }
        }
    }

    @Test
    void aClockAloneIsTheTimeOfWorkers() throws Exception {
        HandClock clock = new HandClock();
        try (TaskRuntime runtime = builder().clock(clock).build()) {
            CompletableFuture<Long> sleeper =
                    runtime.toCompletableFuture(Task.sleep(Duration.ofDays(1)).then(Task.monotonic()));
            CompletableFuture<Object> late =
                    runtime.toCompletableFuture(Task.never().timeout(Duration.ofDays(2)));
            OwnRuntime.await("both timers are set", () -> clock.timers() == 2);
            assertThat(runtime.runSync(Task.realTime())).isEqualTo(42);
            clock.advance(Duration.ofDays(1).toNanos());
            assertThat(OwnRuntime.get(sleeper, "the sleeper"))
                    .isEqualTo(Duration.ofDays(1).toNanos());
            assertThat(late).isNotDone();
            clock.advance(Duration.ofDays(1).toNanos());
            assertThatThrownBy(() -> late.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS))
                    .hasCauseInstanceOf(TimeoutException.class);
            assertThat(threads())
                    .allMatch(name -> name.startsWith(NAME + "-worker-") || name.equals(NAME + "-monitor"));
            RuntimeMetrics metrics = runtime.metrics();
            assertThat(metrics.timersSet()).isEqualTo(2);
            assertThat(metrics.timersFired()).isEqualTo(2);
        }
    }

    @Test
    void whatAClockThrowsIsTheErrorOfTheTask() {
        RuntimeClock broken = new RuntimeClock() {
            @Override
            public long nanoTime() {
                throw new UnsupportedOperationException("nanoTime");
            }

            @Override
            public long currentTimeMillis() {
                throw new UnsupportedOperationException("currentTimeMillis");
            }

            @Override
            public Timer schedule(long nanos, Runnable action) {
                throw new UnsupportedOperationException("schedule");
            }
        };
        try (TaskRuntime runtime = builder().clock(broken).build()) {
            for (Task<?> task : List.<Task<?>>of(
                    Task.monotonic(),
                    Task.realTime(),
                    Steps.sleep(1),
                    Task.unit().timeout(LIMIT))) {
                assertThatThrownBy(() -> runtime.runSync(task)).isInstanceOf(UnsupportedOperationException.class);
            }
        }
    }

    @Test
    void nothingIsReplacedByNull() {
        assertThatThrownBy(() -> builder().compute(unset())).hasMessageContaining("leave it out for workers");
        assertThatThrownBy(() -> builder().blocking(unset())).hasMessageContaining("leave it out");
        assertThatThrownBy(() -> builder().clock(unset())).hasMessageContaining("leave it out");
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <A> A unset() {
        return (A) null;
    }

    /** A clock that the test moves, for many threads. It fires on the thread that moves it, and forgets nothing. */
    private static final class HandClock implements RuntimeClock {
        private record Due(long at, Runnable action) implements Comparable<Due> {
            @Override
            public int compareTo(Due other) {
                return Long.compare(at, other.at);
            }
        }

        private final PriorityQueue<Due> timers = new PriorityQueue<>();
        private long now;

        @Override
        public synchronized long nanoTime() {
            return now;
        }

        @Override
        public long currentTimeMillis() {
            return 42;
        }

        @Override
        public synchronized Timer schedule(long nanos, Runnable action) {
            timers.add(new Due(now + nanos, action));
            return () -> {};
        }

        synchronized int timers() {
            return timers.size();
        }

        void advance(long nanos) {
            List<Runnable> due = new ArrayList<>();
            synchronized (this) {
                now += nanos;
                for (Due next = timers.peek(); next != null && next.at <= now; next = timers.peek()) {
                    due.add(next.action);
                    timers.remove(next);
                }
            }
            due.forEach(Runnable::run);
        }
    }
}
