package dev.clew.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Calls that block their thread, run for real, each on a thread of its own, and awaited so that a run stays a function
 * of its seed.
 *
 * <p>A call begins only when the runtime has nothing else to do, and the runtime then waits for all that have begun: no
 * step of a fiber runs beside one. What a call wakes is kept with the call, and handed over in the order of beginning.
 */
final class BlockingCalls {
    private static final ThreadLocal<@Nullable Call> CURRENT = new ThreadLocal<>();

    private final Deque<Call> waiting = new ArrayDeque<>();
    private final List<Call> running = new ArrayList<>();

    synchronized void add(Runnable action) {
        waiting.add(new Call(this, action));
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty() && running.isEmpty();
    }

    synchronized int size() {
        return waiting.size() + running.size();
    }

    /** Keeps {@code job} with the call that made it ready; false where this thread runs no call. */
    boolean keep(Runnable job) {
        Call call = CURRENT.get();
        if (call == null || call.calls != this) {
            return false;
        }
        call.woken.add(job);
        return true;
    }

    /** Begins what waits, waits {@code nanos} at most for all, and gives what those that have ended made ready. */
    List<Runnable> await(long nanos) throws InterruptedException {
        List<Call> begun = begin();
        long deadline = System.nanoTime() + nanos;
        for (Call call : begun) {
            if (!call.ended.await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                break;
            }
        }
        return collect();
    }

    private synchronized List<Call> begin() {
        for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
            running.add(call);
            Thread thread = new Thread(null, call, "clew-test-blocking", 0, false);
            thread.setDaemon(true);
            thread.start();
        }
        return List.copyOf(running);
    }

    private synchronized List<Runnable> collect() {
        List<Runnable> woken = new ArrayList<>();
        for (Iterator<Call> i = running.iterator(); i.hasNext(); ) {
            Call call = i.next();
            if (call.ended.getCount() == 0) {
                woken.addAll(call.woken);
                i.remove();
            }
        }
        return woken;
    }

    private static final class Call implements Runnable {
        private final BlockingCalls calls;
        private final Runnable action;
        private final CountDownLatch ended = new CountDownLatch(1);
        final List<Runnable> woken = Collections.synchronizedList(new ArrayList<>());

        Call(BlockingCalls calls, Runnable action) {
            this.calls = calls;
            this.action = action;
        }

        @Override
        public void run() {
            CURRENT.set(this);
            try {
                action.run();
            } finally {
                CURRENT.remove();
                ended.countDown();
            }
        }
    }
}
