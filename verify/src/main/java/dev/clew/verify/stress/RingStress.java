package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.internal.queue.Ring;
import dev.clew.verify.stress.Tally.Job;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The ring: each job is taken exactly once, whoever is faster, and is seen as it was when it was offered. */
public final class RingStress {
    private RingStress() {}

    /** Everything that a test of a ring has. */
    abstract static class Base {
        final Ring ring;
        final Ring mine = new Ring(2);
        final Ring others = new Ring(2);
        final Tally owner;
        final Tally thief;
        final Tally rest;

        Base(int capacity, int jobs) {
            this(capacity, capacity, jobs);
        }

        Base(int capacity, int limit, int jobs) {
            ring = new Ring(capacity, limit);
            owner = new Tally(jobs);
            thief = new Tally(jobs);
            rest = new Tally(jobs);
        }

        final void steal() {
            ring.stealInto(mine);
            take(mine);
        }

        final void take(Ring stolen) {
            thief.take(stolen.poll());
            thief.take(stolen.poll());
        }

        final void drain(L_Result result) {
            for (Runnable job = ring.poll(); job != null; job = ring.poll()) {
                rest.take(job);
            }
            result.r1 = Tally.verdict(owner, thief, rest);
        }
    }

    /** The owner polls the last job while a thief takes it. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "one of them has it")
    @Outcome(expect = FORBIDDEN, desc = "lost, or taken twice")
    @State
    public static class LastJob extends Base {
        public LastJob() {
            super(2, 1);
            ring.offer(new Job(0));
        }

        @Actor
        public void owner() {
            owner.take(ring.poll());
        }

        @Actor
        public void thief() {
            steal();
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** The owner laps a full ring while a thief copies half of it: no slot that was overwritten may be committed. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "what was copied before it was overwritten")
    @Outcome(expect = FORBIDDEN, desc = "lost, or taken twice")
    @State
    public static class Lap extends Base {
        public Lap() {
            super(4, 8);
            for (int i = 0; i < 4; i++) {
                ring.offer(new Job(i));
            }
        }

        @Actor
        public void owner() {
            for (int i = 4; i < 8; i++) {
                owner.take(ring.poll());
                ring.offer(new Job(i));
            }
        }

        @Actor
        public void thief() {
            steal();
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** The owner's ring grows, and is filled again, while a thief copies from what it was. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "from the old slots or the new ones")
    @Outcome(expect = FORBIDDEN, desc = "lost, or taken twice")
    @State
    public static class Growth extends Base {
        public Growth() {
            super(2, 8, 6);
            ring.offer(new Job(0));
            ring.offer(new Job(1));
        }

        @Actor
        public void owner() {
            for (int i = 2; i < 6; i++) {
                ring.offer(new Job(i));
            }
            owner.take(ring.poll());
        }

        @Actor
        public void thief() {
            steal();
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** The owner overflows while a thief takes half. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "spilled, stolen or left")
    @Outcome(expect = FORBIDDEN, desc = "lost, or taken twice")
    @State
    public static class Overflow extends Base {
        public Overflow() {
            super(4, 5);
            for (int i = 0; i < 4; i++) {
                ring.offer(new Job(i));
            }
        }

        @Actor
        public void owner() {
            Job last = new Job(4);
            while (!ring.offer(last)) {
                for (Runnable job : ring.spill()) {
                    owner.take(job);
                }
            }
        }

        @Actor
        public void thief() {
            steal();
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** Half is taken twice, into two rings, while the owner fills and polls. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "no conflict")
    @Outcome(expect = FORBIDDEN, desc = "lost, or taken twice")
    @State
    public static class TwoHalves extends Base {
        public TwoHalves() {
            super(2, 4);
            ring.offer(new Job(0));
            ring.offer(new Job(1));
        }

        @Actor
        public void owner() {
            for (int i = 2; i < 4; i++) {
                Job job = new Job(i);
                if (!ring.offer(job)) {
                    owner.take(ring.poll());
                    if (!ring.offer(job)) {
                        owner.take(job);
                    }
                }
            }
        }

        @Actor
        public void thief() {
            ring.stealInto(mine);
            ring.stealInto(others);
            take(mine);
            take(others);
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** A thief sees a job as it was offered: its plain field is set. */
    @JCStressTest
    @Outcome(
            id = {"7", "nothing"},
            expect = ACCEPTABLE,
            desc = "seen whole, or not there yet")
    @Outcome(expect = FORBIDDEN, desc = "a job without its number")
    @State
    public static class Publication {
        private final Ring ring = new Ring(2);

        @Actor
        public void owner() {
            ring.offer(new Job(7));
        }

        @Actor
        public void thief(L_Result result) {
            Ring mine = new Ring(2);
            ring.stealInto(mine);
            Runnable job = mine.poll();
            result.r1 = job == null ? "nothing" : String.valueOf(((Job) job).number());
        }
    }
}
