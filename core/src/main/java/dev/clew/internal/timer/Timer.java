package dev.clew.internal.timer;

/** A timer that was set: it fires once, unless it is cancelled before. */
public interface Timer {

    /** Ends the timer and drops its action; true if it was pending until now. Any thread. */
    boolean cancel();
}
