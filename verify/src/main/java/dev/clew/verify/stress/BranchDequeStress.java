package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.verify.stress.Tally.Branch;
import dev.clew.verify.stress.Tally.Range;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The branch deque: each branch goes to its owner or to one thief, and one that nobody has taken can still be stolen
 * afterwards, so that no index was moved past it.
 *
 * <p>Each test has two actors, since jcstress leaves out a test that has more actors than the machine has processors.
 */
public final class BranchDequeStress {
    private BranchDequeStress() {}

    /** Everything that a test of a deque has. */
    abstract static class Base {
        final BranchDeque deque = new BranchDeque(1);
        final Tally owner;
        final Tally thief;
        final Tally rest;

        Base(int branches) {
            owner = new Tally(branches);
            thief = new Tally(branches);
            rest = new Tally(branches);
        }

        final Branch push(int number) {
            Branch branch = new Branch(number);
            deque.push(branch);
            return branch;
        }

        final void pop(Branch branch) {
            if (branch.claim()) {
                owner.take(branch);
                deque.popClaimed(branch);
            } else {
                deque.popIf(branch);
            }
        }

        final void takeIfMine(Branch branch) {
            if (branch.claim()) {
                owner.take(branch);
            }
        }

        /** By a thief, since it is the thieves to whom a branch must not be lost. */
        final void drain(L_Result result) {
            for (Runnable job = deque.steal(); job != null; job = deque.steal()) {
                rest.take(job);
            }
            String left = deque.mayHaveWork() ? ", but the deque looks full" : "";
            result.r1 = Tally.verdict(owner, thief, rest) + left;
        }
    }

    /** Owner and thief want the same branch. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "one of them has it")
    @Outcome(expect = FORBIDDEN, desc = "lost, or taken twice")
    @State
    public static class Claim extends Base {
        private final Branch branch = push(0);

        public Claim() {
            super(1);
        }

        @Actor
        public void owner() {
            pop(branch);
        }

        @Actor
        public void thief() {
            thief.take(deque.steal());
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** A position is used again while a thief looks at what stood there. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "taken, or still to be stolen")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or passed over")
    @State
    public static class Reuse extends Base {
        private final Branch first = push(0);

        public Reuse() {
            super(3);
        }

        @Actor
        public void owner() {
            pop(first);
            pop(push(1));
            push(2);
        }

        @Actor
        public void thief() {
            thief.take(deque.steal());
            thief.take(deque.steal());
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /**
     * The owner takes the last element of a range, pops it and pushes a branch in its place, while a thief moves the index to
     * that place, and then wants to help it past the exhausted range.
     */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "taken, or still to be stolen")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or passed over")
    @State
    public static class Exhausted extends Base {
        private final Range range = new Range(1);

        public Exhausted() {
            super(3);
            push(0);
            deque.push(range);
        }

        @Actor
        public void owner() {
            range.takeLast(owner);
            deque.popIf(range);
            push(2);
        }

        @Actor
        public void thief() {
            thief.take(deque.steal());
            thief.take(deque.steal());
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** The owner suspends and another fiber pushes, while thieves still look at what was drained. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "taken, or still to be stolen")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or passed over")
    @State
    public static class Drain extends Base {
        public Drain() {
            super(3);
            push(0);
            push(1);
        }

        @Actor
        public void owner() {
            deque.drainTo(entry -> takeIfMine((Branch) entry));
            push(2);
        }

        @Actor
        public void thief() {
            thief.take(deque.steal());
            thief.take(deque.steal());
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** The owner grows the array while a thief takes from it. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "taken, or still to be stolen")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or passed over")
    @State
    public static class Growth extends Base {
        private final Branch first = push(0);

        public Growth() {
            super(4);
        }

        @Actor
        public void owner() {
            Branch second = push(1);
            Branch third = push(2);
            pop(third);
            pop(second);
            pop(first);
            push(3);
        }

        @Actor
        public void thief() {
            thief.take(deque.steal());
            thief.take(deque.steal());
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** A thief sees a branch as it was pushed: its plain field is set, also where a slot is used again. */
    @JCStressTest
    @Outcome(
            id = {"7", "8", "nothing"},
            expect = ACCEPTABLE,
            desc = "seen whole, or not there")
    @Outcome(expect = FORBIDDEN, desc = "a branch without its number")
    @State
    public static class Publication {
        private final BranchDeque deque = new BranchDeque(1);

        @Actor
        public void owner() {
            Branch first = new Branch(7);
            deque.push(first);
            first.claim();
            deque.popIf(first);
            deque.push(new Branch(8));
        }

        @Actor
        public void thief(L_Result result) {
            Runnable job = deque.steal();
            result.r1 = job == null ? "nothing" : String.valueOf(((Branch) job).number());
        }
    }
}
