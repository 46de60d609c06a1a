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

/** The external queue: each job and each batch is taken exactly once, and the counts agree. */
public final class ExternalQueueStress {
    private ExternalQueueStress() {}

    /** One adds a job and a batch, one adds two jobs, two take. */
    @JCStressTest
    @Outcome(id = "each once", expect = ACCEPTABLE, desc = "taken by one, or left")
    @Outcome(expect = FORBIDDEN, desc = "lost, taken twice, or a wrong count")
    @State
    public static class OfferPoll {
        private final ExternalQueue queue = new ExternalQueue();
        private final Tally first = new Tally(5);
        private final Tally second = new Tally(5);
        private final Tally rest = new Tally(5);

        @Actor
        public void offer() {
            queue.offer(new Job(0));
            queue.offerBatch(new Runnable[] {new Job(1), new Job(2)});
        }

        @Actor
        public void offerAll() {
            queue.offerAll(new Runnable[] {new Job(3), new Job(4)});
        }

        @Actor
        public void first() {
            take(first, queue.poll());
            take(first, queue.poll());
        }

        @Actor
        public void second() {
            take(second, queue.poll());
        }

        @Arbiter
        public void rest(L_Result result) {
            for (Object taken = queue.poll(); taken != null; taken = queue.poll()) {
                take(rest, taken);
            }
            boolean right = queue.isEmpty()
                    && queue.singletonsSubmittedCount() == 3
                    && queue.singletonsPresentCount() == 0
                    && queue.batchesSubmittedCount() == 1
                    && queue.batchesPresentCount() == 0;
            result.r1 = Tally.verdict(first, second, rest) + (right ? "" : ", and a count is wrong");
        }

        private static void take(Tally tally, @Nullable Object taken) {
            if (taken instanceof Runnable[] batch) {
                for (Runnable job : batch) {
                    tally.take(job);
                }
            } else {
                tally.take((Runnable) taken);
            }
        }
    }
}
