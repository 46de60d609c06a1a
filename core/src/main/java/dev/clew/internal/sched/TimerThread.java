package dev.clew.internal.sched;

import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The system's clocks, and who fires timers by them: a heap, and one daemon thread that sleeps until the earliest deadline. The thread begins
 * with the first timer.
 *
 * <p>Whoever adds a timer earlier than the one the thread sleeps for wakes it: the thread publishes {@code sleepsUntil},
 * then {@code sleeps}, and then reads the heap once more, to sleep shorter than that but never longer; an adder writes
 * the heap and then reads the two. One sees the other.
 */
final class TimerThread implements Clock {
    private static final long FAR_NANOS = Long.MAX_VALUE / 2;

    private final TimerHeap heap = new TimerHeap();
    private final RuntimeScheduler scheduler;
    private final String name;
    private volatile boolean stopped;
    private volatile long sleepsUntil;
    private volatile boolean sleeps;
    private volatile @Nullable Thread thread;

    TimerThread(RuntimeScheduler scheduler, String name) {
        this.scheduler = scheduler;
        this.name = name;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public TimerEntry schedule(long nanos, Runnable action) {
        long now = System.nanoTime();
        long deadline = TimerHeap.deadline(now, nanos);
        TimerEntry entry = heap.add(deadline, action);
        Thread t = thread;
        if (t == null) {
            t = begin();
        }
        if (sleeps && deadline - sleepsUntil < 0) {
            LockSupport.unpark(t);
        }
        return entry;
    }

    private synchronized Thread begin() {
        Thread t = thread;
        if (t == null) {
            t = new Thread(null, this::loop, name, 0, false);
            t.setDaemon(true);
            thread = t;
            t.start();
        }
        return t;
    }

    private void loop() {
        while (!stopped) {
            long now = System.nanoTime();
            heap.fireDue(now, this::fire);
            long published = until(now);
            sleepsUntil = published;
            sleeps = true;
            long wait = earlier(published, until(now)) - System.nanoTime();
            if (!stopped && wait > 0) {
                LockSupport.parkNanos(this, wait);
                Thread.interrupted();
            }
            sleeps = false;
        }
    }

    /** Sleeping longer than was published, because a timer was just cancelled, would be sleeping unwoken. */
    private static long earlier(long published, long latest) {
        return latest - published < 0 ? latest : published;
    }

    private long until(long now) {
        long next = heap.nextDeadline();
        return next == TimerHeap.NONE ? now + FAR_NANOS : next;
    }

    private void fire(Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            scheduler.uncaught(thrown);
        }
    }

    @Override
    public void stop() {
        stopped = true;
        Thread t = thread;
        if (t != null) {
            LockSupport.unpark(t);
        }
    }

    @Override
    public long setCount() {
        return heap.setCount();
    }

    @Override
    public long cancelledCount() {
        return heap.cancelledCount();
    }

    @Override
    public long firedCount() {
        return heap.firedCount();
    }
}
