package dev.clew.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.OwnRuntime;
import dev.clew.Task;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SemaphoreTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    @Test
    void permitsAreTakenAndGivenBack() throws Exception {
        Semaphore semaphore = own.run(Semaphore.make(3));
        assertThat(semaphore.permits()).isEqualTo(3);
        own.run(semaphore.acquire());
        assertThat(own.run(semaphore.available())).isEqualTo(2);
        assertThat(own.run(semaphore.tryAcquireN(3))).isFalse();
        own.run(semaphore.acquireN(2));
        assertThat(own.run(semaphore.tryAcquire())).isFalse();
        assertThat(semaphore).hasToString("Semaphore(0 of 3 available, 0 waiting)");
        own.run(semaphore.release());
        assertThat(own.run(semaphore.tryAcquire())).isTrue();
        own.run(semaphore.releaseN(3));
        assertThat(own.run(semaphore.available())).isEqualTo(3);
    }

    @Test
    void itMayBeginWithPermitsTaken() throws Exception {
        Semaphore semaphore = Semaphore.create(2, 0);
        Fiber<?> waits = own.runtime().runAsync(semaphore.acquireN(2), end -> {});
        OwnRuntime.await("it waits", () -> semaphore.permits.waiting() == 1);
        own.run(semaphore.release());
        assertThat(own.run(semaphore.waiting())).isEqualTo(1);
        own.run(semaphore.release());
        own.run(waits.joinOrFail());
        assertThat(own.run(semaphore.available())).isZero();
    }

    @Test
    void aPermitIsGivenBackOnEveryKindOfEnd() throws Exception {
        Semaphore semaphore = Semaphore.create(4);
        assertThat(own.run(semaphore.withPermit(Task.now(7)))).isEqualTo(7);
        assertThat(own.run(semaphore.withPermits(3, semaphore.available()))).isEqualTo(1);
        assertThat(own.run(semaphore.withPermits(4, Task.yieldNow().then(semaphore.available()))))
                .isZero();
        IllegalStateException error = new IllegalStateException("the task's own");
        assertThat(own.outcome(semaphore.withPermit(Task.fail(error)))).isEqualTo(new Outcome.Failed<>(error));
        assertThat(own.outcome(semaphore.withPermits(2, Task.yieldNow().then(Task.fail(error)))))
                .isEqualTo(new Outcome.Failed<>(error));
        assertThat(own.outcome(semaphore.withPermit(Task.canceled()))).isEqualTo(new Outcome.Canceled<>());
        assertThat(own.outcome(semaphore.withPermit(Task.yieldNow().then(Task.canceled()))))
                .isEqualTo(new Outcome.Canceled<>());
        assertThat(semaphore).hasToString("Semaphore(4 of 4 available, 0 waiting)");
    }

    @Test
    void whatCannotBeIsRefusedInWords() {
        Semaphore semaphore = Semaphore.create(3);
        assertThatThrownBy(() -> Semaphore.create(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 1 permit, but was to be made with 0");
        assertThatThrownBy(() -> Semaphore.make(-2)).hasMessageContaining("-2");
        assertThatThrownBy(() -> Semaphore.create(3, 4)).hasMessageContaining("0 to 3 of them available, not with 4");
        assertThatThrownBy(() -> Semaphore.create(3, -1)).hasMessageContaining("not with -1");
        assertThatThrownBy(() -> semaphore.acquireN(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4 permits were to be taken from a Semaphore that has 3 in all");
        assertThatThrownBy(() -> semaphore.withPermits(4, Task.unit())).hasMessageContaining("3 in all");
        assertThatThrownBy(() -> semaphore.tryAcquireN(4)).hasMessageContaining("3 in all");
        assertThatThrownBy(() -> semaphore.releaseN(4)).hasMessageContaining("given back to a Semaphore that has 3");
        for (int less : new int[] {0, -1}) {
            assertThatThrownBy(() -> semaphore.acquireN(less)).hasMessageContaining("but " + less + " were asked for");
            assertThatThrownBy(() -> semaphore.releaseN(less)).hasMessageContaining("but " + less + " were asked for");
            assertThatThrownBy(() -> semaphore.tryAcquireN(less)).hasMessageContaining("at least 1 permit");
            assertThatThrownBy(() -> semaphore.withPermits(less, Task.unit()))
                    .hasMessageContaining("at least 1 permit");
        }
    }

    @Test
    void aReleaseTooManyFailsAndChangesNothing() throws Exception {
        Semaphore semaphore = Semaphore.create(2);
        assertThatThrownBy(() -> own.run(semaphore.release()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("1 permit was given back with 2 of 2 there");
        own.run(semaphore.acquire());
        assertThatThrownBy(() -> own.run(semaphore.releaseN(2))).hasMessageContaining("with 1 of 2 there");
        assertThat(own.run(semaphore.available())).isEqualTo(1);
        Fiber<?> waits = own.runtime().runAsync(semaphore.acquireN(2), end -> {});
        OwnRuntime.await("it waits", () -> semaphore.permits.waiting() == 1);
        assertThatThrownBy(() -> own.run(semaphore.releaseN(2))).hasMessageContaining("with 1 of 2 there");
        own.run(semaphore.release());
        own.run(waits.joinOrFail());
    }

    @Test
    void aReleaseTooManyByTheTaskIsToldWhereItsEndHasRoom() throws Exception {
        Semaphore semaphore = Semaphore.create(1);
        assertThatThrownBy(() -> own.run(semaphore.withPermit(semaphore.release())))
                .hasMessageContaining("a Semaphore takes back what was taken");
        IllegalStateException error = new IllegalStateException("the task's own");
        assertThatThrownBy(
                        () -> own.run(semaphore.withPermit(semaphore.release().then(Task.fail(error)))))
                .isSameAs(error)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class));
        assertThat(own.outcome(semaphore.withPermit(semaphore.release().then(Task.canceled()))))
                .isEqualTo(new Outcome.Canceled<>());
        assertThat(own.takeReports())
                .singleElement()
                .satisfies(report -> assertThat(report.error()).isInstanceOf(IllegalStateException.class));
        assertThat(own.run(semaphore.available())).isEqualTo(1);
    }

    @Test
    void aPermitForAFiberWhoseExecutorRefusesItComesBack() throws Exception {
        Semaphore semaphore = Semaphore.create(1);
        ExecutorService single = Executors.newSingleThreadExecutor();
        try {
            AtomicInteger jobs = new AtomicInteger(1);
            own.run(semaphore.acquire());
            Task<?> task = Task.fork(semaphore.withPermit(Task.unit()), job -> {
                if (jobs.getAndDecrement() <= 0) {
                    throw new RejectedExecutionException("full");
                }
                single.execute(job);
            });
            Fiber<?> fiber = own.runtime().runAsync(task, end -> {});
            OwnRuntime.await("it waits", () -> semaphore.permits.waiting() == 1);
            // the turn in which it began to wait is over
            OwnRuntime.get(CompletableFuture.runAsync(() -> {}, single), "the end of a turn");
            own.run(semaphore.release());
            assertThat(own.run(fiber.join()))
                    .isInstanceOfSatisfying(
                            Outcome.Failed.class,
                            failed -> assertThat(failed.error()).isInstanceOf(RejectedExecutionException.class));
            own.run(semaphore.acquire().timeout(OwnRuntime.DEADLINE));
        } finally {
            single.shutdownNow();
        }
    }

    private boolean dumped(String words) {
        return own.runtime().dump().toText().contains(words);
    }

    @Test
    void theDumpSaysWhatIsWaitedFor() throws Exception {
        Semaphore semaphore = Semaphore.create(2, 0);
        Fiber<?> one = own.runtime().runAsync(semaphore.acquire(), end -> {});
        OwnRuntime.await("it waits", () -> semaphore.permits.waiting() == 1);
        OwnRuntime.await("the dump says so", () -> dumped("waits for a permit of a Semaphore"));
        Fiber<?> two = own.runtime().runAsync(semaphore.acquireN(2), end -> {});
        OwnRuntime.await("both wait", () -> semaphore.permits.waiting() == 2);
        OwnRuntime.await("the dump says so", () -> dumped("waits for 2 permits of a Semaphore"));
        own.run(one.cancel());
        own.run(two.cancel());
        assertThat(semaphore).hasToString("Semaphore(0 of 2 available, 0 waiting)");
    }

    @Test
    void manyWaitsThatGiveUpLeaveNothing() throws Exception {
        Semaphore semaphore = Semaphore.create(1, 0);
        byte[][] kept = new byte[1][];
        // each wait would keep 64 KiB if it stayed in the list: 20 000 of them are 1.2 GiB
        Task<Void> wait = Task.defer(() -> {
            byte[] large = new byte[1 << 16];
            kept[0] = large;
            return semaphore
                    .acquire()
                    .map(x -> large)
                    .timeoutTo(Duration.ofNanos(1), Task.now(large))
                    .thenReturn(null);
        });
        own.run(Task.traverse(Collections.nCopies(20_000, wait), t -> t));
        kept[0] = null;
        assertThat(semaphore).hasToString("Semaphore(0 of 1 available, 0 waiting)");
    }
}
