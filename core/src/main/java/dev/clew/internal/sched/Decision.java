package dev.clew.internal.sched;

/**
 * What a scheduler may be asked to decide. A pool's answers are final and never asked for at run time; the
 * deterministic runtime asks its strategy.
 */
public enum Decision {
    /** Which of n ready jobs runs next. */
    NEXT_JOB,
    /** 0: leave a branch, just forked, where it lies; 1: a thief takes the oldest branch or range part. */
    FORK,
    /** 0: go on at this bind or element; 1: a thief takes the oldest branch or range part. */
    SPLIT,
    /** 0: go on; 1: give the worker back at this bind. */
    YIELD,
    /** 0: go on; 1: cancel the running strand at this bind. */
    CANCEL,
    /** Which of n timers of one instant fires first. */
    TIMER_TIE
}
