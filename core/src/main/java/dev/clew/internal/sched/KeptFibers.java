package dev.clew.internal.sched;

import org.jspecify.annotations.Nullable;

/**
 * Fibers that could not be put into a queue, or whose end could not be told, for want of memory. They are linked through
 * themselves, so that keeping one allocates nothing; the scheduler, which has closed for that want, ends them.
 */
final class KeptFibers {
    private @Nullable LiveFiber head;

    synchronized void add(LiveFiber fiber) {
        fiber.setNextKept(head);
        head = fiber;
    }

    synchronized boolean isEmpty() {
        return head == null;
    }

    /** Takes all out, and gives the first, to which the others are linked; null where there is none. */
    synchronized @Nullable LiveFiber takeAll() {
        LiveFiber all = head;
        head = null;
        return all;
    }
}
