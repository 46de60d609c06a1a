package dev.clew.internal.queue;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The queue that all workers share: single jobs from outside the workers, and batches that spill over from their rings.
 * Unbounded, for any number of threads on both ends; the jobs of one kind that one thread offers are taken in its order.
 */
public final class ExternalQueue {
    /*
     * Purpose. One interface for what comes from outside and for what spills over, with exact counts of both kinds and
     * no counter for them.
     *
     *   field               | writer | access mode | pairs with
     *   --------------------+--------+-------------+-----------
     *   singletons, batches | -      | final       | see Stripe
     *
     * Each kind has stripes of its own, and a count is the sum over them. A thread offers to the stripe that its id names:
     * so its jobs stay in order, and threads that offer at the same time mostly do not meet. What is taken comes from the
     * first stripe that has something, beginning with the one that the turn names. Turns alternate between the kinds and
     * go through the stripes, so with a caller who counts its turns each stripe of each kind is the first once in
     * 2 x stripes polls, and nothing waits for ever behind others.
     *
     * A poll that gives null has found each stripe empty at some moment of the call, not all at one. That is what a worker
     * needs: before it parks it publishes so, has a full fence, and reads isEmpty, which looks at every stripe; who offers
     * has filled a slot, has a full fence, and then looks for a parked worker. So for each job, whatever its stripe, one
     * of the two sees the other (IdleState). Of two orders, "park, then look" and "fill, then look", no sequentially
     * consistent history has both looks in vain.
     */

    private static final int SEGMENT = 128;

    /** 2 to the 64th by the golden ratio: consecutive ids times this lie far apart in their high bits. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Stripe[] singletons;
    private final Stripe[] batches;
    private final int mask;

    /** A queue of {@code stripes} stripes, a power of two, for each kind. */
    public ExternalQueue(int stripes) {
        this(stripes, SEGMENT);
    }

    /** For tests: segments of {@code segment} slots. */
    public ExternalQueue(int stripes, int segment) {
        this.mask = Capacities.powerOfTwo(stripes) - 1;
        this.singletons = stripes(stripes, segment);
        this.batches = stripes(stripes, segment);
    }

    private static Stripe[] stripes(int count, int segment) {
        Stripe[] stripes = new Stripe[count];
        for (int i = 0; i < count; i++) {
            stripes[i] = new Stripe(segment);
        }
        return stripes;
    }

    /** A queue for {@code workers} workers that run on {@code processors} processors. */
    public static ExternalQueue forWorkers(int workers, int processors) {
        // Four for each thread that can run at a time; more stripes than that would only be more to look through.
        int wanted = 4 * Math.min(workers, processors);
        return new ExternalQueue(Integer.highestOneBit(2 * wanted - 1));
    }

    /** Adds one job. */
    public void offer(Runnable job) {
        if (job == null) {
            throw new NullPointerException(
                    "A job may not be null: offer(null) was called on the external queue."
                            + " Is the job made by a method that gives null when there is nothing to do? Then do not offer it.");
        }
        mine(singletons).offer(job);
    }

    /** Adds {@code batch} as one element, which the queue and then its taker own: the caller may not change it again. */
    public void offerBatch(Runnable[] batch) {
        requireJobs(batch, "offerBatch");
        if (batch.length > 0) {
            mine(batches).offer(batch);
        }
    }

    /** Adds each of {@code jobs} as an element of its own, in their order; none if one of them is null. */
    public void offerAll(Runnable[] jobs) {
        requireJobs(jobs, "offerAll");
        Stripe stripe = mine(singletons);
        for (Runnable job : jobs) {
            stripe.offer(job);
        }
    }

    /** {@link #poll(int)} for who does not count its turns. */
    public @Nullable Object poll() {
        return poll(ThreadLocalRandom.current().nextInt());
    }

    /**
     * Takes an element: a {@link Runnable}, or a batch, which is a {@code Runnable[]} and now the caller's; null if there
     * is none. (An array is never a {@code Runnable}, so {@code instanceof} tells them apart and nothing is wrapped.)
     *
     * @param turn says where to look first; whoever counts it up at each call gets from all stripes in turn
     */
    public @Nullable Object poll(int turn) {
        boolean batchesFirst = (turn & 1) != 0;
        Object found = poll(batchesFirst ? batches : singletons, turn >>> 1);
        return found != null ? found : poll(batchesFirst ? singletons : batches, turn >>> 1);
    }

    private @Nullable Object poll(Stripe[] stripes, int first) {
        for (int i = 0; i <= mask; i++) {
            Object found = stripes[(first + i) & mask].poll();
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Stripe mine(Stripe[] stripes) {
        return stripes[(int) ((Thread.currentThread().getId() * SPREAD) >>> 32) & mask];
    }

    /** Calls {@code single} with single jobs and {@code batched} with those of batches that are there. For a dump. */
    public void forEach(Consumer<Runnable> single, Consumer<Runnable> batched) {
        for (Stripe stripe : singletons) {
            stripe.forEach(job -> single.accept((Runnable) job));
        }
        for (Stripe stripe : batches) {
            stripe.forEach(batch -> {
                for (Runnable job : (Runnable[]) batch) {
                    batched.accept(job);
                }
            });
        }
    }

    /** Whether there was neither a job nor a batch: of each stripe, at some moment during the call. */
    public boolean isEmpty() {
        for (int i = 0; i <= mask; i++) {
            if (!singletons[i].isEmpty() || !batches[i].isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** How many single jobs were ever submitted. */
    public long singletonsSubmittedCount() {
        return sum(singletons, Stripe::submitted);
    }

    /** How many single jobs are in the queue. */
    public long singletonsPresentCount() {
        return sum(singletons, Stripe::present);
    }

    /** How many batches were ever submitted. */
    public long batchesSubmittedCount() {
        return sum(batches, Stripe::submitted);
    }

    /** How many batches are in the queue. */
    public long batchesPresentCount() {
        return sum(batches, Stripe::present);
    }

    /** How many stripes each kind has. */
    int stripes() {
        return mask + 1;
    }

    private static long sum(Stripe[] stripes, ToLongFunction<Stripe> count) {
        long sum = 0;
        for (Stripe stripe : stripes) {
            sum += count.applyAsLong(stripe);
        }
        return sum;
    }

    private static void requireJobs(Runnable[] jobs, String method) {
        if (jobs == null) {
            throw new NullPointerException("An array of jobs may not be null: " + method
                    + "(null) was called on the external queue. Pass an empty array for no jobs.");
        }
        for (int i = 0; i < jobs.length; i++) {
            if (jobs[i] == null) {
                throw new NullPointerException("A job may not be null: element " + i + " of the " + jobs.length
                        + " given to " + method + " of the external queue is. Is the array filled only in part?"
                        + " Pass a copy of the filled part. None of the jobs was added.");
            }
        }
    }
}
