package dev.clew.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Cells that wait for one thing, in the order of their coming. Linked through the cells themselves; not thread-safe by
 * itself: every call is made under the lock handed in at construction, except {@link #remove}, which takes it.
 */
public final class WaitList implements Waiters {
    private final Object lock;
    private @Nullable WaitCell head;
    private @Nullable WaitCell tail;

    public WaitList(Object lock) {
        this.lock = lock;
    }

    /** What locks it, and what its cells wait for. */
    Object lock() {
        return lock;
    }

    @Override
    public Object awaited() {
        return lock;
    }

    public boolean isEmpty() {
        return head == null;
    }

    public void add(WaitCell cell) {
        cell.list = this;
        WaitCell last = tail;
        cell.previous = last;
        if (last == null) {
            head = cell;
        } else {
            last.next = cell;
        }
        tail = cell;
    }

    /** Takes the first cell out; null where there is none. */
    public @Nullable WaitCell poll() {
        WaitCell first = head;
        if (first != null) {
            unlink(first);
        }
        return first;
    }

    /** Called without the lock. */
    @Override
    public void remove(WaitCell cell) {
        synchronized (lock) {
            if (cell.list == this) {
                unlink(cell);
            }
        }
    }

    private void unlink(WaitCell cell) {
        WaitCell before = cell.previous;
        WaitCell after = cell.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        cell.previous = null;
        cell.next = null;
        cell.list = null;
    }
}
