package dev.clew.internal.sched;

/** How a fiber ended, for the counts. */
public enum Ending {
    SUCCEEDED,
    FAILED,
    CANCELED
}
