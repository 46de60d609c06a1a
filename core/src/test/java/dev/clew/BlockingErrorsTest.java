package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What blocking code throws when nobody waits for it any more is not lost, unless it says that it was interrupted. */
class BlockingErrorsTest {
    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(1);

    /** Interrupts code that answers by throwing {@code answer}, and gives what was reported. */
    private List<OwnRuntime.Report> interrupted(Throwable answer) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Fiber<Void> fiber = own.runtime()
                .runAsync(
                        Task.interruptible(() -> {
                            begun.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                if (answer instanceof Exception exception) {
                                    throw exception;
                                }
                                throw (Error) answer;
                            }
                            return null;
                        }),
                        end -> {});
        OwnRuntime.await(begun);
        own.run(fiber.cancel());
        assertThat(own.run(fiber.join())).isInstanceOf(Outcome.Canceled.class);
        return own.takeReports();
    }

    @Test
    void anErrorAfterAnInterruptIsReported() throws Exception {
        for (Throwable error : List.of(
                new Steps.Boom("while cleaning up"),
                new AssertionError("an error"),
                new IOException("broken", new Steps.Boom("cause")),
                new SocketTimeoutException("a kind of InterruptedIOException, but none"))) {
            assertThat(interrupted(error)).singleElement().satisfies(report -> {
                assertThat(report.error()).isSameAs(error);
                assertThat(report.what()).contains("interrupted");
            });
        }
    }

    @Test
    void anErrorThatOnlySaysSoIsNot() throws Exception {
        for (Throwable error : List.of(
                new InterruptedException("itself"),
                new InterruptedIOException("of a stream"),
                new ClosedByInterruptException(),
                new UncheckedIOException(new ClosedByInterruptException()),
                new IllegalStateException("wraps it", new InterruptedException("itself")))) {
            assertThat(interrupted(error)).as(error.toString()).isEmpty();
        }
    }

    @Test
    void aFatalOneEndsTheRuntime() {
        CompletableFuture<Throwable> reported = new CompletableFuture<>();
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-interrupted-fatally")
                .workers(1)
                .errorReporter((what, error) -> reported.complete(error))
                .build();
        InternalError fatal = new InternalError("thrown by a test");
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Object> code = runtime.toCompletableFuture(Task.interruptible(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw fatal;
            }
            return null;
        }));
        CompletableFuture<Outcome<Object>> waits = new CompletableFuture<>();
        runtime.runAsync(Task.never(), waits::complete);
        OwnRuntime.await("it blocks", () -> begun.getCount() == 0);
        assertThat(code.cancel(true)).isTrue();
        assertThat(OwnRuntime.get(reported, "the report")).isSameAs(fatal);
        assertThat(OwnRuntime.get(waits, "what waited")).isEqualTo(new Outcome.Failed<>(fatal));
        runtime.close();
    }

    @Test
    void theErrorOfATaskWhoseFutureIsDoneAlreadyIsReported() {
        Steps.Boom boom = new Steps.Boom("too late");
        CompletableFuture<Integer> future =
                own.runtime().toCompletableFuture(Steps.sleep(20).then(Task.fail(boom)));
        assertThat(future.complete(1)).isTrue();
        List<OwnRuntime.Report> reports = new java.util.ArrayList<>();
        OwnRuntime.await("the report", () -> reports.addAll(own.takeReports()));
        assertThat(reports).extracting(OwnRuntime.Report::error).containsExactly(boom);
    }

    @Test
    void anErrorThatAnInterruptedCallersTaskEndsWithGoesWithTheInterrupt() throws Exception {
        Steps.Boom boom = new Steps.Boom("on the way out");
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                own.runtime()
                        .runSync(Task.uncancelable(poll -> Steps.sleep(1)
                                .then(Steps.release(begun))
                                .then(Steps.sleep(50))
                                .then(Task.fail(boom))));
            } catch (Throwable t) {
                thrown.complete(t);
            }
        });
        caller.start();
        OwnRuntime.await(begun);
        caller.interrupt();
        assertThat(OwnRuntime.get(thrown, "the caller")).isInstanceOf(InterruptedException.class);
        assertThat(thrown.join().getSuppressed()).containsExactly(boom);
    }
}
