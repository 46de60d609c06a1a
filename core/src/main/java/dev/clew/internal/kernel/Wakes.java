package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Fibers whose waits were ended under a lock, to be woken when it is given up, in the order in which that was done: to wake
 * a fiber may call an executor of the user's.
 *
 * <p>Linked through the cells, which are in no list any more, and whose fibers are nobody's until they are woken. For one
 * thread.
 */
public final class Wakes {
    private @Nullable WaitCell first;
    private @Nullable WaitCell last;

    void add(WaitCell cell) {
        WaitCell before = last;
        if (before == null) {
            first = cell;
        } else {
            before.next = cell;
        }
        last = cell;
    }

    /** Wakes them; to be called without any lock, also where what held the lock has failed. */
    public void wake() {
        WaitCell cell = first;
        first = null;
        last = null;
        while (cell != null) {
            WaitCell next = cell.next;
            cell.next = null;
            cell.wake();
            cell = next;
        }
    }
}
