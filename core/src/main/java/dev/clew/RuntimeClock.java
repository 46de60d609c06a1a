package dev.clew;

/**
 * The time of a {@link TaskRuntime} and who fires its timers, where {@link TaskRuntime.Builder#clock} replaces the
 * system's: a virtual clock that a test moves, or the timers of an event loop.
 *
 * <p><b>Semantics.</b> A runtime reads no other time for what tasks do: {@code sleep}, {@code timeout}, {@code retry},
 * {@code monotonic} and {@code realTime} go through here. Methods may be called from any thread that runs fibers.
 *
 * <p><b>Errors.</b> What a method throws is the error of the task that led to the call.
 */
public interface RuntimeClock {

    /** The monotonic clock: nanoseconds since an arbitrary moment, as {@link System#nanoTime()} counts them. */
    long nanoTime();

    /** The wall clock: milliseconds since 1970-01-01 UTC. */
    long currentTimeMillis();

    /**
     * Runs {@code action} once, when {@code nanos} have passed on {@link #nanoTime()}; zero is as soon as may be.
     *
     * <p><b>Semantics.</b> The action is short and does not throw: it makes a fiber ready, which then goes through the
     * runtime's compute executor. It may run on any thread.
     *
     * @return what cancels the timer, never null; a timer that runs though it was cancelled does nothing
     */
    Timer schedule(long nanos, Runnable action);

    /** A timer that was set. */
    @FunctionalInterface
    interface Timer {

        /** The timer is not wanted any more and may be forgotten. Called at most once, from any thread. */
        void cancel();
    }
}
