package dev.clew.internal.kernel;

import dev.clew.Fiber;
import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.internal.sched.Ending;
import dev.clew.internal.sched.Pool;
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
        Node<A> node = CallSites.root(Node.of(task, "the argument of a run"));
        FiberState fiber = new FiberState(scheduler, node, null, new Told<>(scheduler, callback));
        submit(scheduler, fiber);
        return typed(fiber);
    }

    /** A future of {@code task}'s value; cancelling it cancels the fiber. */
    public static <A extends @Nullable Object> CompletableFuture<A> future(Scheduler scheduler, Task<A> task) {
        TaskFuture<A> future = new TaskFuture<>(scheduler);
        FiberState fiber =
                new FiberState(scheduler, CallSites.root(Node.of(task, "the argument of a run")), null, future);
        future.fiber = fiber;
        submit(scheduler, fiber);
        return future;
    }

    private static void submit(Scheduler scheduler, FiberState fiber) {
        fiber.carryFromCaller();
        scheduler.foreign().countFiber();
        try {
            scheduler.submitLast(fiber);
        } catch (Throwable thrown) {
            // Want of memory, or an executor that refuses: nobody has the fiber, so nobody is to wait for it.
            scheduler.foreign().countEnded(Ending.FAILED);
            throw thrown;
        }
    }

    /**
     * Runs {@code task} and waits for it. The calling thread evaluates it itself, as a guest of {@code host}, up to the
     * first boundary; where {@code host} is null all of it runs elsewhere.
     */
    public static <A extends @Nullable Object> A await(Scheduler scheduler, @Nullable Pool host, Task<A> task)
            throws Exception {
        Waiter waiter = new Waiter();
        FiberState fiber = fiber(scheduler, task, waiter);
        if (host != null) {
            fiber.carryFromCaller();
            host.runAsGuest(fiber);
        } else {
            submit(scheduler, fiber);
        }
        if (fiber.endKind() == FiberState.RUNNING) {
            try {
                waiter.await();
            } catch (InterruptedException interrupted) {
                throw stopped(fiber, waiter, interrupted);
            }
        }
        return result(fiber);
    }

    /** The caller was interrupted: stops the fiber; an error that it ends with all the same goes with the interrupt. */
    private static InterruptedException stopped(FiberState fiber, Waiter waiter, InterruptedException interrupted) {
        fiber.requestCancel();
        waiter.awaitUninterruptibly();
        if (fiber.endKind() == FiberState.END_FAILED) {
            Suppressed.add(interrupted, fiber.endError());
        }
        return interrupted;
    }

    /** Runs all of {@code task} elsewhere for {@code nanos} at most; then cancels, waits for the finalizers, and throws. */
    public static <A extends @Nullable Object> A await(Scheduler scheduler, Task<A> task, long nanos, String limit)
            throws Exception {
        Waiter waiter = new Waiter();
        FiberState fiber = fiber(scheduler, task, waiter);
        submit(scheduler, fiber);
        boolean inTime;
        try {
            inTime = waiter.await(nanos);
        } catch (InterruptedException interrupted) {
            throw stopped(fiber, waiter, interrupted);
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

    /** Asks a fiber of a run to stop, and does not wait. */
    public static void requestCancel(Fiber<?> fiber) {
        if (fiber instanceof FiberState running) {
            running.requestCancel();
        }
    }

    private static FiberState fiber(Scheduler scheduler, Task<?> task, Waiter waiter) {
        return new FiberState(scheduler, Node.of(task, "the argument of a run"), null, waiter);
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
            // Where there is no memory for this, nobody was told: it is tried again.
            Outcome<A> end = outcome(fiber);
            try {
                callback.accept(end);
            } catch (Throwable thrown) {
                if (Fatal.isFatal(thrown)) {
                    scheduler.fatal(thrown);
                } else {
                    scheduler.report("the callback of a run threw", thrown);
                }
            }
        }
    }

    private static final class TaskFuture<A extends @Nullable Object> extends CompletableFuture<A> implements FiberEnd {
        private final Scheduler scheduler;
        private @Nullable FiberState fiber;

        /** A failure was being told when memory ran out; so it may have been told already. */
        private boolean telling;

        TaskFuture(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public void fiberEnded(FiberState ended) {
            try {
                end(outcome(ended));
            } catch (OutOfMemoryError thrown) {
                // Nobody was told: it is tried again.
                throw thrown;
            } catch (Throwable thrown) {
                scheduler.report("what depends on the future of a run threw", thrown);
            }
        }

        private void end(Outcome<A> outcome) {
            if (outcome instanceof Outcome.Succeeded<A> s) {
                complete(s.value());
            } else if (outcome instanceof Outcome.Failed<A> f) {
                boolean again = telling;
                telling = true;
                if (!completeExceptionally(f.error()) && !again) {
                    scheduler.report("a task failed whose future had been completed or cancelled before", f.error());
                }
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
