package dev.clew.internal.sched;

import java.util.function.Consumer;

/**
 * How a pool's threads are started, and how many workers its monitor may add, each beside one that blocks. Tests put a system
 * in its place that refuses.
 */
record NewThreads(Consumer<Thread> starter, int mostAdded) {
    static final NewThreads OF_THE_SYSTEM = new NewThreads(Thread::start, 256);

    /** The system would not start a thread. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(Thread thread, Throwable cause) {
            super("the thread " + thread.getName() + " could not be started", cause);
        }
    }

    void start(Thread thread) throws Refused {
        try {
            starter.accept(thread);
        } catch (Throwable refused) {
            throw new Refused(thread, refused);
        }
    }
}
