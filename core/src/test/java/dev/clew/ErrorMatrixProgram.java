package dev.clew;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Throws each error of a list in each place where user code can throw, on a runtime of its own each, and looks whether all
 * ends as it should. Run in a JVM of its own by {@link ErrorMatrixTest}; prints what is wrong, and how much was tried.
 */
final class ErrorMatrixProgram {
    private static final Map<String, Supplier<Throwable>> ERRORS = new LinkedHashMap<>();
    private static final Set<String> FATAL =
            Set.of("out of memory", "internal error", "unknown error", "linkage error of ours");
    private static final Map<String, Place> PLACES = new LinkedHashMap<>();

    private static final long DEADLINE_SECONDS = 20;

    private ErrorMatrixProgram() {}

    /** Has {@code error} thrown on {@code runtime}. */
    private interface Place {
        void provoke(TaskRuntime runtime, Throwable error);
    }

    static {
        ERRORS.put("out of memory", () -> new OutOfMemoryError("thrown by a test"));
        ERRORS.put("internal error", () -> new InternalError("thrown by a test"));
        ERRORS.put("unknown error", () -> new UnknownError("thrown by a test"));
        ERRORS.put("linkage error of ours", () -> new NoSuchMethodError("thrown by a class of dev.clew"));
        ERRORS.put("linkage error of the user's", () -> {
            LinkageError error = new NoClassDefFoundError("thrown by a test");
            error.setStackTrace(new StackTraceElement[] {new StackTraceElement("com.example.Users", "code", null, 1)});
            return error;
        });
        ERRORS.put("stack overflow", () -> new StackOverflowError("thrown by a test"));
        ERRORS.put("assertion", () -> new AssertionError("thrown by a test"));
        ERRORS.put("interrupt", () -> new InterruptedException("thrown by a test"));

        task("step", ErrorMatrixProgram::thrower);
        task("map after a wait", error -> Steps.sleep(1).map(ignored -> sneak(error)));
        task("fail", Task::fail);
        task("finalizer", error -> Task.now(1).guarantee(thrower(error)));
        task("finalizer of a cancelled", error -> Task.canceled().onCancel(thrower(error)));
        task("callback", error -> Task.async(callback -> callback.failure(error)));
        task("register", error -> Task.async(callback -> sneak(error)));
        task("future", error -> Task.fromFuture(() -> CompletableFuture.failedFuture(error)));
        task("maker of a future", error -> Task.fromFuture(() -> sneak(error)));
        task(
                "cancel of a future",
                error -> Task.fromFuture(() -> throwsAtCancel(error)).timeout(Duration.ofMillis(1)));
        task("left branch", error -> Task.yieldNow().then(thrower(error)).both(Task.never()));
        task("right branch", error -> Task.never().both(Task.yieldNow().then(thrower(error))));
        task(
                "element",
                error -> Task.gather(List.of(Task.never(), Task.yieldNow().then(thrower(error)))));
        task("element that stops nobody", error -> Task.gatherUnordered(List.of(thrower(error), Task.unit()), false));
        task("function of a range", error -> Task.parTraverse(List.of(1, 2, 3), n -> sneak(error)));
        task("iterator", error -> Task.parTraverseDiscard(2, () -> iterator(error), n -> Task.unit()));
        task(
                "merge of results",
                error -> Task.reduceUnordered(
                        List.of(Task.now(1), Task.now(2), Task.<Integer>never()), 0, (a, b) -> sneak(error)));
        task("blocking code", error -> Task.blocking(() -> sneak(error)));
        task("interruptible code", error -> Task.interruptible(() -> sneak(error)));
        task("executor", error -> Task.unit().on(job -> sneak(error)));
        task("executor that a timer wakes on", error -> Steps.sleep(1).on(secondTime(error)));
        task("joined fiber", error -> thrower(error).start().flatMap(Fiber::joinOrFail));
        task("fiber that nobody joins", error -> thrower(error).start());
        PLACES.put("raw job", (runtime, error) -> runtime.executor().execute(() -> sneak(error)));
        PLACES.put("consumer of runAsync", (runtime, error) -> runtime.runAsync(Task.unit(), end -> sneak(error)));
        PLACES.put(
                "error reporter",
                (runtime, error) ->
                        runtime.runAsync(Task.fail(new Reported(error)).start(), end -> {}));
    }

    private static void task(String name, Fn<Throwable, Task<?>> made) {
        PLACES.put(name, (runtime, error) -> {
            Task<?> task;
            try {
                task = made.apply(error);
            } catch (Exception thrown) {
                throw new AssertionError("a test made no task", thrown);
            }
            runtime.runAsync(task, end -> {});
        });
    }

