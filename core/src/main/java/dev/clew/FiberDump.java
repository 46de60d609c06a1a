package dev.clew;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fibers of a runtime as {@link TaskRuntime#dump()} found them.
 *
 * <p>Taken while they run, so each is shown as it was at some moment during the dump, and not all at the same one.
 *
 * @param runtime the runtime's name
 * @param fibers those that are shown, running ones first, then ready ones in the order of their queues, then waiting ones
 * @param more about how many are not shown
 */
public record FiberDump(String runtime, List<Entry> fibers, long more) {

    /** What a fiber does. */
    public enum State {
        /** A thread evaluates it. */
        RUNNING,
        /** It lies in a queue. */
        READY,
        /** It waits for something, and is in no queue. */
        WAITING
    }

    /**
     * One fiber, or one branch that no fiber evaluates yet.
     *
     * @param number what the fiber is called, the same in each dump; 0 for a branch that is no fiber yet
     * @param where the worker or the queue, in words; empty for one that waits
     * @param waitsFor what it waits for, in words; null for one that does not wait
     * @param masked whether it is in an uncancelable region
     * @param cancelRequested whether it was asked to stop
     * @param parent the number of the fiber that it is a branch or an element of; 0 where there is none
     * @param callSites where the user built the steps that go on once its present one ends, innermost first; of a running
     *     one first where its thread is
     * @param startedAt where the user built the task it was started with, and those of its forebears
     */
    public record Entry(
            int number,
            State state,
            String where,
            @Nullable String waitsFor,
            boolean masked,
            boolean cancelRequested,
            int parent,
            List<StackTraceElement> callSites,
            List<StackTraceElement> startedAt) {
        /** Copies the lists. */
        public Entry {
            callSites = List.copyOf(callSites);
            startedAt = List.copyOf(startedAt);
        }
    }

    /** Copies the list. */
    public FiberDump {
        fibers = List.copyOf(fibers);
    }

    /** The dump in lines, in the manner of a thread dump. */
    public String toText() {
        return FiberDumps.text(this);
    }

    /** The dump as one JSON object with the names of the record's components; call sites are strings. */
    public String toJson() {
        return FiberDumps.json(this);
    }
}
