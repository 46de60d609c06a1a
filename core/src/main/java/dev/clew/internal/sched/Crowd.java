package dev.clew.internal.sched;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.Consumer;

/** The guests for whom {@link Guests} has no slot, and the ids of their threads. */
final class Crowd {
    private final IdentityHashMap<LiveFiber, Long> threads = new IdentityHashMap<>();

    synchronized void enter(LiveFiber fiber, long thread) {
        threads.put(fiber, thread);
    }

    synchronized void leave(LiveFiber fiber) {
        threads.remove(fiber);
    }

    synchronized boolean holds(long thread) {
        return threads.containsValue(thread);
    }

    synchronized int size() {
        return threads.size();
    }

    /** Calls {@code action} with each of a snapshot, outside the lock. */
    void forEach(Consumer<LiveFiber> action) {
        List<LiveFiber> all;
        synchronized (this) {
            all = List.copyOf(threads.keySet());
        }
        all.forEach(action);
    }
}
