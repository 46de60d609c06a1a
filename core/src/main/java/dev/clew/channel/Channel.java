package dev.clew.channel;

import dev.clew.Task;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.WaitRing;
import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Passes values from fibers that send to fibers that receive, one value to one receiver.
 *
 * <p><b>Semantics.</b> A channel of capacity 0, the usual one, is a rendezvous: {@link #send} and {@link #receive} wait for one another,
 * and happen both or neither. One of capacity n holds up to n values that nobody has received yet, and {@code send} waits only
 * where it is full. Senders are served in the order of their coming, and so are receivers; values are received in the order in which they were
 * sent. Both operations are alternatives: {@code channel.send(a).sync()} is the task that sends. A choice never meets itself,
 * though it offers to send and to receive on one channel.
 *
 * <p>A channel has no end and is never closed. It needs no care: one that nobody refers to any more is garbage, with
 * what it holds. Say by a value, or by a {@code Deferred} that is chosen beside the channel, that nothing more comes.
 *
 * <p><b>Cancellation.</b> Cancel safe: a {@code send} that is cancelled has sent nothing, a {@code receive} has taken nothing, and
 * neither keeps others from meeting. Should the executor of a fiber that receives refuse it as it is served, its value is the one that
 * is received next.
 *
 * <p><b>Memory effects.</b> What happens before a send happens before whatever follows the receive of its value. On a channel of
 * capacity 0 the other way round as well.
 *
 * <p><b>Cost.</b> Each operation takes a short lock, and time that does not depend on the number of those that wait. A wait costs one object.
 * An empty channel is 24 bytes.
 *
 * <p><b>Errors.</b> A capacity below 0 is refused with an {@link IllegalArgumentException} as the task is built.
 *
 * <p><b>Example.</b>
 *
 * <pre>{@code
 * Channel<Integer> numbers = Channel.create();
 * Task<Integer> seven = numbers.send(7).sync().zipPar(numbers.receive().sync(), (sent, received) -> received);
 * }</pre>
 *
 * @param <A> the values
 */
public abstract sealed class Channel<A extends @Nullable Object> extends SpinLocked permits Rendezvous, Buffered {
    /*
     * All that happens on a channel happens under its lock, but the waking, which may call an executor of the user's. So the
     * cells in its rings are won under the lock only, or by other arms of their choice: as WaitCell.match asks. A cell in a ring may
     * have lost: it is taken out by whoever meets it, or takes itself out.
     *
     * A value whose receiver was answered but cannot go on, since its executor refuses it, is not lost: the next receiver that waits
     * gets it, or it is the first to be received.
     *
     *   field     | writer | access                                    | pairs with
     *   ----------+--------+-------------------------------------------+-----------
     *   receivers | any    | the lock; asked for null without it:      | the lock; a wrong answer costs a lock, or
     *   senders   | any    | the same                                  | is put right as the cell is enlisted
     */
    @Nullable
    WaitCell receivers;

    @Nullable
    WaitCell senders;

    Channel() {}

    /** A new channel of capacity 0, made at once. */
    public static <A extends @Nullable Object> Channel<A> create() {
        return new Rendezvous<>();
    }

    /** A new channel that holds up to {@code capacity} values, made at once. */
    public static <A extends @Nullable Object> Channel<A> create(int capacity) {
        checkCapacity(capacity);
        return capacity == 0 ? new Rendezvous<>() : new Buffered<>(capacity);
    }

    /** A task that makes a new channel of capacity 0 each time it runs. */
    public static <A extends @Nullable Object> Task<Channel<A>> make() {
        return Task.delay(Rendezvous::new);
    }

    /** A task that makes a new channel that holds up to {@code capacity} values each time it runs. */
    public static <A extends @Nullable Object> Task<Channel<A>> make(int capacity) {
        checkCapacity(capacity);
        return Task.delay(() -> create(capacity));
    }

    private static void checkCapacity(int capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("a channel holds 0 values or more, but was to hold " + capacity
                    + "; 0 is for one where senders and receivers wait for one another");
        }
    }

    /** Sends {@code value}: to a receiver, or where there is room into the channel. */
    public final Alt<@Nullable Void> send(A value) {
        return Alt.ofEvent(new Send(this, value));
    }

    /** Receives a value. */
    public final Alt<A> receive() {
        return Alt.ofEvent(new Receive<>(this));
    }

    /** Sends if that can be done at once. */
    abstract boolean sendNow(@Nullable Object value);

    /** Receives if that can be done at once, else gives {@link EventNode#WAIT}. */
    abstract @Nullable Object receiveNow();

    /** Sends the value of {@code sender} at once and ends its wait, or has it wait. */
    abstract void enlist(Sender sender);

    /** Receives at once and ends the wait of {@code receiver}, or has it wait. */
    abstract void enlist(Receiver receiver);

    /** A receiver was given {@code value} and cannot go on with it: it is received next. */
    abstract void giveBack(@Nullable Object value);

    private void remove(Sender sender) {
        lock();
        try {
            senders = WaitRing.remove(senders, sender);
        } finally {
            unlock();
        }
    }

    private void remove(Receiver receiver) {
        lock();
        try {
            receivers = WaitRing.remove(receivers, receiver);
        } finally {
            unlock();
        }
    }

    private static final class Send extends EventNode<@Nullable Void> {
        private final Channel<?> channel;
        private final @Nullable Object value;

        Send(Channel<?> channel, @Nullable Object value) {
            this.channel = channel;
            this.value = value;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return channel.sendNow(value) ? null : WAIT;
        }

        @Override
        protected WaitCell cell() {
            return new Sender(channel, value);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            channel.enlist((Sender) cell);
        }
    }

    private static final class Receive<A extends @Nullable Object> extends EventNode<A> {
        private final Channel<A> channel;

        Receive(Channel<A> channel) {
            this.channel = channel;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return channel.receiveNow();
        }

        @Override
        protected WaitCell cell() {
            return new Receiver(channel);
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            channel.enlist((Receiver) cell);
        }
    }

    /** One that waits to send {@code value}. */
    static final class Sender extends WaitCell {
        private final Channel<?> channel;
        final @Nullable Object value;

        Sender(Channel<?> channel, @Nullable Object value) {
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
            return "a receiver on a Channel";
        }
    }

    /** One that waits to receive. */
    static final class Receiver extends WaitCell {
        private final Channel<?> channel;

        Receiver(Channel<?> channel) {
            this.channel = channel;
        }

        @Override
        protected void abandoned() {
            channel.remove(this);
        }

        @Override
        protected void undelivered(@Nullable Object value) {
            channel.giveBack(value);
        }

        @Override
        protected Object awaitedOfFibers() {
            return channel;
        }

        @Override
        protected String describeWait(Function<? super LiveFiber, String> name) {
            return "a sender on a Channel";
        }
    }
}
