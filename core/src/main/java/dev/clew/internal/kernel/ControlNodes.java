package dev.clew.internal.kernel;

import dev.clew.Task;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Small nodes that act on the fiber itself or ask it something. */
public final class ControlNodes {
    private ControlNodes() {}

    public static final Task<@Nullable Void> UNIT = new Pure<>(null);
    public static final Task<?> NEVER = new Never();
    public static final Task<@Nullable Void> YIELD = new Yield();
    public static final Task<@Nullable Void> CANCELED = new SelfCancel();
    public static final Task<Executor> EXECUTOR = new CurrentExecutor();
    public static final Task<Scheduler> SCHEDULER = new CurrentScheduler();
    public static final Task<Long> MONOTONIC = new Monotonic();
    public static final Task<Long> REAL_TIME = new RealTime();

    /** {@code never}: waits, and nobody will complete it. */
    private static final class Never extends EventNode<@Nullable Object> {
        @Override
        protected WaitCell cell() {
            return new NeverCell();
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            // Nobody is to know of it.
        }
    }

    private static final class NeverCell extends WaitCell {
        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "nothing: it is never";
        }

        @Override
        protected boolean isEndedByNobody() {
            return true;
        }
    }

    /** {@code yieldNow}: goes behind what is ready. */
    private static final class Yield extends Node<@Nullable Void> {
        private static final Node<@Nullable Void> DONE = new Pure<>(null);

        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            return fiber.moveTo(strand, strand.executor(), DONE);
        }
    }

    /** {@code canceled}: the current strand cancels itself, now or at its next unmasked point. */
    private static final class SelfCancel extends Node<@Nullable Void> {
        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            return fiber.cancelSelfWhenUnmasked(strand) ? UNWIND : null;
        }
    }

    private static final class CurrentExecutor extends Node<Executor> {
        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            Executor asked = strand.executor();
            return asked == null ? fiber.scheduler().executor() : asked;
        }
    }

    private static final class CurrentScheduler extends Node<Scheduler> {
        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            return fiber.scheduler();
        }
    }

    private static final class Monotonic extends Node<Long> {
        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            try {
                return fiber.scheduler().nanoTime();
            } catch (Throwable thrown) {
                return fiber.raise(thrown);
            }
        }
    }

    private static final class RealTime extends Node<Long> {
        @Override
        public @Nullable Object eval(FiberState fiber, Strand strand, int depth) {
            if ((depth | fiber.signal()) >= DEPTH_LIMIT && fiber.stopAt(this, strand, depth)) {
                return UNWIND;
            }
            try {
                return fiber.scheduler().currentTimeMillis();
            } catch (Throwable thrown) {
                return fiber.raise(thrown);
            }
        }
    }
}
