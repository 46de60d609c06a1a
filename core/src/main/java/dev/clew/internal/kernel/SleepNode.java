package dev.clew.internal.kernel;

import dev.clew.internal.sched.LiveFiber;
import dev.clew.internal.timer.Timer;
import dev.clew.internal.timer.TimerEntry;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code sleep}: waits for a timer, which is gone at once where the wait is cancelled. */
public final class SleepNode extends EventNode<@Nullable Void> {
    private final long nanos;

    public SleepNode(long nanos) {
        this.nanos = nanos;
    }

    @Override
    protected @Nullable Object now(FiberState fiber) {
        return nanos <= 0 ? null : WAIT;
    }

    @Override
    protected WaitCell cell() {
        return new TimerCell();
    }

    @Override
    protected void enlist(FiberState fiber, WaitCell cell) {
        TimerCell sleeper = (TimerCell) cell;
        sleeper.timer = fiber.scheduler().schedule(nanos, sleeper);
    }

    private static final class TimerCell extends WaitCell implements Runnable {
        @Nullable
        Timer timer;

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            FiberState f = waiter();
            if (f != null && timer instanceof TimerEntry entry) {
                long left = Math.max(0, entry.deadlineNanos() - f.scheduler().nanoTime());
                return "the end of a sleep, in " + Duration.ofNanos(left);
            }
            return "the end of a sleep";
        }

        @Override
        public void run() {
            complete(null);
        }

        @Override
        protected void abandoned() {
            Timer t = timer;
            if (t != null) {
                t.cancel();
            }
        }
    }
}
