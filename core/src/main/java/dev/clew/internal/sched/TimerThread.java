package dev.clew.internal.sched;

import dev.clew.internal.timer.Alarm;
import dev.clew.internal.timer.Timer;
import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The system's clocks, and who fires timers by them where there are no workers: a heap, and one daemon thread that sleeps
 * until the earliest deadline. The thread begins with the first timer.
 *
 * <p>Whoever adds a timer earlier than the one the thread sleeps for wakes it: the thread publishes {@code sleeps} and then
 * sets its {@link Alarm}, an adder puts the timer into the heap and then reads the two. One sees the other.
 */
final class TimerThread implements Clock {
    private final TimerHeap heap = new TimerHeap();
    private final Alarm alarm = new Alarm(heap);
    private final RuntimeScheduler scheduler;
    private final String name;
    private volatile boolean stopped;
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
    public Timer schedule(long nanos, Runnable action) {
        TimerEntry entry = heap.addFromOutside(TimerHeap.deadline(System.nanoTime(), nanos), action);
        Thread t = thread;
        if (t == null) {
            t = begin();
        }
        if (sleeps && alarm.isAfter(entry)) {
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
            heap.fireDue(System.nanoTime(), this::fire);
            sleeps = true;
            long deadline = alarm.set();
            long wait = deadline == TimerHeap.NONE ? Long.MAX_VALUE : deadline - System.nanoTime();
            if (!stopped && wait > 0) {
                LockSupport.parkNanos(this, wait);
                Thread.interrupted();
            }
            sleeps = false;
        }
    }

    private void fire(Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            scheduler.uncaught(thrown);
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

    @Override
    public void stop() {
        stopped = true;
        Thread t = thread;
        if (t != null) {
            LockSupport.unpark(t);
        }
    }
}
