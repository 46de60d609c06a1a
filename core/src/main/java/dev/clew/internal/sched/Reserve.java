package dev.clew.internal.sched;

import org.jspecify.annotations.Nullable;

/**
 * A little memory for the moment when there is none. Ending fibers allocates nothing by itself, but code that runs for the
 * first time does (the JVM links its call sites), and so do reports. One for all runtimes of a JVM.
 */
final class Reserve {
    private static final int BYTES = 1 << 18;

    private static volatile byte @Nullable [] held;

    private Reserve() {}

    /** Puts memory aside, unless there is some. */
    static void fill() {
        if (held == null) {
            held = new byte[BYTES];
        }
    }

    /** The next collection finds it. */
    static void release() {
        held = null;
    }
}
