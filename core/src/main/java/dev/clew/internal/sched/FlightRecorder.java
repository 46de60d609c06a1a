package dev.clew.internal.sched;

import org.jspecify.annotations.Nullable;

/**
 * What the scheduler tells the JDK's Flight Recorder. Where that module is absent nothing is told, and nothing of it loaded;
 * where nobody records, an event costs the look whether somebody does. All of it lies off the hot path: a worker that
 * parks, steals or spills, and the monitor. No method throws: where memory is short an event is lost, and no worker.
 */
final class FlightRecorder {
    private static final boolean PRESENT = isPresent();

    private FlightRecorder() {}

    private static boolean isPresent() {
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            return false;
        }
        try {
            FlightRecorderEvents.link();
            return true;
        } catch (LinkageError unread) {
            // The module is there, but nothing has this one read it.
            return false;
        }
    }

    /** A worker goes to sleep; what is given is for {@link #woke}. */
    static @Nullable Object parks() {
        if (PRESENT) {
            try {
                return FlightRecorderEvents.parks();
            } catch (OutOfMemoryError lost) {
                return null;
            }
        }
        return null;
    }

    static void woke(@Nullable Object parked) {
        if (parked != null) {
            try {
                FlightRecorderEvents.woke(parked);
            } catch (OutOfMemoryError lost) {
                return;
            }
        }
    }

    /** The current worker took {@code jobs} from {@code victim}: from its ring, or one of its branches. */
    static void stole(Worker victim, int jobs, boolean branch) {
        if (PRESENT) {
            try {
                FlightRecorderEvents.stole(victim, jobs, branch);
            } catch (OutOfMemoryError lost) {
                return;
            }
        }
    }

    /** The current worker's ring was full, and {@code jobs} of it went to the external queue. */
    static void spilled(int jobs) {
        if (PRESENT) {
            try {
                FlightRecorderEvents.spilled(jobs);
            } catch (OutOfMemoryError lost) {
                return;
            }
        }
    }

    /** User code at {@code place} blocks the thread {@code worker}, and another took its place. */
    static void workerBlocked(String worker, String place) {
        if (PRESENT) {
            try {
                FlightRecorderEvents.workerBlocked(worker, place);
            } catch (OutOfMemoryError lost) {
                return;
            }
        }
    }

    /**
     * The runtime {@code runtime} is starved: the monitor woke so late, a timer is so late, or jobs have stood for so long
     * without one being begun.
     */
    static void starved(String runtime, long wokeLateNanos, long timerLateNanos, long standingNanos) {
        if (PRESENT) {
            try {
                FlightRecorderEvents.starved(runtime, wokeLateNanos, timerLateNanos, standingNanos);
            } catch (OutOfMemoryError lost) {
                return;
            }
        }
    }
}
