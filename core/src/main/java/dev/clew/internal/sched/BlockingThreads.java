package dev.clew.internal.sched;

import dev.clew.internal.util.VirtualThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where code that blocks its thread runs: a virtual thread for each call from JDK 24, else a cached pool of platform
 * threads. Begins nothing before the first call.
 */
final class BlockingThreads implements Executor {
    private final String prefix;
    private final @Nullable ThreadFactory virtual;
    private @Nullable ExecutorService cached;

    BlockingThreads(String prefix) {
        this.prefix = prefix;
        this.virtual = VirtualThreads.factory(prefix);
    }

    @Override
    public void execute(Runnable action) {
        ThreadFactory factory = virtual;
        if (factory != null) {
            factory.newThread(action).start();
        } else {
            cached().execute(action);
        }
    }

    private synchronized ExecutorService cached() {
        ExecutorService pool = cached;
        if (pool == null) {
            AtomicLong number = new AtomicLong();
            pool = Executors.newCachedThreadPool(action -> {
                Thread thread = new Thread(null, action, prefix + number.getAndIncrement(), 0, false);
                thread.setDaemon(true);
                return thread;
            });
            cached = pool;
        }
        return pool;
    }

    synchronized void stop() {
        ExecutorService pool = cached;
        if (pool != null) {
            pool.shutdown();
        }
    }
}
