package dev.clew.channel;

import static dev.clew.internal.kernel.WaitNode.WAIT;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitRing;
import dev.clew.internal.kernel.Win;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A channel that holds a number of values. */
final class Buffered<A extends @Nullable Object> extends Channel<A> {
    /*
     * Senders and receivers meet only by what is held, so no two choices need be ended at once: who enlists ends its own wait, which
     * fails where another arm has won, and only then puts or takes. What it has put goes on to a receiver that waits; where it has taken
     * there is room for a sender that waits.
     *
     * Whenever the lock is free: of cells that can still be won, a receiver waits only where nothing is held, a sender only where
     * all room is taken. A value that comes back is held before the others, be it above the capacity.
     *
     *   field | writer | access       | pairs with
     *   ------+--------+--------------+-----------
     *   held  | any    | the lock     |
     */
    private static final Object SENT = Answer.value(null);
    private static final int FIRST_ROOM = 8;

    private final int capacity;

    /** Values as {@link Answer}s. */
    private final ArrayDeque<Object> held;

    Buffered(int capacity) {
        this.capacity = capacity;
        this.held = new ArrayDeque<>(Math.min(capacity, FIRST_ROOM));
    }

    /** How many values are held. */
    int size() {
        lock();
        try {
            return held.size();
        } finally {
            unlock();
        }
    }

    @Override
    boolean sendNow(@Nullable Object value) {
        WaitCell woken;
        lock();
        try {
            if (held.size() >= capacity) {
                return false;
            }
            woken = put(value, false);
        } finally {
            unlock();
        }
        if (woken != null) {
            woken.wake();
        }
        return true;
    }

    @Override
    void enlist(Sender sender) {
        WaitCell woken;
        lock();
        try {
            if (held.size() >= capacity) {
                senders = WaitRing.add(senders, sender);
                return;
            }
            if (sender.win(SENT) == Win.LOST) {
                return;
            }
            woken = put(sender.value, false);
        } finally {
            unlock();
        }
        if (woken != null) {
            woken.wake();
        }
    }

    @Override
    @Nullable
    Object receiveNow() {
        Object answer;
        WaitCell woken;
        lock();
        try {
            answer = held.poll();
            if (answer == null) {
                return WAIT;
            }
            woken = refill();
        } finally {
            unlock();
        }
        if (woken != null) {
            woken.wake();
        }
        return Answer.valueOf(answer);
    }

    @Override
    void enlist(Receiver receiver) {
        WaitCell woken;
        lock();
        try {
            Object answer = held.peek();
            if (answer == null) {
                receivers = WaitRing.add(receivers, receiver);
                return;
            }
            if (receiver.win(answer) == Win.LOST) {
                return;
            }
            held.remove();
            woken = refill();
        } finally {
            unlock();
        }
        if (woken != null) {
            woken.wake();
        }
    }

    @Override
    void giveBack(@Nullable Object value) {
        WaitCell woken;
        lock();
        try {
            woken = put(value, true);
        } finally {
            unlock();
        }
        if (woken != null) {
            woken.wake();
        }
    }

    /** Gives {@code value} to a receiver that waits, or holds it, behind all or before them; gives who is to be woken. */
    private @Nullable WaitCell put(@Nullable Object value, boolean first) {
        Object answer = Answer.value(value);
        for (WaitCell receiver = receivers; receiver != null; receiver = receivers) {
            receivers = WaitRing.remove(receiver, receiver);
            Win win = receiver.win(answer);
            if (win != Win.LOST) {
                return win == Win.WAITS ? receiver : null;
            }
        }
        if (first) {
            held.addFirst(answer);
        } else {
            held.add(answer);
        }
        return null;
    }

    /** There is room for one: a sender that waits may have it; gives who is to be woken. */
    private @Nullable WaitCell refill() {
        for (WaitCell sender = senders; sender != null && held.size() < capacity; sender = senders) {
            senders = WaitRing.remove(sender, sender);
            Win win = sender.win(SENT);
            if (win != Win.LOST) {
                held.add(Answer.value(((Sender) sender).value));
                return win == Win.WAITS ? sender : null;
            }
        }
        return null;
    }
}
