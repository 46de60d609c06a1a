package dev.clew.internal.sched;

import org.jspecify.annotations.Nullable;

/**
 * Whose work a thread that is no worker runs right now: a fiber on an executor of the user's, or blocking code. Closing
 * the scheduler from there must not wait for itself.
 */
final class Inside {
    /** A scheduler, or {@link Blocking}. */
    private static final ThreadLocal<@Nullable Object> CURRENT = new ThreadLocal<>();

    private Inside() {}

    private record Blocking(Scheduler scheduler) {}

    /** The current thread now runs a job of {@code scheduler}; gives what it ran before. */
    static @Nullable Object enter(Scheduler scheduler) {
        Object before = CURRENT.get();
        if (before != scheduler) {
            CURRENT.set(scheduler);
        }
        return before;
    }

    /** The current thread now runs blocking code of {@code scheduler}; gives what it ran before. */
    static @Nullable Object enterBlocking(Scheduler scheduler) {
        Object before = CURRENT.get();
        CURRENT.set(new Blocking(scheduler));
        return before;
    }

    /** Undoes {@link #enter} or {@link #enterBlocking}, which gave {@code before}. */
    static void leave(@Nullable Object before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }

    /** Whether the current thread runs a job or blocking code of {@code scheduler}. */
    static boolean is(Scheduler scheduler) {
        return isJob(scheduler) || isBlocking(scheduler);
    }

    /** Whether the current thread runs a job of {@code scheduler}. */
    static boolean isJob(Scheduler scheduler) {
        return CURRENT.get() == scheduler;
    }

    /** Whether the current thread runs blocking code of {@code scheduler}. */
    static boolean isBlocking(Scheduler scheduler) {
        return CURRENT.get() instanceof Blocking blocking && blocking.scheduler == scheduler;
    }
}
