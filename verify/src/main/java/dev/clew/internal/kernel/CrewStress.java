package dev.clew.internal.kernel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * The elements of a range, which its owner takes from the front and thieves from the back, and those of an iterator, which owners
 * pull in turn: each is evaluated once, and none is forgotten. Its number stands for an element, as a decimal digit.
 */
public final class CrewStress {
    private static final List<Integer> ELEMENTS = List.of(1, 10, 100, 1_000);

    private CrewStress() {}

    /** The sum of all that was evaluated. */
    private static Sink sum() {
        return Sink.reduce(0, (a, b) -> (Integer) a + (Integer) b);
    }

    private static FiberState parent(Shelf shelf) {
        return new FiberState(shelf, Node.of(Task.never(), "the task of a test"), null, null);
    }

    /** Evaluates what {@code owner} still gets. */
    private static void evaluate(FiberState parent, Owner owner) {
        try {
            for (Node<?> element = owner.next(parent); element != null; element = owner.next(parent)) {
                owner.crew().sink().put(owner, owner.index, element.eval(parent, owner, 1));
            }
            owner.close();
            owner.crew().sink().ownerDone(owner);
        } catch (Exception thrown) {
            throw new AssertionError("no element throws", thrown);
        }
    }

    /** An owner at its elements, while a thief takes half, and then half of the rest. */
    @JCStressTest
    @Outcome(id = "1111, 0", expect = ACCEPTABLE, desc = "each element once, and all owners have left")
    @Outcome(expect = FORBIDDEN, desc = "one is lost or evaluated twice, or its owner still counts")
    @State
    public static class OwnerThief {
        private final Shelf shelf = new Shelf();
        private final FiberState parent = parent(shelf);
        private final RangeCrew crew =
                new RangeCrew(parent, parent, ELEMENTS.toArray(), x -> Task.now((Integer) x), sum(), true);

        @Actor
        public void owner() {
            evaluate(parent, crew.parentOwner());
        }

        @Actor
        public void thief() {
            steal(shelf, crew.parentOwner());
            steal(shelf, crew.parentOwner());
        }

        @Arbiter
        public void rest(II_Result result) {
            shelf.runAll();
            result.r1 = total(crew);
            result.r2 = shelf.submitted();
        }
    }

    /** Two thieves, of one owner; who then does what they have left. */
    @JCStressTest
    @Outcome(id = "1111", expect = ACCEPTABLE, desc = "each element once")
    @Outcome(expect = FORBIDDEN, desc = "one is lost or evaluated twice")
    @State
    public static class TwoThieves {
        private final Shelf shelf = new Shelf();
        private final FiberState parent = parent(shelf);
        private final RangeCrew crew =
                new RangeCrew(parent, parent, ELEMENTS.toArray(), x -> Task.now((Integer) x), sum(), true);

        @Actor
        public void first() {
            steal(shelf, crew.parentOwner());
        }

        @Actor
        public void second() {
            steal(shelf, crew.parentOwner());
        }

        @Arbiter
        public void rest(I_Result result) {
            evaluate(parent, crew.parentOwner());
            result.r1 = total(crew);
        }
    }

    private static void steal(Shelf shelf, Owner victim) {
        if (victim.steal() instanceof FiberState child) {
            child.run(shelf.foreign());
        }
    }

    private static int total(Crew crew) {
        Object total = crew.sink().result();
        return total instanceof Integer sum ? sum : -1;
    }

    /** Two owners of an iterator pull in turn; who gives up is replaced where something is left. */
    @JCStressTest
    @Outcome(id = "1111", expect = ACCEPTABLE, desc = "each element once")
    @Outcome(expect = FORBIDDEN, desc = "one is lost or evaluated twice, or nobody was left to pull")
    @State
    public static class Turns {
        private final Shelf shelf = new Shelf();
        private final FiberState parent = parent(shelf);
        private final PullCrew crew =
                new PullCrew(parent, parent, ELEMENTS.iterator(), x -> Task.now((Integer) x), 2, sum(), true);
        private final @Nullable FiberState child = crew.parentOwner().takeForJob();

        @Actor
        public void first() {
            evaluate(parent, crew.parentOwner());
        }

        @Actor
        public void child() {
            if (child != null) {
                child.run(shelf.foreign());
            }
        }

        @Arbiter
        public void rest(I_Result result) {
            shelf.runAll();
            result.r1 = total(crew);
        }
    }
}
