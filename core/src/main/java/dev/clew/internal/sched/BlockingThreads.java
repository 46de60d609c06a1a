package dev.clew.internal.sched;

import dev.clew.internal.util.VirtualThreads;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where code that blocks its thread runs: a virtual thread for each call from JDK 24, else a cached pool of platform
 * threads. Begins nothing before the first call.
 */
final class BlockingThreads implements Executor {
    private final String prefix;
    private final @Nullable ThreadFactory virtual;
    private final Set<Thread> busy = ConcurrentHashMap.newKeySet();
    private @Nullable ThreadPoolExecutor cached;

    BlockingThreads(String prefix) {
        this.prefix = prefix;
        this.virtual = VirtualThreads.factory(prefix);
    }

    @Override
    public void execute(Runnable action) {
        ThreadFactory factory = virtual;
        if (factory != null) {
            factory.newThread(() -> run(action)).start();
        } else {
            cached().execute(() -> run(action));
        }
    }

    private void run(Runnable action) {
        Thread thread = Thread.currentThread();
        busy.add(thread);
        try {
            action.run();
        } finally {
            busy.remove(thread);
        }
    }

    /** The threads that run a call now. */
    Set<Thread> busy() {
        return busy;
    }

    /** How many threads there are, those that wait for a next call included. */
    synchronized int count() {
        ThreadPoolExecutor pool = cached;
        return pool == null ? busy.size() : pool.getPoolSize();
    }

    private synchronized ThreadPoolExecutor cached() {
        ThreadPoolExecutor pool = cached;
        if (pool == null) {
            AtomicLong number = new AtomicLong();
            pool = (ThreadPoolExecutor) Executors.newCachedThreadPool(action -> {
                Thread thread = new Thread(null, action, prefix + number.getAndIncrement(), 0, false);
                thread.setDaemon(true);
                return thread;
            });
            cached = pool;
        }
        return pool;
    }

    synchronized void stop() {
        ThreadPoolExecutor pool = cached;
        if (pool != null) {
            pool.shutdown();
        }
    }
}
