package dev.clew.interop;

import dev.clew.internal.util.VirtualThreads;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ready-made executors for {@link dev.clew.Task#on} and {@link dev.clew.Task#fork}. Their threads are
 * daemons and carry the name they are given and a number. Who makes one shuts it down.
 *
 * <p><b>Errors.</b> A task that is sent to an executor that was shut down fails with
 * {@link java.util.concurrent.RejectedExecutionException}. A name of null, or fewer than one thread, is refused at once.
 */
public final class TaskExecutors {
    private TaskExecutors() {}

    /** One dedicated thread: what is sent there runs one after another. */
    public static ExecutorService single(String name) {
        return fixed(1, name);
    }

    /** {@code threads} dedicated threads behind one unbounded queue. */
    public static ExecutorService fixed(int threads, String name) {
        if (threads < 1) {
            throw new IllegalArgumentException(
                    "an executor has at least one thread, but " + threads + " were asked for; use 1 for one at a time");
        }
        return Executors.newFixedThreadPool(threads, named(name));
    }

    /** A thread for whatever finds none idle; idle ones end after a minute. */
    public static ExecutorService cached(String name) {
        return Executors.newCachedThreadPool(named(name));
    }

    /** {@link #cached}, of virtual threads from JDK 24: for code that blocks. */
    public static ExecutorService blocking(String name) {
        ThreadFactory virtual = VirtualThreads.factory(checked(name) + "-");
        return virtual == null ? cached(name) : Executors.newCachedThreadPool(virtual);
    }

    private static ThreadFactory named(String name) {
        String prefix = checked(name) + "-";
        AtomicInteger number = new AtomicInteger();
        return code -> {
            Thread thread = new Thread(null, code, prefix + number.getAndIncrement(), 0, false);
            thread.setDaemon(true);
            return thread;
        };
    }

    private static String checked(String name) {
        return Objects.requireNonNull(name, "an executor's name is the beginning of its threads' names, not null");
    }
}
