package dev.clew.internal.kernel;

import dev.clew.internal.sched.Bridge;
import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.sched.Scheduler;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code blocking} and {@code interruptible}: code that blocks its thread, run off the workers.
 *
 * <p>A plain call cannot be stopped, so the wait for it is masked. An interruptible one is interrupted when its fiber is
 * cancelled, and the fiber then waits, masked, until the thread has left the code.
 */
public final class BlockingNode<A extends @Nullable Object> extends WaitNode<A> {
    private static final int MOST_CAUSES = 32;

    private final Callable<? extends A> code;
    private final boolean interruptible;

    public BlockingNode(Callable<? extends A> code, boolean interruptible) {
        this.code = code;
        this.interruptible = interruptible;
    }

    @Override
    @Nullable
    CallSite callSite() {
        return CallSites.of(code);
    }

    @Override
    protected WaitCell register(FiberState fiber, Strand strand) {
        Bridge bridge = fiber.scheduler().bridge();
        Callable<?> call = bridge == null ? code : new Isolated.Elsewhere<>(code, bridge);
        if (interruptible) {
            InterruptibleCell cell = new InterruptibleCell(call, fiber.scheduler());
            fiber.scheduler().executeBlocking(cell);
            return cell;
        }
        MaskedCell cell = new MaskedCell(call, fiber.scheduler());
        fiber.scheduler().executeBlocking(cell);
        fiber.mask(strand);
        return cell;
    }

    private static void cameBack(Callable<?> code) {
        if (code instanceof Isolated.Elsewhere<?> elsewhere) {
            elsewhere.cameBack();
        }
    }

    private static String onThread(String what, @Nullable Thread thread) {
        return thread == null ? what : what + " on thread " + thread.getName();
    }

    /** A call that runs to its end whatever happens. */
    private static final class MaskedCell extends WaitCell implements Runnable {
        private final Callable<?> code;
        private final Scheduler scheduler;

        /** Who runs the code; for a dump. */
        private volatile @Nullable Thread running;

        MaskedCell(Callable<?> code, Scheduler scheduler) {
            this.code = code;
            this.scheduler = scheduler;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return onThread("a blocking call", running);
        }

        @Override
        @Nullable
        CallSite callSite() {
            return CallSites.of(code);
        }

        @Override
        public void run() {
            running = Thread.currentThread();
            Object value;
            try {
                value = code.call();
            } catch (Throwable thrown) {
                if (!completeError(thrown)) {
                    scheduler.report("blocking code failed after its runtime had closed", thrown);
                }
                return;
            }
            complete(value);
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.unmask(strand);
            cameBack(code);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            fiber.unmask(strand);
            cameBack(code);
            return UNWIND;
        }
    }

    /**
     * A call that may be interrupted. Who interrupts does so under the lock and only while the code runs; the thread leaves
     * the code under the same lock and clears its flag where it was interrupted. So the flag reaches no other code.
     */
    private static final class InterruptibleCell extends WaitCell implements Runnable {
        private final Callable<?> code;
        private final Scheduler scheduler;
        private final LeftCell left = new LeftCell();

        /** Who runs the code now. Guarded by the lock on this, as is what follows. */
        private @Nullable Thread running;

        /** The wait is over: a thread that has not begun does not begin. */
        private boolean stopped;

        InterruptibleCell(Callable<?> code, Scheduler scheduler) {
            this.code = code;
            this.scheduler = scheduler;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            Thread thread;
            synchronized (this) {
                thread = running;
            }
            return onThread("an interruptible call", thread);
        }

        @Override
        @Nullable
        CallSite callSite() {
            return CallSites.of(code);
        }

        @Override
        public void run() {
            if (begin()) {
                Object value = null;
                Throwable error = null;
                try {
                    value = code.call();
                } catch (Throwable thrown) {
                    error = thrown;
                }
                leave();
                if (error == null) {
                    complete(value);
                } else if (!completeError(error) && !saysInterrupted(error)) {
                    scheduler.report("blocking code failed after it had been interrupted", error);
                }
            }
            left.complete(null);
        }

        /** Whether {@code error} is the answer to an interrupt, or wraps it. */
        private static boolean saysInterrupted(Throwable error) {
            int depth = 0;
            for (Throwable t = error; t != null && depth < MOST_CAUSES; t = t.getCause()) {
                if (t instanceof InterruptedException
                        || t instanceof ClosedByInterruptException
                        || t instanceof FileLockInterruptionException
                        || (t instanceof InterruptedIOException && !(t instanceof SocketTimeoutException))) {
                    return true;
                }
                depth++;
            }
            return false;
        }

        private synchronized boolean begin() {
            if (!stopped) {
                running = Thread.currentThread();
            }
            return !stopped;
        }

        private synchronized void leave() {
            running = null;
            if (stopped) {
                Thread.interrupted();
            }
        }

        private synchronized void interrupt() {
            stopped = true;
            Thread thread = running;
            if (thread != null) {
                thread.interrupt();
            }
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            cameBack(code);
            return value;
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            cameBack(code);
            return UNWIND;
        }

        @Override
        public @Nullable Object cancelled(FiberState fiber, Strand strand) {
            interrupt();
            left.target = fiber.cancelTarget();
            fiber.mask(strand);
            return fiber.suspend(strand, left);
        }
    }

    /** The masked wait for a thread to leave interrupted code. */
    private static final class LeftCell extends WaitCell {
        private @Nullable Strand target;

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "an interrupted call to return";
        }

        @Override
        public @Nullable Object resume(FiberState fiber, Strand strand, @Nullable Object value) {
            fiber.unmask(strand);
            Strand to = target;
            if (to == null) {
                throw new IllegalStateException("interrupted code was waited for without a cancellation");
            }
            return fiber.unwindCancelledTo(to);
        }

        @Override
        public @Nullable Object failed(FiberState fiber, Strand strand) {
            Throwable refused = fiber.error();
            return fiber.raiseRefusal(resume(fiber, strand, null), refused);
        }
    }
}
