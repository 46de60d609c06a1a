package dev.clew.internal.sched;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The events of {@link FlightRecorder}, which alone may load this class: it needs the module {@code jdk.jfr}. */
final class FlightRecorderEvents {
    // One of each, to ask whether somebody records: the answer is its class's, and asking makes nothing.
    private static final WorkerPark PARK = new WorkerPark();
    private static final Steal STEAL = new Steal();
    private static final Spill SPILL = new Spill();
    private static final WorkerBlocked BLOCKED = new WorkerBlocked();
    private static final Starvation STARVATION = new Starvation();

    private FlightRecorderEvents() {}

    /** Fails where the module cannot be reached; where it can, all classes are there before memory is short. */
    static void link() {
        PARK.isEnabled();
    }

    static @Nullable Object parks() {
        if (!PARK.isEnabled()) {
            return null;
        }
        WorkerPark event = new WorkerPark();
        event.begin();
        return event;
    }

    static void woke(Object parked) {
        ((WorkerPark) parked).commit();
    }

    static void stole(Worker victim, int jobs, boolean branch) {
        if (STEAL.isEnabled()) {
            Steal event = new Steal();
            event.victim = victim.thread().getName();
            event.jobs = jobs;
            event.branch = branch;
            event.commit();
        }
    }

    static void spilled(int jobs) {
        if (SPILL.isEnabled()) {
            Spill event = new Spill();
            event.jobs = jobs;
            event.commit();
        }
    }

    static void workerBlocked(String worker, String place) {
        if (BLOCKED.isEnabled()) {
            WorkerBlocked event = new WorkerBlocked();
            event.worker = worker;
            event.place = place;
            event.commit();
        }
    }

    static void starved(String runtime, long wokeLateNanos, long timerLateNanos, long standingNanos) {
        if (STARVATION.isEnabled()) {
            Starvation event = new Starvation();
            event.runtime = runtime;
            event.monitorLag = wokeLateNanos;
            event.timerLag = timerLateNanos;
            event.jobsStanding = standingNanos;
            event.commit();
        }
    }

    /** A worker slept. */
    @Name("dev.clew.WorkerPark")
    @Label("Worker Park")
    @Description("A worker found nothing to do and slept until it was woken or a timer was due")
    @Category("Clew")
    @StackTrace(false)
    static final class WorkerPark extends Event {}

    /** A worker took work from another. */
    @Name("dev.clew.Steal")
    @Label("Steal")
    @Description("A worker took jobs or a branch from another")
    @Category("Clew")
    @StackTrace(false)
    static final class Steal extends Event {
        @Label("Victim")
        @Nullable
        String victim;

        @Label("Jobs")
        int jobs;

        @Label("Branch")
        @Description("Whether it was a branch or a part of a range, which becomes a fiber by this")
        boolean branch;
    }

    /** A ring was full. */
    @Name("dev.clew.Spill")
    @Label("Spill")
    @Description(
            "A worker's ring was full, and half of it, or what a thief left, went to the external queue as a batch")
    @Category("Clew")
    @StackTrace(false)
    static final class Spill extends Event {
        @Label("Jobs")
        int jobs;
    }

    /** User code blocks a worker. */
    @Name("dev.clew.WorkerBlocked")
    @Label("Worker Blocked")
    @Description("User code blocks a worker while jobs wait, and another took its place")
    @Category("Clew")
    @StackTrace(false)
    static final class WorkerBlocked extends Event {
        @Label("Worker")
        @Nullable
        String worker;

        @Label("Place")
        @Nullable
        String place;
    }

    /** Jobs or timers wait for too long. */
    @Name("dev.clew.Starvation")
    @Label("Starvation")
    @Description("Jobs or timers of a runtime waited for too long")
    @Category("Clew")
    @StackTrace(false)
    static final class Starvation extends Event {
        @Label("Runtime")
        @Nullable
        String runtime;

        @Label("Monitor Lag")
        @Timespan(Timespan.NANOSECONDS)
        long monitorLag;

        @Label("Timer Lag")
        @Timespan(Timespan.NANOSECONDS)
        long timerLag;

        @Label("Jobs Standing")
        @Description("How long jobs had waited without one being begun")
        @Timespan(Timespan.NANOSECONDS)
        long jobsStanding;
    }
}
