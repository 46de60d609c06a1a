package dev.clew.internal.queue;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The queue that all workers share: single jobs from outside the workers, and batches that spill over from their rings.
 * Unbounded, first in first out for jobs of one kind, for any number of threads on both ends.
 */
public final class ExternalQueue {
    /*
     * Purpose. One interface for what comes from outside and for what spills over, with exact counts of both kinds.
     *
     *   field        | writer  | access mode                                      | pairs with
     *   -------------+---------+--------------------------------------------------+---------------------------------
     *   submitted[k] | offers  | volatile add, before the element is in the queue | taken[k], read first
     *   taken[k]     | pollers | volatile add, after the element is out of it     | submitted[k], read afterwards
     *
     * Invariant. taken <= submitted at every moment, for each kind: what is present is never negative, and counts what is
     * just being added or taken. A reader takes taken first, so the later submitted is not below it. Both are exact when
     * nobody is in the middle of a call.
     *
     * Kinds take turns: a poll looks first at the kind that the last successful poll did not take from, as far as the
     * racy hint says, so that neither kind starves the other.
     */

    private final Kind<Runnable> singletons = new Kind<>();
    private final Kind<Runnable[]> batches = new Kind<>();

    /** A hint, plain and racy: the kind to look at first. A lost update costs nothing but a turn. */
    private boolean batchesFirst;

    /** Adds one job. */
    public void offer(Runnable job) {
        if (job == null) {
            throw new NullPointerException(
                    "A job may not be null: offer(null) was called on the external queue."
                            + " Is the job made by a method that gives null when there is nothing to do? Then do not offer it.");
        }
        singletons.add(job);
    }

    /** Adds {@code batch} as one element, which the queue and then its taker own: the caller may not change it again. */
    public void offerBatch(Runnable[] batch) {
        requireJobs(batch, "offerBatch");
        if (batch.length > 0) {
            batches.add(batch);
        }
    }

    /** Adds each of {@code jobs} as an element of its own, in their order; none if one of them is null. */
    public void offerAll(Runnable[] jobs) {
        requireJobs(jobs, "offerAll");
        for (Runnable job : jobs) {
            singletons.add(job);
        }
    }

    /**
     * Takes an element: a {@link Runnable}, or a batch, which is a {@code Runnable[]} and now the caller's; null if there
     * is none. (An array is never a {@code Runnable}, so {@code instanceof} tells them apart and nothing is wrapped.)
     */
    public @Nullable Object poll() {
        if (batchesFirst) {
            batchesFirst = false;
            Object batch = batches.poll();
            return batch != null ? batch : singletons.poll();
        }
        batchesFirst = true;
        Object job = singletons.poll();
        return job != null ? job : batches.poll();
    }

    /** Calls {@code single} with single jobs and {@code batched} with those of batches that are there. For a dump. */
    public void forEach(Consumer<Runnable> single, Consumer<Runnable> batched) {
        singletons.queue.forEach(single);
        batches.queue.forEach(batch -> {
            for (Runnable job : batch) {
                batched.accept(job);
            }
        });
    }

    /** Whether there is neither a job nor a batch. */
    public boolean isEmpty() {
        return singletons.isEmpty() && batches.isEmpty();
    }

    /** How many single jobs were ever submitted. */
    public long singletonsSubmittedCount() {
        return singletons.submitted();
    }

    /** How many single jobs are in the queue. */
    public long singletonsPresentCount() {
        return singletons.present();
    }

    /** How many batches were ever submitted. */
    public long batchesSubmittedCount() {
        return batches.submitted();
    }

    /** How many batches are in the queue. */
    public long batchesPresentCount() {
        return batches.present();
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

    /** The elements of one kind and their counts. */
    private static final class Kind<E> {
        private final Queue<E> queue = new ConcurrentLinkedQueue<>();
        private final AtomicLong submitted = new AtomicLong();
        private final AtomicLong taken = new AtomicLong();

        void add(E element) {
            submitted.getAndIncrement();
            queue.add(element);
        }

        @Nullable
        E poll() {
            E element = queue.poll();
            if (element != null) {
                taken.getAndIncrement();
            }
            return element;
        }

        boolean isEmpty() {
            return queue.isEmpty();
        }

        long submitted() {
            return submitted.get();
        }

        long present() {
            long gone = taken.get();
            return submitted.get() - gone;
        }
    }
}
