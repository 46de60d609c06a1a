package dev.clew.observe;

import javax.management.MXBean;

/** What the timers of a runtime did; see {@link dev.clew.RuntimeMetrics}. */
@MXBean
public interface TimersMXBean {

    /** Timers set. */
    long getTimersSet();

    /** Timers cancelled before they fired. */
    long getTimersCancelled();

    /** Timers fired. */
    long getTimersFired();

    /** How often a worker's timers were freed of cancelled ones. */
    long getTimersPacked();

    /** How long after their deadlines timers were fired, in all. */
    long getTimerLagNanos();

    /** The longest of these; in a difference, the longest until the later reading. */
    long getTimerLagMaxNanos();
}
