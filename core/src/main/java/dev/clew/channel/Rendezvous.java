package dev.clew.channel;

import static dev.clew.internal.kernel.WaitNode.WAIT;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.Match;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitRing;
import dev.clew.internal.kernel.Win;
import org.jspecify.annotations.Nullable;

/** A channel that holds nothing: senders and receivers meet. */
final class Rendezvous<A extends @Nullable Object> extends Channel<A> {
    /*
     * A fiber that asks (sendNow, receiveNow) is known to nobody: it wins the cell of its partner and is done. One that enlists
     * may be won at another arm of its choice meanwhile, so both are ended at once, by WaitCell.match.
     *
     * A value that comes back stands before all senders in a cell in which no fiber waits: its sender has gone on.
     *
     * Whenever the lock is free: of cells that can still be won there are not both a sender and a receiver, except of one choice.
     */
    private static final Object SENT = Answer.value(null);

    @Override
    boolean sendNow(@Nullable Object value) {
        return receivers != null && give(value, null);
    }

    /** Gives {@code value} to the first receiver that waits; where there is none, {@code orphan} waits with it in front of all. */
    private boolean give(@Nullable Object value, @Nullable Sender orphan) {
        WaitCell receiver;
        Win win = Win.LOST;
        Object answer = Answer.value(value);
        lock();
        try {
            while ((receiver = receivers) != null) {
                receivers = WaitRing.remove(receiver, receiver);
                win = receiver.win(answer);
                if (win != Win.LOST) {
                    break;
                }
            }
            if (receiver == null && orphan != null) {
                senders = WaitRing.addFirst(senders, orphan);
            }
        } finally {
            unlock();
        }
        if (receiver != null && win == Win.WAITS) {
            receiver.wake();
        }
        return receiver != null;
    }

    @Override
    @Nullable
    Object receiveNow() {
        if (senders == null) {
            return WAIT;
        }
        WaitCell sender;
        Win win = Win.LOST;
        lock();
        try {
            while ((sender = senders) != null) {
                senders = WaitRing.remove(sender, sender);
                win = sender.win(SENT);
                if (win != Win.LOST) {
                    break;
                }
            }
        } finally {
            unlock();
        }
        if (sender == null) {
            return WAIT;
        }
        if (win == Win.WAITS) {
            sender.wake();
        }
        return ((Sender) sender).value;
    }

    @Override
    void enlist(Sender sender) {
        WaitCell receiver;
        Match match = Match.GONE;
        Object answer = Answer.value(sender.value);
        lock();
        try {
            receiver = receivers;
            while (receiver != null) {
                WaitCell next = WaitRing.next(receivers, receiver);
                match = sender.match(SENT, receiver, answer);
                if (match == Match.OVER) {
                    return;
                }
                if (match != Match.SAME) {
                    receivers = WaitRing.remove(receivers, receiver);
                    if (match != Match.GONE) {
                        break;
                    }
                }
                receiver = next;
            }
            if (receiver == null) {
                senders = WaitRing.add(senders, sender);
                return;
            }
        } finally {
            unlock();
        }
        if (match == Match.WAITS) {
            receiver.wake();
        }
    }

    @Override
    void enlist(Receiver receiver) {
        WaitCell sender;
        Match match = Match.GONE;
        lock();
        try {
            sender = senders;
            while (sender != null) {
                WaitCell next = WaitRing.next(senders, sender);
                match = receiver.match(Answer.value(((Sender) sender).value), sender, SENT);
                if (match == Match.OVER) {
                    return;
                }
                if (match != Match.SAME) {
                    senders = WaitRing.remove(senders, sender);
                    if (match != Match.GONE) {
                        break;
                    }
                }
                sender = next;
            }
            if (sender == null) {
                receivers = WaitRing.add(receivers, receiver);
                return;
            }
        } finally {
            unlock();
        }
        if (match == Match.WAITS) {
            sender.wake();
        }
    }

    @Override
    void giveBack(@Nullable Object value) {
        give(value, new Sender(this, value));
    }
}
