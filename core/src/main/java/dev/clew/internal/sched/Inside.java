package dev.clew.internal.sched;

import org.jspecify.annotations.Nullable;

/**
 * Whose work a thread that is no worker runs right now: a fiber on an executor of the user's, or blocking code. Closing
 * the scheduler from there must not wait for itself.
 */
final class Inside {
    private static final ThreadLocal<@Nullable Scheduler> CURRENT = new ThreadLocal<>();

    private Inside() {}

    /** The current thread now works for {@code scheduler}; gives for whom it worked before. */
    static @Nullable Scheduler enter(Scheduler scheduler) {
        Scheduler before = CURRENT.get();
        if (before != scheduler) {
            CURRENT.set(scheduler);
        }
        return before;
    }

    /** Undoes {@link #enter}, which gave {@code before}. */
    static void leave(@Nullable Scheduler before) {
        if (before == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(before);
        }
    }

    static boolean is(Scheduler scheduler) {
        return CURRENT.get() == scheduler;
    }
}
