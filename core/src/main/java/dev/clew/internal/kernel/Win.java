package dev.clew.internal.kernel;

/** Whether somebody has ended a wait. */
public enum Win {
    /** It had ended already, or will end otherwise. */
    LOST,
    /** It is ended; its fiber, which had not parked, finds that out by itself. */
    RUNS,
    /** It is ended; its fiber waits to be woken. */
    WAITS
}
