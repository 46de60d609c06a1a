package dev.clew.internal.sched;

/** A clock of the user's as the scheduler sees it. */
public interface UserClock {

    /** Nanoseconds since an arbitrary moment. */
    long nanoTime();

    /** Milliseconds since 1970. */
    long currentTimeMillis();

    /** Has {@code action} run once {@code nanos} have passed; what it gives cancels that. */
    Runnable schedule(long nanos, Runnable action);
}
