package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** An error after which nothing can be relied on is reported, fails everything, and ends the runtime: nothing hangs. */
class FatalErrorTest {
    private final ConcurrentLinkedQueue<Throwable> reports = new ConcurrentLinkedQueue<>();
    private final InternalError fatal = new InternalError("thrown by a test");

    private TaskRuntime runtime(String name) {
        return TaskRuntime.builder()
                .name(name)
                .workers(2)
                .closeTimeout(Duration.ofSeconds(5))
                .errorReporter((what, error) -> reports.add(error))
                .build();
    }

    private static <A> CompletableFuture<Outcome<A>> outcome(TaskRuntime runtime, Task<A> task) {
        CompletableFuture<Outcome<A>> end = new CompletableFuture<>();
        runtime.runAsync(task, end::complete);
        return end;
    }

    private Task<Object> thrower() {
        return Task.delay(() -> {
            throw fatal;
        });
    }

    @Test
    void whereverItIsThrownAllThatWaitsAndRunsEndsWithIt() throws Exception {
        Map<String, Task<?>> throwers = new LinkedHashMap<>();
        throwers.put("step", thrower());
        throwers.put("map", Steps.sleep(1).map(x -> {
            throw fatal;
        }));
        throwers.put("fail", Task.fail(fatal));
        throwers.put("recovered in vain", thrower().recover(e -> 1).attempt());
        throwers.put("finalizer", Task.now(1).guarantee(thrower()));
        throwers.put("finalizer of a cancelled", Task.canceled().onCancel(thrower()));
        throwers.put("callback", Task.async(callback -> callback.failure(fatal)));
        throwers.put("register", Task.async(callback -> {
            throw fatal;
        }));
        throwers.put("future", Task.fromFuture(() -> CompletableFuture.failedFuture(fatal)));
        throwers.put("blocking", Task.blocking(() -> {
            throw fatal;
        }));
        throwers.put("branch", Steps.sleep(5).both(Task.yieldNow().then(thrower())));
        throwers.put(
                "element",
                Task.gather(List.of(
                        Steps.sleep(5).then(Task.unit()).map(x -> (Object) "slept"),
                        Task.yieldNow().then(thrower()),
                        Task.never())));
        for (Map.Entry<String, Task<?>> entry : throwers.entrySet()) {
            reports.clear();
            TaskRuntime runtime = runtime("clew-fatal");
            CompletableFuture<Outcome<Object>> waits = outcome(runtime, Task.never());
            CompletableFuture<Outcome<Object>> masked = outcome(runtime, Task.uncancelable(poll -> Task.never()));
            CompletableFuture<Outcome<Void>> sleeps = outcome(runtime, Task.sleep(Duration.ofHours(1)));
            CompletableFuture<Outcome<Void>> yields = outcome(runtime, yieldForEver());
            OwnRuntime.await("three wait", () -> runtime.metrics().fibersSuspendedNow() >= 3);
            CompletableFuture<?> end = outcome(runtime, entry.getValue());
            for (CompletableFuture<?> each : List.of(waits, masked, sleeps, yields, end)) {
                assertThat(OwnRuntime.get(each, entry.getKey()))
                        .as(entry.getKey())
                        .isEqualTo(new Outcome.Failed<>(fatal));
            }
            assertThat(reports).as(entry.getKey()).contains(fatal);
            assertThatThrownBy(() -> runtime.runSync(Task.now(1))).isInstanceOf(RejectedExecutionException.class);
            runtime.close();
            OwnRuntime.await("no worker is left", () -> noThread("clew-fatal-worker"));
        }
    }

    private static boolean noThread(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(t -> t.getName().startsWith(prefix));
    }

    private static Task<Void> yieldForEver() {
        return Task.yieldNow().flatMap(ignored -> yieldForEver());
    }

    private static Task<Void> bindForEver() {
        return Task.unit().flatMap(ignored -> bindForEver());
    }

    @Test
    void aFiberThatRunsMeanwhileEndsAtItsNextWaitOrBind() throws Exception {
        TaskRuntime runtime = runtime("clew-fatal-running");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<Outcome<Void>> later =
                outcome(runtime, Steps.release(begun).then(Steps.block(go)).then(Task.sleep(Duration.ofHours(1))));
        OwnRuntime.await(begun);
        assertThat(OwnRuntime.get(outcome(runtime, thrower()), "the thrower")).isEqualTo(new Outcome.Failed<>(fatal));
        go.countDown();
        assertThat(OwnRuntime.get(later, "who waited later")).isEqualTo(new Outcome.Failed<>(fatal));
        runtime.close();

        TaskRuntime second = runtime("clew-fatal-binding");
        CountDownLatch binding = new CountDownLatch(1);
        CompletableFuture<Outcome<Void>> binds =
                outcome(second, Steps.release(binding).then(bindForEver()));
        OwnRuntime.await(binding);
        assertThat(OwnRuntime.get(outcome(second, thrower()), "the thrower")).isEqualTo(new Outcome.Failed<>(fatal));
        assertThat(OwnRuntime.get(binds, "who never waits")).isEqualTo(new Outcome.Failed<>(fatal));
        second.close();
    }

    @Test
    void aCallbackOrARawJobThatThrowsItEndsTheRuntime() {
        for (boolean raw : new boolean[] {false, true}) {
            TaskRuntime runtime = runtime("clew-fatal-callback");
            CompletableFuture<Outcome<Object>> waits = outcome(runtime, Task.never());
            OwnRuntime.await("it waits", () -> runtime.metrics().fibersSuspendedNow() == 1);
            if (raw) {
                runtime.executor().execute(() -> {
                    throw fatal;
                });
            } else {
                runtime.runAsync(Task.now(1), end -> {
                    throw fatal;
                });
            }
            assertThat(OwnRuntime.get(waits, "who waits")).isEqualTo(new Outcome.Failed<>(fatal));
            runtime.close();
        }
    }

    @Test
    void aCallerWhoWaitsGetsTheErrorItself() {
        TaskRuntime runtime = runtime("clew-fatal-caller");
        assertThatThrownBy(() -> runtime.runSync(Steps.sleep(1).then(thrower())))
                .isSameAs(fatal);
        TaskRuntime guest = runtime("clew-fatal-guest");
        assertThatThrownBy(() -> guest.runSync(thrower())).isSameAs(fatal);
        assertThat(reports).contains(fatal);
        runtime.close();
        guest.close();
    }

    @Test
    void linkageErrorsAndStackOverflowsOfUserCodeAreOrdinary() {
        TaskRuntime runtime = runtime("clew-ordinary");
        for (Throwable ordinary : List.of(
                new NoClassDefFoundError("user's"),
                new StackOverflowError("user's"),
                new ExceptionInInitializerError("user's"))) {
            ordinary.setStackTrace(
                    new StackTraceElement[] {new StackTraceElement("com.example.Users", "code", "Users.java", 1)});
            assertThat(OwnRuntime.get(
                            outcome(runtime, Task.fail(ordinary).recover(e -> e == ordinary)), "an ordinary error"))
                    .isEqualTo(new Outcome.Succeeded<>(true));
        }
        assertThat(reports).isEmpty();
        runtime.close();
    }
}
