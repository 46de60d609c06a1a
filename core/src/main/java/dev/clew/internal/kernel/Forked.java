package dev.clew.internal.kernel;

import dev.clew.internal.queue.Stealable;
import dev.clew.internal.sched.Scheduler;

/** Something forked lazily: it lies in its owner's deque while the owner runs, and in a ring once it has left. */
interface Forked extends Stealable {

    /** The owner gave its carrier back: what is unstarted goes to {@code scheduler} as a job. */
    void ownerLeft(Scheduler scheduler);
}
