package dev.clew.internal.sched;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * What the monitor has to say to people, through the logger {@code dev.clew} at level WARNING: each place that blocks a
 * worker once, and starvation at most each ten seconds. The monitor's thread alone.
 */
final class StarvationLog {
    /** So late, or so long, is worth a warning. */
    private static final long WORTH_NANOS = 200_000_000;

    private static final long AGAIN_NANOS = 10_000_000_000L;
    private static final int MOST_PLACES = 256;

    private final String runtime;
    private final SharedCounts counts;
    private final Set<String> places = new HashSet<>();
    private long warnedAt;
    private boolean warned;
    private long shortAt;
    private boolean isShort;
    private boolean isFull;

    StarvationLog(String runtime, SharedCounts counts) {
        this.runtime = runtime;
        this.counts = counts;
    }

    /** The code at the top of {@code stack} blocks the thread {@code worker}, and another took its place. */
    void blocked(String worker, StackTraceElement[] stack) {
        String place = placeOf(stack);
        FlightRecorder.workerBlocked(worker, place);
        if (places.size() < MOST_PLACES && places.add(place)) {
            warn(blocks(worker, place) + ", so another thread was added; wrap what blocks in Task.blocking");
        }
    }

    /** As {@link #blocked}, but {@code most} threads have been added, and no other may be: said once. */
    void full(String worker, StackTraceElement[] stack, int most) {
        if (!isFull) {
            isFull = true;
            warn(blocks(worker, placeOf(stack)) + ", and no other takes its place, since " + most
                    + " threads were added to the runtime " + runtime + " already and none of them is spare;"
                    + " wrap what blocks in Task.blocking");
            counts.starvationWarnings.increment();
        }
    }

    /** As {@link #blocked}, but a thread could not be started: said at most each ten seconds. */
    void noThread(long now, String worker, StackTraceElement[] stack, NewThreads.Refused refused) {
        if (isShort && now - shortAt < AGAIN_NANOS) {
            return;
        }
        isShort = true;
        shortAt = now;
        warn(blocks(worker, placeOf(stack)) + ", and no other takes its place, since " + refused.getMessage() + ": "
                + refused.getCause() + "; wrap what blocks in Task.blocking, and let the program have more threads");
        counts.starvationWarnings.increment();
    }

    private static String blocks(String worker, String place) {
        return "a task blocks the thread " + worker + " at " + place + " while others wait";
    }

    /**
     * Warns where the monitor woke {@code wokeLate} nanoseconds late, a timer is {@code timerLate} late, or jobs have
     * stood for {@code standing}.
     */
    void look(long now, long wokeLate, long timerLate, long standing) {
        if (Math.max(wokeLate, Math.max(timerLate, standing)) < WORTH_NANOS
                || (warned && now - warnedAt < AGAIN_NANOS)) {
            return;
        }
        warned = true;
        warnedAt = now;
        FlightRecorder.starved(runtime, wokeLate, timerLate, standing);
        String cause = wokeLate >= WORTH_NANOS
                ? "threads of this program did not get the processor for " + millis(wokeLate)
                        + ": the machine is overloaded, or the collector stopped them"
                : "tasks compute for long without a step in between; split them, or use Task.blocking for what waits";
        warn("the runtime " + runtime + " is starved: jobs have waited for " + millis(standing)
                + " without one being begun, a timer is " + millis(timerLate) + " late; " + cause);
        counts.starvationWarnings.increment();
    }

    private static String millis(long nanos) {
        return Duration.ofNanos(nanos).toMillis() + " ms";
    }

    private static String placeOf(StackTraceElement[] stack) {
        for (StackTraceElement line : stack) {
            String owner = line.getClassName();
            if (!owner.startsWith("java.")
                    && !owner.startsWith("jdk.")
                    && !owner.startsWith("sun.")
                    && !owner.startsWith("dev.clew.internal.")) {
                return words(line);
            }
        }
        return stack.length == 0 ? "a place that it has left" : words(stack[0]);
    }

    private static String words(StackTraceElement line) {
        return line.getClassName() + "." + line.getMethodName() + "(" + line.getFileName() + ":" + line.getLineNumber()
                + ")";
    }

    private static void warn(String text) {
        System.getLogger("dev.clew").log(System.Logger.Level.WARNING, text);
    }
}
