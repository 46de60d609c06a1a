package dev.clew.internal.sched;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** The fibers that callers evaluate on their own threads: closing finds each, whoever else comes and goes. */
public final class GuestsStress {
    private GuestsStress() {}

    /** A guest enters and then reads the phase; who closes writes the phase and then looks for guests. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the guest sees that it is closed")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "closing finds the guest")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both")
    @Outcome(expect = FORBIDDEN, desc = "the guest runs on unseen")
    @State
    public static class EnterClose {
        private final Guests guests = new Guests();
        private final Someone fiber = new Someone();
        private volatile boolean closed;

        @Actor
        public void guest(II_Result result) {
            guests.enter(fiber);
            result.r1 = closed ? 1 : 0;
        }

        @Actor
        public void closer(II_Result result) {
            closed = true;
            result.r2 = found(guests, fiber);
        }
    }

    /** Two threads enter, each for a run within a run within a run: slots are taken before their eyes, and the crowd is used. */
    @JCStressTest
    @Outcome(id = "1, 1, 3, 3", expect = ACCEPTABLE, desc = "each thread is a guest, and each fiber is found once")
    @Outcome(expect = FORBIDDEN, desc = "one overwrote another")
    @State
    public static class ManyEnter {
        private final Guests guests = new Guests();
        private final Someone[] left = {new Someone(), new Someone(), new Someone()};
        private final Someone[] right = {new Someone(), new Someone(), new Someone()};

        private int enter(Someone[] fibers) {
            for (Someone fiber : fibers) {
                guests.enter(fiber);
            }
            return guests.isCurrent() ? 1 : 0;
        }

        @Actor
        public void left(IIII_Result result) {
            result.r1 = enter(left);
        }

        @Actor
        public void right(IIII_Result result) {
            result.r2 = enter(right);
        }

        @Arbiter
        public void rest(IIII_Result result) {
            boolean exact = guests.size() == left.length + right.length;
            result.r3 = exact ? found(guests, left) : -1;
            result.r4 = exact ? found(guests, right) : -1;
        }
    }

    /** One leaves while others enter, who may take its slot as it is emptied: the one is no guest any more, and they are. */
    @JCStressTest
    @Outcome(id = "0, 1, 4", expect = ACCEPTABLE, desc = "the one is none, the other is one, and its fibers are found")
    @Outcome(expect = FORBIDDEN, desc = "the slot went to nobody, or to both")
    @State
    public static class LeaveEnter {
        private final Guests guests = new Guests();
        private final Someone first = new Someone();
        private final Someone[] others = {new Someone(), new Someone(), new Someone(), new Someone()};

        @Actor
        public void leaver(III_Result result) {
            int slot = guests.enter(first);
            guests.leave(first, slot);
            result.r1 = guests.isCurrent() ? 1 : 0;
        }

        @Actor
        public void enterer(III_Result result) {
            for (Someone other : others) {
                guests.enter(other);
            }
            result.r2 = guests.isCurrent() ? 1 : 0;
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r3 = guests.size() == others.length && found(guests, first) == 0 ? found(guests, others) : -1;
        }
    }

    /** Who closes looks while one that is there all the time stands among others that come and go. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "who stays is found, and who went before is not there in the end")
    @Outcome(expect = FORBIDDEN, desc = "who stays was passed over, or who went stays")
    @State
    public static class StayAmongOthers {
        private final Guests guests = new Guests();
        private final Someone stays = new Someone();
        private final Someone[] others = {new Someone(), new Someone(), new Someone()};

        public StayAmongOthers() {
            guests.enter(stays);
        }

        @Actor
        public void goer() {
            for (Someone other : others) {
                guests.leave(other, guests.enter(other));
            }
            int outer = guests.enter(others[0]);
            int inner = guests.enter(others[1]);
            guests.leave(others[1], inner);
            guests.leave(others[0], outer);
        }

        @Actor
        public void closer(II_Result result) {
            result.r1 = found(guests, stays);
        }

        @Arbiter
        public void rest(II_Result result) {
            result.r2 = guests.size() == 1 ? found(guests, others) : -1;
        }
    }

    /** How often the guests show {@code fibers}, all together. */
    private static int found(Guests guests, Someone... fibers) {
        int[] found = {0};
        guests.forEach(guest -> {
            for (Someone fiber : fibers) {
                found[0] += guest == fiber ? 1 : 0;
            }
        });
        return found[0];
    }

    /** A fiber that is only looked for. */
    private static final class Someone implements LiveFiber {
        @Override
        public void requestCancel() {
            throw refused();
        }

        @Override
        public void requestClose() {
            throw refused();
        }

        @Override
        public boolean isSpared() {
            throw refused();
        }

        @Override
        public void abandon() {
            throw refused();
        }

        @Override
        public String describeWait(Function<? super LiveFiber, String> name) {
            throw refused();
        }

        @Override
        public int finalizersHeld() {
            throw refused();
        }

        @Override
        public @Nullable LiveFiber nextKept() {
            throw refused();
        }

        @Override
        public void setNextKept(@Nullable LiveFiber fiber) {
            throw refused();
        }

        @Override
        public @Nullable LiveFiber previousLive() {
            throw refused();
        }

        @Override
        public void setPreviousLive(@Nullable LiveFiber fiber) {
            throw refused();
        }

        @Override
        public @Nullable LiveFiber nextLive() {
            throw refused();
        }

        @Override
        public void setNextLive(@Nullable LiveFiber fiber) {
            throw refused();
        }

        @Override
        public int liveStripe() {
            throw refused();
        }

        @Override
        public void setLiveStripe(int stripe) {
            throw refused();
        }

        private static UnsupportedOperationException refused() {
            return new UnsupportedOperationException("the table of guests does nothing with a fiber but show it");
        }
    }
}
