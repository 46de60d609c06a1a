package dev.clew.testkit;

/** What a {@link Strategy} is asked to choose. The answer 0 is always "as usual". */
public enum Choice {
    /** Which of n ready jobs runs next; 0 is the one that has waited longest. */
    NEXT_JOB,
    /** 1: the branch just forked, or an older one, becomes a fiber of its own, as if a thief had come. */
    FORK,
    /** 1: the oldest pending branch or part of a range becomes a fiber of its own; asked at binds and elements. */
    SPLIT,
    /** 1: the fiber gives way at this bind. */
    YIELD,
    /** 1: the fiber is cancelled at this bind. */
    CANCEL,
    /** Which of n timers of one instant fires first. */
    TIMER_TIE
}