    /** Has the error reporter throw. */
    private static final class Reported extends Exception {
        private static final long serialVersionUID = 1;

        Reported(Throwable thrown) {
            super("the reporter throws the cause of this", thrown);
        }
    }

    /** Throws {@code error}, checked or not, where any value is wanted. */
    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <A> A sneak(Throwable error) {
        ErrorMatrixProgram.<RuntimeException>hide(error);
        throw new AssertionError("it was thrown before");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void hide(Throwable error) throws E {
        throw (E) error;
    }

    private static <A> Task<A> thrower(Throwable error) {
        return Task.delay(() -> sneak(error));
    }

    private static CompletableFuture<Integer> throwsAtCancel(Throwable error) {
        return new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterruptIfRunning) {
                return sneak(error);
            }
        };
    }

    private static Iterator<Integer> iterator(Throwable error) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public Integer next() {
                return sneak(error);
            }
        };
    }

    private static Executor secondTime(Throwable error) {
        AtomicInteger times = new AtomicInteger();
        return job -> {
            if (times.getAndIncrement() > 0) {
                sneak(error);
            }
            job.run();
        };
    }

    public static void main(String[] errors) {
        int tried = 0;
        for (Map.Entry<String, Supplier<Throwable>> error : ERRORS.entrySet()) {
            if (errors.length == 0 || List.of(errors).contains(error.getKey())) {
                for (Map.Entry<String, Place> place : PLACES.entrySet()) {
                    String what = error.getKey() + " in " + place.getKey();
                    try {
                        tryOne(error.getValue().get(), FATAL.contains(error.getKey()), place.getValue());
                    } catch (Throwable wrong) {
                        System.out.println(what + ": " + wrong);
                    }
                    tried++;
                }
            }
        }
        System.out.println("tried: " + tried);
        System.exit(0);
    }

    private static void tryOne(Throwable error, boolean fatal, Place place) throws Exception {
        Set<Throwable> reports = ConcurrentHashMap.newKeySet();
        TaskRuntime runtime = TaskRuntime.builder()
                .name("clew-matrix")
                .workers(2)
                // one of the others never ends by itself
                .closeTimeout(fatal ? Duration.ofSeconds(20) : Duration.ofMillis(20))
                .errorReporter((what, reported) -> {
                    reports.add(reported);
                    if (reported instanceof Reported thrown) {
                        sneak(thrown.getCause());
                    }
                })
                .build();
        List<CompletableFuture<Outcome<Object>>> others = new ArrayList<>();
        for (Task<Object> other : List.<Task<Object>>of(
                Task.never(),
                Task.uncancelable(poll -> Task.never()),
                Steps.sleep(3_600_000).thenReturn(1),
                Task.never().start().flatMap(Fiber::joinOrFail),
                Task.never().both(Task.never()).thenReturn(1))) {
            CompletableFuture<Outcome<Object>> end = new CompletableFuture<>();
            runtime.runAsync(other, end::complete);
            others.add(end);
        }
        await("the others wait", () -> runtime.metrics().fibersSuspendedNow() >= 6);
        place.provoke(runtime, error);
        if (fatal) {
            Outcome<Object> expected = new Outcome.Failed<>(error);
            for (CompletableFuture<Outcome<Object>> other : others) {
                check(get(other).equals(expected), "ended as " + other);
            }
            await("it is reported", () -> reports.contains(error));
            try {
                runtime.runAsync(Task.unit(), end -> {});
                check(false, "the runtime takes new work");
            } catch (RejectedExecutionException refused) {
                check(refused.getCause() == error, "refused because of " + refused.getCause());
            }
        } else {
            await("what threw has ended", () -> runtime.metrics().fibersSuspendedNow() <= 8);
            check(runtime.runSync(Task.fork(Task.now(1))).equals(1), "no new work");
            for (CompletableFuture<Outcome<Object>> other : others) {
                check(!other.isDone(), "an innocent fiber ended as " + other);
            }
        }
        runtime.close();
        for (CompletableFuture<Outcome<Object>> other : others) {
            get(other);
        }
        check(runtime.metrics().fibersSuspendedNow() == 0, "fibers are left");
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (!condition.getAsBoolean()) {
            check(System.nanoTime() - deadline < 0, "not in time: " + what);
            LockSupport.parkNanos(100_000);
        }
    }

    private static <A> A get(CompletableFuture<A> future) throws Exception {
        return future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
