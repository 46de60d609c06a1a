package dev.clew.channel;

import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitList;
import org.jspecify.annotations.Nullable;

/** A negative acknowledgement: an event that is there once {@link #give} has been called. Its lock guards all of it. */
final class Nack extends EventNode<@Nullable Void> {
    /*
     *   field   | writer | access                             | pairs with
     *   --------+--------+------------------------------------+-----------
     *   given   | giver  | volatile, written under lock       | itself
     *   waiters | any    | lock on this                       |
     */
    private volatile boolean given;
    private @Nullable WaitList waiters;

    /** The arms that it belongs to: from the first up to, without, the second. Written before there is a choice. */
    private final int from;

    private int to;

    Nack(int from) {
        this.from = from;
        this.to = from;
    }

    void endsAt(int arm) {
        to = arm;
    }

    boolean covers(int arm) {
        return from <= arm && arm < to;
    }

    /** Waiters are woken outside the lock: that may call an executor of the user's. */
    void give() {
        WaitList list;
        synchronized (this) {
            given = true;
            list = waiters;
            waiters = null;
        }
        while (list != null) {
            WaitCell cell;
            synchronized (this) {
                cell = list.poll();
            }
            if (cell == null) {
                break;
            }
            cell.complete(null);
        }
    }

    @Override
    protected @Nullable Object now(FiberState fiber) {
        return given ? null : WAIT;
    }

    @Override
    protected void enlist(FiberState fiber, WaitCell cell) {
        synchronized (this) {
            if (!given) {
                WaitList list = waiters;
                if (list == null) {
                    list = new WaitList(this);
                    waiters = list;
                }
                list.add(cell);
                return;
            }
        }
        cell.complete(null);
    }
}
