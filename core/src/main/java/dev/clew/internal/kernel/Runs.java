package dev.clew.internal.kernel;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.sched.Carrier;
import dev.clew.internal.sched.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How tasks are run from outside: the ends that meet threads, callbacks and futures. */
public final class Runs {
    private Runs() {}

    /** Starts {@code task}; {@code callback} gets the outcome on the thread that ran the last step. */
    public static <A extends @Nullable Object> Fiber<A> start(
            Scheduler scheduler, Task<A> task, Consumer<? super Outcome<A>> callback) {
        Node<A> node = Node.of(task, "the argument of a run");
        FiberState fiber = new FiberState(scheduler, node, null, new Told<>(scheduler, callback));
        fiber.carryFromCaller();
        scheduler.foreign().countFiber();
        scheduler.submitLast(fiber);
        return typed(fiber);
    }

    /** A future of {@code task}'s value; cancelling it cancels the fiber. */
    public static <A extends @Nullable Object> CompletableFuture<A> future(Scheduler scheduler, Task<A> task) {
        TaskFuture<A> future = new TaskFuture<>();
        FiberState fiber = new FiberState(
                scheduler,
                Node.of(task, "the argument of a run"),
                null,
                new Told<A>(scheduler, outcome -> future.end(outcome)));
        future.fiber = fiber;
        fiber.carryFromCaller();
        scheduler.foreign().countFiber();
        scheduler.submitLast(fiber);
        return future;
    }

    /**
     * Runs {@code task} and waits for it. The calling thread evaluates it itself on {@code guest} up to the first
     * boundary; where {@code guest} is null all of it runs elsewhere.
     */
    public static <A extends @Nullable Object> A await(Scheduler scheduler, @Nullable Carrier guest, Task<A> task)
            throws Exception {
        Waiter waiter = new Waiter();
        FiberState fiber = begin(scheduler, guest, task, waiter);
        if (fiber.endKind() == FiberState.RUNNING) {
            try {
                waiter.await();
            } catch (InterruptedException interrupted) {
                fiber.requestCancel();
                waiter.awaitUninterruptibly();
                throw interrupted;
            }
        }
        return result(fiber);
    }

    /** As {@link #await}, for {@code nanos} at most; then cancels, waits for the finalizers, and throws. */
    public static <A extends @Nullable Object> A await(Scheduler scheduler, Task<A> task, long nanos, String limit)
            throws Exception {
        Waiter waiter = new Waiter();
        FiberState fiber = begin(scheduler, null, task, waiter);
        boolean inTime;
        try {
            inTime = waiter.await(nanos);
        } catch (InterruptedException interrupted) {
            fiber.requestCancel();
            waiter.awaitUninterruptibly();
            throw interrupted;
        }
        if (!inTime) {
            fiber.requestCancel();
            waiter.awaitUninterruptibly();
            if (fiber.endKind() == FiberState.END_CANCELED) {
                throw new TimeoutException("the task did not end within " + limit
                        + " and was cancelled; give runSync a longer limit, or find what the task waits for");
            }
        }
        return result(fiber);
    }

    private static FiberState begin(Scheduler scheduler, @Nullable Carrier guest, Task<?> task, Waiter waiter) {
        FiberState fiber = new FiberState(scheduler, Node.of(task, "the argument of a run"), null, waiter);
        fiber.carryFromCaller();
        if (guest != null) {
            fiber.run(guest);
        } else {
            scheduler.foreign().countFiber();
            scheduler.submitLast(fiber);
        }
        return fiber;
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <A extends @Nullable Object> A result(FiberState fiber) throws Exception {
        if (fiber.endKind() == FiberState.END_FAILED) {
            Traces.attachWithCaller(fiber.endError(), fiber);
        }
        return Node.<A>typed(fiber.outcome().get());
    }

    @SuppressWarnings("unchecked")
    private static <A extends @Nullable Object> Fiber<A> typed(FiberState fiber) {
        return (Fiber<A>) (Fiber<?>) fiber;
    }

    /** The outcome as it leaves the tasks: an error with its trace. */
    @SuppressWarnings("unchecked")
    private static <A extends @Nullable Object> Outcome<A> outcome(FiberState fiber) {
        if (fiber.endKind() == FiberState.END_FAILED) {
            Traces.attach(fiber.endError(), fiber);
        }
        return (Outcome<A>) fiber.outcome();
    }

    /** Calls a callback with the outcome. */
    private record Told<A extends @Nullable Object>(Scheduler scheduler, Consumer<? super Outcome<A>> callback)
            implements FiberEnd {
        @Override
        public void fiberEnded(FiberState fiber) {
            try {
                callback.accept(outcome(fiber));
            } catch (Throwable thrown) {
                if (Fatal.isFatal(thrown)) {
                    scheduler.fatal(thrown);
                } else {
                    scheduler.report("the callback of a run threw", thrown);
                }
            }
        }
    }

    private static final class TaskFuture<A extends @Nullable Object> extends CompletableFuture<A> {
        private @Nullable FiberState fiber;

        void end(Outcome<A> outcome) {
            if (outcome instanceof Outcome.Succeeded<A> s) {
                complete(s.value());
            } else if (outcome instanceof Outcome.Failed<A> f) {
                completeExceptionally(f.error());
            } else {
                super.cancel(false);
            }
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            boolean cancelled = super.cancel(mayInterruptIfRunning);
            FiberState running = fiber;
            if (cancelled && running != null) {
                running.requestCancel();
            }
            return cancelled;
        }

        /** Stages derived from this one are plain futures: cancelling them is not cancelling the task. */
        @Override
        public <U extends @Nullable Object> CompletableFuture<U> newIncompleteFuture() {
            return new CompletableFuture<>();
        }
    }

    /** A thread that waits for the end of a fiber. */
    private static final class Waiter implements FiberEnd {
        private final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public void fiberEnded(FiberState fiber) {
            ended.countDown();
        }

        void await() throws InterruptedException {
            ended.await();
        }

        boolean await(long nanos) throws InterruptedException {
            return ended.await(nanos, TimeUnit.NANOSECONDS);
        }

        void awaitUninterruptibly() {
            boolean interrupted = false;
            for (; ; ) {
                try {
                    ended.await();
                    break;
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
