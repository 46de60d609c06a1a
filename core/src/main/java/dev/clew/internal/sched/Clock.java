package dev.clew.internal.sched;

import dev.clew.internal.timer.Timer;

/** What time it is for a scheduler, and who fires its timers. */
interface Clock {

    /** Nanoseconds since an arbitrary moment. */
    long nanoTime();

    /** Milliseconds since 1970. */
    long currentTimeMillis();

    /** Runs {@code action}, which must be short, once {@code nanos} have passed. */
    Timer schedule(long nanos, Runnable action);

    /** How many timers were ever set. */
    long setCount();

    /** How many timers were cancelled before they fired. */
    long cancelledCount();

    /** How many timers fired. */
    long firedCount();

    /** How many timers are set and neither fired nor cancelled; exact at rest. */
    default long live() {
        long over = cancelledCount() + firedCount();
        return Math.max(0, setCount() - over);
    }

    /** Fires no more timers with threads of this scheduler. */
    void stop();
}
