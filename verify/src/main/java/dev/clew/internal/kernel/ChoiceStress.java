package dev.clew.internal.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.channel.Alt;
import dev.clew.channel.Channel;
import dev.clew.channel.SwapChannel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Choices that meet, as their fibers make their arms known: both commit or neither, each to one arm, and none waits for a claim
 * for ever. No fiber is needed for it: none has parked yet, so nobody is woken.
 *
 * <p>A result is the number of the arm that has won, or −1.
 */
public final class ChoiceStress {
    private ChoiceStress() {}

    /** A synchronisation whose fiber is still making its arms known. */
    private static final class Sync {
        private final EventNode<?>[] events;
        private final Choice choice;

        Sync(Alt<?>... alternatives) {
            Arms arms = new Arms();
            events = new EventNode<?>[alternatives.length];
            for (int i = 0; i < events.length; i++) {
                events[i] = event(alternatives[i]);
                arms.add(events[i], null);
            }
            choice = new Choice(arms.choice(null), events.length);
        }

        /** Makes the arms from {@code first} on known, as long as none has won. */
        void enlist(int first, int end) {
            for (int i = first; i < end; i++) {
                if (!choice.enlist(null, i, events[i])) {
                    return;
                }
            }
        }

        int won() {
            return choice.wonArm();
        }
    }

    private static EventNode<?> event(Alt<?> alt) {
        EventNode<?> event = EventNode.of(alt.sync());
        if (event == null) {
            throw new IllegalStateException("an alternative of a channel is one event");
        }
        return event;
    }

    /** A plain fiber asks: whether it got what it asked for. */
    private static int now(Alt<?> alt) {
        return event(alt).now(null) == WaitNode.WAIT ? 0 : 1;
    }

    /** Each offers to send on one channel and to receive on the other, crosswise: both find the other at once. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "they meet on a")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "they meet on b")
    @Outcome(expect = FORBIDDEN, desc = "they have not met, or not each other")
    @State
    public static class Crosswise {
        private final Channel<Integer> a = Channel.create();
        private final Channel<Integer> b = Channel.create();
        private final Sync first = new Sync(a.send(1), b.receive());
        private final Sync second = new Sync(b.send(2), a.receive());

        @Actor
        public void first() {
            first.enlist(0, 2);
        }

        @Actor
        public void second() {
            second.enlist(0, 2);
        }

        @Arbiter
        public void both(II_Result result) {
            result.r1 = first.won();
            result.r2 = second.won();
        }
    }

    /** Three offer to send to the next and to receive from the one before: two of them meet. */
    @JCStressTest
    @Outcome(id = "0, 1, -1", expect = ACCEPTABLE, desc = "the first sends to the second")
    @Outcome(id = "-1, 0, 1", expect = ACCEPTABLE, desc = "the second sends to the third")
    @Outcome(id = "1, -1, 0", expect = ACCEPTABLE, desc = "the third sends to the first")
    @Outcome(expect = FORBIDDEN, desc = "nobody has met, or somebody twice")
    @State
    public static class Ring {
        private final Channel<Integer> a = Channel.create();
        private final Channel<Integer> b = Channel.create();
        private final Channel<Integer> c = Channel.create();
        private final Sync first = new Sync(a.send(1), c.receive());
        private final Sync second = new Sync(b.send(2), a.receive());
        private final Sync third = new Sync(c.send(3), b.receive());

        @Actor
        public void first() {
            first.enlist(0, 2);
        }

        @Actor
        public void others() {
            second.enlist(0, 2);
            third.enlist(0, 2);
        }

        @Arbiter
        public void all(III_Result result) {
            result.r1 = first.won();
            result.r2 = second.won();
            result.r3 = third.won();
        }
    }

    /** Two choices are about to meet on b, while plain senders take either by its other arm. */
    @JCStressTest
    @Outcome(id = "1, 0, 0, 0", expect = ACCEPTABLE, desc = "they meet, and the senders find nobody")
    @Outcome(id = "0, 1, 1, 1", expect = ACCEPTABLE, desc = "each is taken by a sender")
    @Outcome(expect = FORBIDDEN, desc = "one has met and the other has not, or a sender has lost its value")
    @State
    public static class Taken {
        private final Channel<Integer> a = Channel.create();
        private final Channel<Integer> b = Channel.create();
        private final Channel<Integer> c = Channel.create();
        private final Sync active = new Sync(a.receive(), b.send(1));
        private final Sync waits = new Sync(b.receive(), c.receive());

        public Taken() {
            active.enlist(0, 1);
            waits.enlist(0, 2);
        }

        @Actor
        public void meets() {
            active.enlist(1, 2);
        }

        @Actor
        public void sends(IIII_Result result) {
            result.r3 = now(a.send(2));
            result.r4 = now(c.send(3));
        }

        @Arbiter
        public void both(IIII_Result result) {
            result.r1 = active.won();
            result.r2 = waits.won();
        }
    }

    /** Two choices swap on two desks in opposite orders. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "on the first desk")
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "on the second")
    @Outcome(expect = FORBIDDEN, desc = "not with each other")
    @State
    public static class Swaps {
        private final SwapChannel<Integer> a = SwapChannel.create();
        private final SwapChannel<Integer> b = SwapChannel.create();
        private final Sync first = new Sync(a.swap(1), b.swap(1));
        private final Sync second = new Sync(b.swap(2), a.swap(2));

        @Actor
        public void first() {
            first.enlist(0, 2);
        }

        @Actor
        public void second() {
            second.enlist(0, 2);
        }

        @Arbiter
        public void both(II_Result result) {
            result.r1 = first.won();
            result.r2 = second.won();
        }
    }

    /** The two arms of one choice are taken at once by plain senders. */
    @JCStressTest
    @Outcome(
            id = {"0, 1, 0", "1, 0, 1"},
            expect = ACCEPTABLE,
            desc = "one of the two")
    @Outcome(expect = FORBIDDEN, desc = "both or none")
    @State
    public static class TwoArms {
        private final Channel<Integer> a = Channel.create();
        private final Channel<Integer> b = Channel.create();
        private final Sync waits = new Sync(a.receive(), b.receive());

        public TwoArms() {
            waits.enlist(0, 2);
        }

        @Actor
        public void first(III_Result result) {
            result.r2 = now(a.send(1));
        }

        @Actor
        public void second(III_Result result) {
            result.r3 = now(b.send(2));
        }

        @Arbiter
        public void both(III_Result result) {
            result.r1 = waits.won();
        }
    }
}
