package dev.clew.internal.sched;

/**
 * What a scheduler may be asked to decide. A pool's answers are final and never asked for at run time; the
 * deterministic runtime asks its strategy.
 */
public enum Decision {
    /** Which of n ready jobs runs next. */
    NEXT_JOB,
    /** 0: evaluate the branch inline; 1: make it a fiber at once. */
    FORK,
    /** 0: go on with the next element; 1: give the back half of the range to a fiber of its own. */
    SPLIT,
    /** 0: go on; 1: give the worker back at this bind. */
    YIELD,
    /** 0: go on; 1: cancel the running strand at this bind. */
    CANCEL,
    /** Which of n timers of one instant fires first. */
    TIMER_TIE
}
