package dev.clew.internal.sched;

import dev.clew.internal.timer.Timer;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A clock of the user's: he tells the time and fires the timers, on a thread of his choice.
 *
 * <p>He is not trusted to fire a timer at most once, nor to forget what was cancelled: the action is the state of an
 * {@link Entry}, and who exchanges it for null, the one who fires or the one who cancels, has won.
 */
final class ForeignClock implements Clock {
    private final RuntimeScheduler scheduler;
    private final UserClock clock;
    private final LongAdder set = new LongAdder();
    private final LongAdder cancelled = new LongAdder();
    private final LongAdder fired = new LongAdder();

    ForeignClock(RuntimeScheduler scheduler, UserClock clock) {
        this.scheduler = scheduler;
        this.clock = clock;
    }

    @Override
    public long nanoTime() {
        return clock.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return clock.currentTimeMillis();
    }

    @Override
    public Timer schedule(long nanos, Runnable action) {
        Entry entry = new Entry(this, action);
        entry.canceller = clock.schedule(Math.max(0, nanos), entry);
        set.increment();
        return entry;
    }

    @Override
    public long setCount() {
        return set.sum();
    }

    @Override
    public long cancelledCount() {
        return cancelled.sum();
    }

    @Override
    public long firedCount() {
        return fired.sum();
    }

    @Override
    public void stop() {
        // The clock is the user's, and goes on.
    }

    private static final class Entry implements Timer, Runnable {
        private static final VarHandle ACTION = VarHandles.field(MethodHandles.lookup(), "action", Runnable.class);

        private final ForeignClock clock;

        @SuppressWarnings("unused")
        private @Nullable Runnable action;

        /** Set before anybody but the user's clock has this entry. */
        private @Nullable Runnable canceller;

        Entry(ForeignClock clock, Runnable action) {
            this.clock = clock;
            this.action = action;
        }

        @Override
        public void run() {
            Runnable due = (Runnable) ACTION.getAndSet(this, (Runnable) null);
            if (due == null) {
                return;
            }
            clock.fired.increment();
            try {
                due.run();
            } catch (Throwable thrown) {
                clock.scheduler.uncaught(thrown);
            }
        }

        @Override
        public boolean cancel() {
            if ((Runnable) ACTION.getAndSet(this, (Runnable) null) == null) {
                return false;
            }
            clock.cancelled.increment();
            Runnable told = canceller;
            if (told != null) {
                try {
                    told.run();
                } catch (Throwable thrown) {
                    clock.scheduler.uncaught(thrown);
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return "a timer of " + clock.scheduler.name();
        }
    }
}
