package dev.clew.channel;

import dev.clew.Task;
import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.Match;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitRing;
import dev.clew.internal.kernel.Win;
import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where fibers meet in pairs and exchange values: each of the two gives one and gets the other's.
 *
 * <p><b>Semantics.</b> {@link #swap} waits for somebody else who swaps; both happen or neither. Those who wait are met in the
 * order of their coming. A choice never meets itself, though it offers to swap twice.
 *
 * <p><b>Cancellation.</b> Cancel safe: a swap that is cancelled has given nothing and got nothing.
 *
 * <p><b>Memory effects.</b> What happens before a swap happens before whatever follows the other's, both ways.
 *
 * <p><b>Cost.</b> A short lock; who waits costs one object.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * SwapChannel<String> desk = SwapChannel.create();
 * Task<String> both = desk.swap("left").sync().zipPar(desk.swap("right").sync(), (l, r) -> l + " " + r); // right left
 * }</pre>
 *
 * @param <A> the values
 */
public final class SwapChannel<A extends @Nullable Object> extends SpinLocked {
    /*
     * As in Rendezvous, whose two rings are one here.
     *
     *   field   | writer | access                                    | pairs with
     *   --------+--------+-------------------------------------------+-----------
     *   waiting | any    | the lock; asked for null without it       | the lock; a wrong answer is put right under it
     */
    private @Nullable WaitCell waiting;

    private SwapChannel() {}

    /** A new one, made at once. */
    public static <A extends @Nullable Object> SwapChannel<A> create() {
        return new SwapChannel<>();
    }

    /** A task that makes a new one each time it runs. */
    public static <A extends @Nullable Object> Task<SwapChannel<A>> make() {
        return Task.delay(SwapChannel::new);
    }

    /** Gives {@code value} and gets what the other gives. */
    public Alt<A> swap(A value) {
        return Alt.ofEvent(new Swap<>(this, value));
    }

    private void remove(Swapper swapper) {
        lock();
        try {
            waiting = WaitRing.remove(waiting, swapper);
        } finally {
            unlock();
        }
    }

    private void enlist(Swapper mine) {
        WaitCell other;
        Match match = Match.GONE;
        lock();
        try {
            other = waiting;
            while (other != null) {
                WaitCell next = WaitRing.next(waiting, other);
                match = mine.match(Answer.value(((Swapper) other).value), other, Answer.value(mine.value));
                if (match == Match.OVER) {
                    return;
                }
                if (match != Match.SAME) {
                    waiting = WaitRing.remove(waiting, other);
                    if (match != Match.GONE) {
                        break;
                    }
                }
                other = next;
            }
            if (other == null) {
                waiting = WaitRing.add(waiting, mine);
                return;
            }
        } finally {
            unlock();
        }
        if (match == Match.WAITS) {
            other.wake();
        }
    }

    private static final class Swap<A extends @Nullable Object> extends EventNode<A> {
        private final SwapChannel<A> channel;
        private final @Nullable Object value;

        Swap(SwapChannel<A> channel, @Nullable Object value) {
            this.channel = channel;
            this.value = value;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            if (channel.waiting == null) {
                return WAIT;
            }
            WaitCell other;
            Win win = Win.LOST;
            channel.lock();
            try {
                while ((other = channel.waiting) != null) {
                    channel.waiting = WaitRing.remove(other, other);
                    win = other.win(Answer.value(value));
                    if (win != Win.LOST) {
                        break;
                    }
                }
            } finally {
                channel.unlock();
            }
            if (other == null) {
                return WAIT;
            }
            if (win == Win.WAITS) {
                other.wake();
            }
            return ((Swapper) other).value;
        }

        @Override
        protected WaitCell cell() {
            return new Swapper(channel, value);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            channel.enlist((Swapper) cell);
        }
    }

    private static final class Swapper extends WaitCell {
        private final SwapChannel<?> channel;
        final @Nullable Object value;

        Swapper(SwapChannel<?> channel, @Nullable Object value) {
            this.channel = channel;
            this.value = value;
        }

        @Override
        protected void abandoned() {
            channel.remove(this);
        }

        @Override
        protected Object awaitedOfFibers() {
            return channel;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "somebody to swap with";
        }
    }
}
