package dev.clew.internal.kernel;

import dev.clew.internal.sched.Scheduler;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * {@code on} and {@code fork}: the whole of a task runs on some executor, and the fiber comes back afterwards.
 *
 * <p>{@code fork} always goes through the executor's queue; {@code on} does not move a fiber that runs there already.
 */
public final class OnNode<A extends @Nullable Object> extends Node<A> {
    private final Node<A> task;

    /** Null is the pool. */
    private final @Nullable Executor executor;

    private final boolean fork;

    private OnNode(Node<A> task, @Nullable Executor executor, boolean fork) {
        this.task = task;
        this.executor = executor;
        this.fork = fork;
    }

    public static <A extends @Nullable Object> OnNode<A> on(Node<A> task, Executor executor) {
        return new OnNode<>(task, executor, false);
    }

    public static <A extends @Nullable Object> OnNode<A> fork(Node<A> task, @Nullable Executor executor) {
        return new OnNode<>(task, executor, true);
    }

    @Override
    public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
        if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
            return UNWIND;
        }
        Executor before = strand.executor();
        Executor target = pool(fiber.scheduler()) ? null : executor;
        if (!fork && target == before && !fiber.carrier().isGuest()) {
            return task.eval(fiber, strand, depth + 1);
        }
        if (fork) {
            fiber.carrier().countFork();
        }
        if (target != before) {
            fiber.push(new ComeBack(before));
        }
        return fiber.moveTo(strand, target, task);
    }

    private boolean pool(Scheduler scheduler) {
        return executor == null || executor == scheduler.executor();
    }

    /** Restores the executor, and moves there with whatever the task ended with. */
    private static final class ComeBack extends Frame {
        private final @Nullable Executor before;

        ComeBack(@Nullable Executor before) {
            this.before = before;
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            return fiber.moveTo(strand, before, new Pure<@Nullable Object>(value));
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            return fiber.moveTo(strand, before, new Fail<>(fiber.error()));
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            return fiber.moveTo(strand, before, new GoOnCancelling(fiber.cancelTarget()));
        }
    }

    /** A cancellation goes on its way out on the other side of a move. */
    private static final class GoOnCancelling extends Node<@Nullable Object> {
        private final Strand target;

        GoOnCancelling(Strand target) {
            this.target = target;
        }

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            return fiber.unwindCancelledTo(target);
        }
    }
}
