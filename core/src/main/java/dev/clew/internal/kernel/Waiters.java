package dev.clew.internal.kernel;

/** Where a waiting cell is registered, as the cell sees it. */
public interface Waiters {
    /** The thing that is waited for. */
    Object awaited();

    /** Takes {@code cell}, whose wait is over, out, if it is still there. Any thread. */
    void remove(WaitCell cell);
}
