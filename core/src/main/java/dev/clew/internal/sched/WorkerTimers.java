package dev.clew.internal.sched;

import dev.clew.internal.timer.Alarm;
import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import java.util.concurrent.locks.LockSupport;

/**
 * The timers of one worker: a heap that the worker sets and fires between its jobs, and sleeps no longer than.
 *
 * <p><b>No timer is slept over.</b> Each timer is in the heap of one worker. While that worker is awake it looks at its heap
 * every few jobs, and always before it parks; meanwhile the sentinel fires what it is late with. It parks until the
 * {@link Alarm} at most, and who sets an earlier timer from outside unparks it. That needs no sentinel, and no other
 * worker: where all are parked each of them wakes for its own first deadline, so one of them for the first of all.
 *
 * <p>A worker that is spare, since another took its place, still sleeps until its timers are due, and fires them.
 *
 * <p>Such an unpark is not a wake-up as {@link IdleState} counts them: the worker stays parked, and sleeps anew until the
 * new deadline. A setter that does not see the worker parked need not wake it: the worker publishes that it parks, and
 * sets the alarm after that.
 */
final class WorkerTimers {
    /** How long another thread may hold the heap, about. */
    private static final long HELD_NANOS = 20_000;

    private final Worker worker;
    private final TimerHeap heap;
    private final Alarm alarm;

    WorkerTimers(Worker worker) {
        this.worker = worker;
        this.heap = new TimerHeap(worker.thread());
        this.alarm = new Alarm(heap);
    }

    TimerHeap heap() {
        return heap;
    }

    /** On the worker itself. */
    TimerEntry set(long deadlineNanos, Runnable action) {
        worker.timerSet();
        return heap.add(deadlineNanos, action);
    }

    /** On any other thread. */
    TimerEntry setFromOutside(long deadlineNanos, Runnable action) {
        TimerEntry entry = heap.addFromOutside(deadlineNanos, action);
        if ((worker.isParked() || worker.isSpare()) && alarm.isAfter(entry)) {
            LockSupport.unpark(worker.thread());
        }
        return entry;
    }

    /**
     * Parks the worker until its next deadline, until something wakes it, or for {@code atMostNanos}; false, at once, if a
     * timer is due already. Owner only; the worker has published that it parks.
     */
    boolean park(long atMostNanos) {
        long deadline = alarm.set();
        long wait = deadline == TimerHeap.NONE ? Long.MAX_VALUE : deadline - System.nanoTime();
        if (wait <= 0) {
            return false;
        }
        long nanos = Math.min(wait, atMostNanos);
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(worker);
        } else {
            LockSupport.parkNanos(worker, nanos);
        }
        return true;
    }

    /** Fires what is due; where another thread holds the heap, gives it a moment. On the worker, with nothing else to do. */
    void fireIdle() {
        if (heap.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        if (worker.fire(heap, now) == 0 && heap.isDue(now)) {
            LockSupport.parkNanos(worker, HELD_NANOS);
        }
    }
}
