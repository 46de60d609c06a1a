package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Closing meets callers of {@code runSync} whose threads evaluate the beginning of a task themselves. */
class CloseAndGuestsTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(1).thatCloses(Duration.ofHours(1));

    private static Task<Void> bindForEver() {
        return Task.unit().flatMap(ignored -> bindForEver());
    }

    /** Runs {@code task} as a guest on a thread of its own; gives what {@code runSync} threw, or null. */
    private CompletableFuture<Throwable> guest(Task<?> task) {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                own.runtime().runSync(task);
                thrown.complete(null);
            } catch (Throwable t) {
                thrown.complete(t);
            }
        });
        caller.setDaemon(true);
        caller.start();
        return thrown;
    }

    private boolean refuses() {
        try {
            own.runtime().runAsync(Task.unit(), end -> {});
            return false;
        } catch (RejectedExecutionException closing) {
            return true;
        }
    }

    @Test
    void aGuestIsCancelledAndItsFinalizersAreWaitedFor() throws Exception {
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Throwable> thrown = guest(Steps.release(begun)
                .then(bindForEver())
                .guarantee(Steps.sleep(30).then(Steps.note(log, "finalized"))));
        OwnRuntime.await(begun);
        own.runtime().close();
        log.add("closed");
        assertThat(OwnRuntime.get(thrown, "the guest")).isInstanceOf(CancellationException.class);
        assertThat(log).containsExactly("finalized", "closed");
    }

    @Test
    void aGuestInsideUserCodeIsWaitedFor() throws Exception {
        List<String> log = Steps.log();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Throwable> thrown = guest(Steps.release(begun)
                .then(Steps.block(released))
                .then(Steps.note(log, "not reached"))
                .guarantee(Steps.note(log, "finalized")));
        OwnRuntime.await(begun);
        Thread closer = new Thread(() -> {
            own.runtime().close();
            log.add("closed");
        });
        closer.start();
        OwnRuntime.await("it is closing", this::refuses);
        released.countDown();
        closer.join(OwnRuntime.DEADLINE.toMillis());
        assertThat(OwnRuntime.get(thrown, "the guest")).isInstanceOf(CancellationException.class);
        assertThat(log).containsExactly("finalized", "closed");
    }

    @Test
    void moreGuestsThanThereIsRoomForAreFoundAsWell() throws Exception {
        int guests = 60;
        CountDownLatch begun = new CountDownLatch(guests);
        List<String> log = Steps.log();
        List<CompletableFuture<Throwable>> ends = new ArrayList<>();
        for (int i = 0; i < guests; i++) {
            CountDownLatch never = new CountDownLatch(1);
            ends.add(guest(Steps.release(begun)
                    .then(Task.defer(
                            () -> refuses() ? Task.unit() : Task.yieldNow().then(Task.never())))
                    .guarantee(Steps.note(log, "finalized"))));
            never.countDown();
        }
        OwnRuntime.await(begun);
        own.runtime().close();
        for (CompletableFuture<Throwable> end : ends) {
            OwnRuntime.get(end, "a guest");
        }
        assertThat(log).hasSize(guests);
    }

    @Test
    void aGuestThatClosesDoesNotWaitForItself() {
        List<String> log = Steps.log();
        Task<Void> closes = Steps.act(own.runtime()::close).then(Steps.note(log, "not reached"));
        assertThat(OwnRuntime.get(guest(closes.guarantee(Steps.note(log, "finalized"))), "the guest"))
                .isInstanceOf(CancellationException.class);
        assertThat(log).containsExactly("finalized");
    }

    @Test
    void aRunInsideAGuestsRunThatClosesDoesNotWaitForEither() {
        List<String> log = Steps.log();
        Task<Void> inner = Steps.act(own.runtime()::close).guarantee(Steps.note(log, "inner"));
        Task<Void> outer = Task.delay(() -> own.runtime().runSync(inner)).guarantee(Steps.note(log, "outer"));
        OwnRuntime.get(guest(outer), "the guest");
        assertThat(log).containsExactly("inner", "outer");
    }
}
