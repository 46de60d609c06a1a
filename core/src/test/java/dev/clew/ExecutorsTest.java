package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where a task runs: {@code fork}, {@code on}, nested and coming back. */
class ExecutorsTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private final ExecutorService red = Executors.newSingleThreadExecutor(action -> new Thread(action, "red"));
    private final ExecutorService blue = Executors.newSingleThreadExecutor(action -> new Thread(action, "blue"));

    private static final Task<String> THREAD =
            Task.delay(() -> Thread.currentThread().getName());

    @AfterEach
    void stopExecutors() throws Exception {
        red.shutdownNow();
        blue.shutdownNow();
        assertThat(red.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(blue.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void onRunsTheWholeTaskThereAndComesBack() throws Exception {
        Task<List<String>> there = Task.sequence(
                List.of(THREAD, Steps.sleep(1).then(THREAD), Task.yieldNow().then(THREAD)));
        assertThat(own.run(there.on(red))).containsOnly("red");
        assertThat(own.run(there.on(red).then(THREAD))).startsWith(own.workerPrefix());
    }

    @Test
    void aLoopOfBindsGivesOthersOfItsExecutorATurn() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        Task<Integer> loop = untilStopped(stop).on(red);
        Task<Boolean> other = Task.delay(() -> stop.compareAndSet(false, true)).on(red);
        assertThat(own.run(loop.both(Steps.sleep(5).then(other))).second()).isTrue();
    }

    private static Task<Integer> untilStopped(AtomicBoolean stop) {
        return Task.defer(() -> stop.get() ? Task.now(1) : Task.unit().flatMap(x -> untilStopped(stop)));
    }

    @Test
    void anExecutorThatRunsAtOnceNestsNothing() throws Exception {
        Task<Integer> yields = Task.traverse(Collections.nCopies(100_000, 1), i -> Task.yieldNow())
                .map(List::size);
        assertThat(own.run(yields.on(Runnable::run))).isEqualTo(100_000);
        Task<Integer> binds = Task.traverse(Collections.nCopies(1_000_000, 1), i -> Task.delay(() -> i))
                .map(List::size);
        assertThat(own.run(binds.on(Runnable::run))).isEqualTo(1_000_000);
    }

    @Test
    void onNestsAndEachLevelComesBackToItsOwn() throws Exception {
        Task<List<String>> nested = Task.sequence(
                List.of(THREAD, THREAD.on(blue), THREAD, THREAD.on(own.runtime().executor()), THREAD));
        List<String> names = own.run(nested.on(red));
        assertThat(names.get(0)).isEqualTo("red");
        assertThat(names.get(1)).isEqualTo("blue");
        assertThat(names.get(2)).isEqualTo("red");
        assertThat(names.get(3)).startsWith(own.workerPrefix());
        assertThat(names.get(4)).isEqualTo("red");
    }

    @Test
    void itComesBackAfterAnErrorAndAfterACancellation() throws Exception {
        assertThat(own.run(Task.<String>fail(new Steps.Boom("there")).on(red).recoverWith(error -> THREAD)))
                .startsWith(own.workerPrefix());
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        Fiber<Object> fiber = own.runtime()
                .runAsync(
                        Steps.release(begun)
                                .then(Task.never())
                                .onCancel(THREAD.tap(name -> Steps.note(log, name)))
                                .on(red)
                                .onCancel(THREAD.tap(name -> Steps.note(log, name.replaceAll("\\d+$", "")))),
                        end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(log).containsExactly("red", own.workerPrefix());
    }

    @Test
    void executorGivesTheVeryObject() throws Exception {
        assertThat(own.run(Task.executor())).isSameAs(own.runtime().executor());
        assertThat(own.run(Task.executor().on(red))).isSameAs(red);
        assertThat(own.run(Task.executor().on(blue).on(red))).isSameAs(blue);
        assertThat(own.run(Task.fork(Task.executor()).on(red)))
                .isSameAs(own.runtime().executor());
        assertThat(own.run(Task.executor().on(own.runtime().executor()).on(red)))
                .isSameAs(own.runtime().executor());
    }

    @Test
    void forkGoesThroughTheQueueAndComesBack() throws Exception {
        RuntimeMetrics before = own.runtime().metrics();
        assertThat(own.run(Task.fork(THREAD))).startsWith(own.workerPrefix());
        assertThat(own.run(Task.fork(THREAD).on(red))).startsWith(own.workerPrefix());
        assertThat(own.run(Task.fork(THREAD).then(THREAD).on(red))).isEqualTo("red");
        assertThat(own.run(Task.fork(THREAD, red))).isEqualTo("red");
        assertThat(own.run(Task.fork(THREAD, red).then(THREAD))).startsWith(own.workerPrefix());
        assertThat(own.run(Task.on(red, () -> Thread.currentThread().getName())))
                .isEqualTo("red");
        assertThat(own.runtime().metrics().since(before).forks()).isEqualTo(6);
    }

    @Test
    void childrenInheritTheExecutor() throws Exception {
        Task<List<String>> gathered = Task.gather(java.util.Collections.nCopies(20, THREAD));
        assertThat(own.run(gathered.on(red))).containsOnly("red");
        assertThat(own.run(THREAD.both(THREAD).on(red))).isEqualTo(new Task.Pair<>("red", "red"));
        assertThat(own.run(
                        Task.parTraverse(3, List.of(1, 2, 3, 4, 5), i -> THREAD).on(red)))
                .containsOnly("red");
        assertThat(own.run(THREAD.start().flatMap(Fiber::joinOrFail).on(red))).isEqualTo("red");
        Task<String> slow = Steps.sleep(2).then(THREAD);
        assertThat(own.run(Task.gather(java.util.Collections.nCopies(20, slow)).on(red)))
                .containsOnly("red");
        assertThat(own.run(slow.both(slow).on(red))).isEqualTo(new Task.Pair<>("red", "red"));
    }

    @Test
    void errorsAndCancelsInChildrenOnAnExecutorComeThrough() {
        Steps.Boom boom = new Steps.Boom("there");
        Task<Object> failing = Steps.sleep(1).then(Task.fail(boom));
        assertThat(own.outcome(failing.both(Task.never()).on(red))).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(own.outcome(Task.never().both(failing).on(red))).isEqualTo(new Outcome.Failed<>(boom));
        assertThat(own.outcome(Task.gather(List.of(Task.never(), failing, Task.never()))
                        .on(red)))
                .isEqualTo(new Outcome.Failed<>(boom));
        assertThat(own.outcome(Task.never().both(Task.canceled()).on(red))).isInstanceOf(Outcome.Canceled.class);
    }

    @Test
    void anExecutorWithSeveralThreadsRunsElementsAtOnce() throws Exception {
        ExecutorService two = Executors.newFixedThreadPool(2);
        try {
            CountDownLatch both = new CountDownLatch(2);
            Task<Void> meet = Steps.release(both).then(Steps.block(both));
            own.run(meet.both(meet).on(two));
        } finally {
            two.shutdown();
        }
    }

    @Test
    void anExecutorThatRunsAtOnceWorks() throws Exception {
        Executor direct = Runnable::run;
        Task<Integer> yields = Task.defer(() -> yields(200));
        assertThat(own.run(yields.on(direct))).isZero();
        assertThat(own.run(yields.both(yields).on(direct))).isEqualTo(new Task.Pair<>(0, 0));
        assertThat(own.run(Task.gather(
                                java.util.Collections.nCopies(50, Steps.sleep(1).thenReturn(1)))
                        .on(direct)))
                .hasSize(50);
    }

    private static Task<Integer> yields(int n) {
        return n == 0 ? Task.now(0) : Task.yieldNow().flatMap(ignored -> yields(n - 1));
    }

    @Test
    void theRuntimesExecutorIsAView() throws Exception {
        ExecutorService view = own.runtime().executor();
        Future<String> future = view.submit(() -> Thread.currentThread().getName());
        assertThat(future.get(30, TimeUnit.SECONDS)).startsWith(own.workerPrefix());
        List<java.util.concurrent.Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int n = i;
            calls.add(() -> n);
        }
        int sum = 0;
        for (Future<Integer> f : view.invokeAll(calls)) {
            sum += f.get(30, TimeUnit.SECONDS);
        }
        assertThat(sum).isEqualTo(499_500);
        assertThatThrownBy(view::shutdown)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("close()");
        assertThatThrownBy(view::shutdownNow).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> view.execute(null)).isInstanceOf(NullPointerException.class);
        assertThat(view.isShutdown()).isFalse();
    }

    @Test
    void aRawJobThatThrowsIsReportedAndTheWorkerLivesOn() throws Exception {
        IllegalStateException thrown = new IllegalStateException("raw");
        own.runtime().executor().execute(() -> {
            throw thrown;
        });
        AtomicInteger ran = new AtomicInteger();
        List<OwnRuntime.Report> reports = new ArrayList<>();
        OwnRuntime.await("the report", () -> {
            reports.addAll(own.takeReports());
            return !reports.isEmpty();
        });
        assertThat(reports).extracting(OwnRuntime.Report::error).containsExactly(thrown);
        own.run(Task.gather(java.util.Collections.nCopies(10, Task.delay(ran::incrementAndGet))));
        assertThat(ran).hasValue(10);
    }
}
