package dev.clew.verify.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.clew.internal.queue.ExternalQueue;
import dev.clew.verify.stress.Tally.Job;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The external queue: each job and each batch is taken exactly once, and the counts agree. One stripe, so that all meet, and
 * segments of two, so that they pass from one to the next.
 */
public final class ExternalQueueStress {
    private ExternalQueueStress() {}

    /** Everything that a test of the queue has. */
    abstract static class Base {
        static final int JOBS = 5;

        final ExternalQueue queue = new ExternalQueue(1, 2);
        final Tally first = new Tally(JOBS);
        final Tally second = new Tally(JOBS);
        private final Tally rest = new Tally(JOBS);

        final void add() {
            queue.offer(new Job(0));
            queue.offerBatch(new Runnable[] {new Job(1), new Job(2)});
            queue.offerAll(new Runnable[] {new Job(3), new Job(4)});
        }

        final void take(Tally tally) {
            if (!take(tally, queue.poll())) {
                take(tally, queue.poll());
            }
        }

        final void drain(L_Result result) {
            while (take(rest, queue.poll())) {
                Thread.onSpinWait();
            }
            boolean right = queue.isEmpty()
                    && queue.singletonsSubmittedCount() == 3
                    && queue.singletonsPresentCount() == 0
                    && queue.batchesSubmittedCount() == 1
                    && queue.batchesPresentCount() == 0;
            result.r1 = Tally.verdict(first, second, rest) + (right ? "" : ", and a count is wrong");
        }

        private static boolean take(Tally tally, @Nullable Object taken) {
            if (taken instanceof Runnable[] batch) {
                for (Runnable job : batch) {
                    tally.take(job);
                }
            } else {
                tally.take((Runnable) taken);
            }
            return taken != null;
        }
    }

    /** One adds, another takes. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "taken, or left")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or a wrong count")
    @State
    public static class OfferPoll extends Base {
        @Actor
        public void offer() {
            add();
        }

        @Actor
        public void poll() {
            take(first);
            take(first);
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** Two take. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "taken by one of them, or left")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or a wrong count")
    @State
    public static class PollPoll extends Base {
        public PollPoll() {
            add();
        }

        @Actor
        public void first() {
            take(first);
            take(first);
        }

        @Actor
        public void second() {
            take(second);
            take(second);
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }

    /** Two add. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "all there")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or a wrong count")
    @State
    public static class OfferOffer extends Base {
        @Actor
        public void first() {
            queue.offer(new Job(0));
            queue.offerBatch(new Runnable[] {new Job(1), new Job(2)});
        }

        @Actor
        public void second() {
            queue.offerAll(new Runnable[] {new Job(3), new Job(4)});
        }

        @Arbiter
        public void rest(L_Result result) {
            drain(result);
        }
    }
}
