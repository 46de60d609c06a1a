package dev.clew.internal.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds the trace of a task to the error it ended with, as the error leaves the tasks: below the throwable's own frames,
 * each part under a frame that says what follows. They are stack trace elements like any other, so that tools show and
 * link them.
 */
final class Traces {
    /** The class of the frames that head a part; it does not exist. */
    static final String HEAD = "dev.clew.Task";

    private static final String FILE = "task trace";
    private static final int MOST_CALLERS = 16;

    private Traces() {}

    /** Adds what {@code fiber} knows. Once a throwable, however many fibers end with it. */
    static void attach(Throwable error, FiberState fiber) {
        attach(error, fiber, false);
    }

    /** As {@link #attach}, with the frames of the user's that called for the run, where the task has left their thread. */
    static void attachWithCaller(Throwable error, FiberState fiber) {
        attach(error, fiber, !fiber.carrier().isGuest());
    }

    /** Never throws: the end of a fiber must be told whatever becomes of its trace. After a fatal error nothing is allocated. */
    private static void attach(Throwable error, FiberState fiber, boolean withCallers) {
        if (!Tracing.ON || Fatal.isFatal(error)) {
            return;
        }
        try {
            List<StackTraceElement> callers = withCallers ? UserCode.callers(MOST_CALLERS) : List.of();
            Trail trail = fiber.trailOf(error);
            Origin origin = fiber.origin();
            if (trail != null || origin != null || !callers.isEmpty()) {
                synchronized (error) {
                    add(error, trail, origin, callers);
                }
            }
        } catch (RuntimeException | VirtualMachineError broken) {
            // The throwable's own class would not show or take a trace, or memory is short: it keeps the one it has.
            fiber.scheduler().report("an error did not take the trace of its task", broken);
        }
    }

    private static void add(
            Throwable error, @Nullable Trail trail, @Nullable Origin origin, List<StackTraceElement> callers) {
        StackTraceElement[] own = error.getStackTrace();
        if (own.length == 0 || isTraced(own)) {
            return;
        }
        List<StackTraceElement> all = new ArrayList<>(Arrays.asList(own));
        List<StackTraceElement> passed = trail == null ? List.of() : trail.elements();
        if (trail != null && !passed.isEmpty()) {
            all.add(head("<then>"));
            all.addAll(passed);
            if (trail.more() > 0) {
                all.add(head("<" + trail.more() + " more>"));
            }
        }
        List<StackTraceElement> started = origin == null ? List.of() : origin.elements();
        if (!started.isEmpty()) {
            all.add(head("<started>"));
            all.addAll(started);
        }
        if (!callers.isEmpty() && !isOn(own, callers.get(0))) {
            all.add(head("<run>"));
            all.addAll(callers);
        }
        if (all.size() > own.length) {
            error.setStackTrace(all.toArray(new StackTraceElement[0]));
        }
    }

    private static StackTraceElement head(String what) {
        return new StackTraceElement(HEAD, what, FILE, -1);
    }

    private static boolean isTraced(StackTraceElement[] trace) {
        for (StackTraceElement frame : trace) {
            if (FILE.equals(frame.getFileName())) {
                return true;
            }
        }
        return false;
    }

    /** Whether the error was made on the caller's own thread, under {@code caller}: then its frames are there already. */
    private static boolean isOn(StackTraceElement[] own, StackTraceElement caller) {
        for (StackTraceElement frame : own) {
            if (frame.getClassName().equals(caller.getClassName())
                    && frame.getMethodName().equals(caller.getMethodName())) {
                return true;
            }
        }
        return false;
    }
}
