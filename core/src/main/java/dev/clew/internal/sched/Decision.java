package dev.clew.internal.sched;

/**
 * What the evaluator, or a carrier that plays a thief, asks a scheduler to decide. A pool is never asked, since it does
 * not {@linkplain Scheduler#explores explore}; the deterministic runtime asks its strategy.
 */
public enum Decision {
    /** 0: leave a branch, just forked, where it lies; 1: a thief takes the oldest branch or range part. */
    FORK,
    /** 0: go on at this bind or element; 1: a thief takes the oldest branch or range part. */
    SPLIT,
    /** 0: go on; 1: give the worker back at this bind. */
    YIELD,
    /** 0: go on; 1: cancel the running fiber at this bind. */
    CANCEL,
    /** Which of n alternatives is looked at next, where that is left to chance. */
    PICK
}
