package dev.clew.internal.kernel;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * {@code blocking} and {@code interruptible}: code that blocks its thread, run off the workers.
 *
 * <p>A plain call cannot be stopped, so the wait for it is masked. An interruptible one is interrupted when its fiber is
 * cancelled, and the fiber then waits, masked, until the thread has left the code.
 */
public final class BlockingNode<A extends @Nullable Object> extends WaitNode<A> {
    private final Callable<? extends A> code;
    private final boolean interruptible;

    public BlockingNode(Callable<? extends A> code, boolean interruptible) {
        this.code = code;
        this.interruptible = interruptible;
    }

    @Override
    protected WaitCell register(FiberState fiber, Strand strand) {
        if (interruptible) {
            InterruptibleCell cell = new InterruptibleCell(code);
            fiber.scheduler().executeBlocking(cell);
            return cell;
        }
        MaskedCell cell = new MaskedCell(code);
        fiber.scheduler().executeBlocking(cell);
        fiber.mask(strand);
        return cell;
    }

    /** A call that runs to its end whatever happens. */
    private static final class MaskedCell extends WaitCell implements Runnable {
        private final Callable<?> code;

        MaskedCell(Callable<?> code) {
            this.code = code;
        }

        @Override
        public void run() {
            Object value;
            try {
                value = code.call();
            } catch (Throwable thrown) {
                completeError(thrown);
                return;
            }
            complete(value);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.unmask(strand);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            fiber.unmask(strand);
            return UNWIND;
        }
    }

    /**
     * A call that may be interrupted: RUNNING → INTERRUPTING → DONE, so that the flag never reaches other code of the
     * thread. Who interrupts moves to INTERRUPTING first and to INTERRUPTED after; the thread, done with the code, waits
     * for that and clears its flag.
     */
    private static final class InterruptibleCell extends WaitCell implements Runnable {
        private static final int NOT_BEGUN = 0;
        private static final int RUNNING = 1;
        private static final int INTERRUPTING = 2;
        private static final int INTERRUPTED = 3;
        private static final int DONE = 4;

        private final Callable<?> code;
        private final AtomicInteger stage = new AtomicInteger(NOT_BEGUN);
        private final LeftCell left = new LeftCell();
        private volatile @Nullable Thread thread;

        InterruptibleCell(Callable<?> code) {
            this.code = code;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            if (!stage.compareAndSet(NOT_BEGUN, RUNNING)) {
                left.complete(null);
                return;
            }
            Object value = null;
            Throwable error = null;
            try {
                value = code.call();
            } catch (Throwable thrown) {
                error = thrown;
            }
            if (!stage.compareAndSet(RUNNING, DONE)) {
                while (stage.get() == INTERRUPTING) {
                    Thread.onSpinWait();
                }
                Thread.interrupted();
            }
            if (error == null) {
                complete(value);
            } else {
                completeError(error);
            }
            left.complete(null);
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            if (stage.compareAndSet(NOT_BEGUN, INTERRUPTED)) {
                return UNWIND;
            }
            Thread running = thread;
            if (stage.compareAndSet(RUNNING, INTERRUPTING)) {
                if (running != null) {
                    running.interrupt();
                }
                stage.set(INTERRUPTED);
            }
            left.target = fiber.cancelTarget();
            fiber.mask(strand);
            return fiber.suspend(strand, left);
        }
    }

    /** The masked wait for a thread to leave interrupted code. */
    private static final class LeftCell extends WaitCell {
        private @Nullable Strand target;

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.unmask(strand);
            Strand to = target;
            if (to == null) {
                throw new IllegalStateException("interrupted code was waited for without a cancellation");
            }
            return fiber.unwindCancelledTo(to);
        }
    }
}
