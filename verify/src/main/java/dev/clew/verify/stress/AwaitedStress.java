package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.Awaited;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.Waiters;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Who waits for what comes once is told, whoever else comes or goes meanwhile. */
public final class AwaitedStress {
    private AwaitedStress() {}

    /** Something that comes once. */
    static final class Coming implements Waiters {
        private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", Object.class);

        @SuppressWarnings("unused")
        private volatile @Nullable Object state;

        boolean add(WaitCell cell) {
            return Awaited.add(STATE, this, this, cell);
        }

        void come() {
            Object answer = Answer.value(1);
            Awaited.tell(STATE.getAndSet(this, answer), answer);
        }

        /** 1 where {@code cell} is told if it is to be, and 0 where it waits for ever. */
        static int isTold(boolean added, WaitCell cell) {
            return !added || cell.isDecided() ? 1 : 0;
        }

        @Override
        public Object awaited() {
            return this;
        }

        @Override
        public void remove(WaitCell cell) {
            Awaited.remove(STATE, this, cell);
        }
    }

    /** One comes to wait while it comes. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "told, or sees that it has come")
    @Outcome(expect = FORBIDDEN, desc = "waits for ever")
    @State
    public static class AddCome {
        private final Coming coming = new Coming();
        private final WaitCell cell = new WaitCell();
        private boolean added;

        @Actor
        public void adder() {
            added = coming.add(cell);
        }

        @Actor
        public void comer() {
            coming.come();
        }

        @Arbiter
        public void rest(I_Result result) {
            result.r1 = Coming.isTold(added, cell);
        }
    }

    /** Two come to wait for what one waits for already, and then it comes. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "all are told")
    @Outcome(expect = FORBIDDEN, desc = "one waits for ever")
    @State
    public static class TwoMoreCome {
        private final Coming coming = new Coming();
        private final WaitCell first = new WaitCell();
        private final WaitCell second = new WaitCell();
        private final WaitCell third = new WaitCell();
        private boolean secondAdded;
        private boolean thirdAdded;

        public TwoMoreCome() {
            coming.add(first);
        }

        @Actor
        public void second() {
            secondAdded = coming.add(second);
        }

        @Actor
        public void comer() {
            thirdAdded = coming.add(third);
            coming.come();
        }

        @Arbiter
        public void rest(III_Result result) {
            result.r1 = Coming.isTold(true, first);
            result.r2 = Coming.isTold(secondAdded, second);
            result.r3 = Coming.isTold(thirdAdded, third);
        }
    }

    /** The only one who waits goes while another comes; then it comes. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the one who has gone is not told, the other is")
    @Outcome(expect = FORBIDDEN, desc = "the one who has gone is still there, or the other is lost")
    @State
    public static class GoAdd {
        private final Coming coming = new Coming();
        private final WaitCell first = new WaitCell();
        private final WaitCell second = new WaitCell();

        public GoAdd() {
            coming.add(first);
        }

        @Actor
        public void goer() {
            coming.remove(first);
        }

        @Actor
        public void adder() {
            coming.add(second);
        }

        @Arbiter
        public void rest(II_Result result) {
            coming.come();
            result.r1 = first.isDecided() ? 1 : 0;
            result.r2 = second.isDecided() ? 1 : 0;
        }
    }
}
