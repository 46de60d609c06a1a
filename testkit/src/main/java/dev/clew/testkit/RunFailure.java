package dev.clew.testkit;

import java.util.List;

/**
 * A run on a {@link TestRuntime} that went wrong as a run, whatever the task's own outcome.
 *
 * <p>It carries what happened in words, and a short text by which the run is repeated.
 */
public final class RunFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    /** What went wrong. */
    public enum Kind {
        /** Nothing is ready, no timer is set, nothing blocks, and the task has not ended. */
        DEADLOCK,
        /** The limit of steps was reached. */
        LIVELOCK,
        /** The task has ended, and fibers, timers or blocking calls are left. */
        LEAK,
        /** The task has ended, and a fiber is left that waits for ever and holds finalizers, which never run. */
        UNFINALIZED,
        /** An error was reported that nobody else heard of. */
        REPORTED,
        /** An invariant did not hold after a step. */
        INVARIANT,
        /** The task ended as it must not. */
        OUTCOME,
        /** The program did not do again what was recorded, or a strategy gave an answer that is none. */
        DIVERGED,
        /** The evaluator met an error after which nothing can be relied on. */
        FATAL
    }

    private static final int LINES_SHOWN = 60;

    private final Kind kind;
    private final transient List<String> trace;
    private final String rule;
    private final String replay;
    private final int decisions;

    RunFailure(
            Kind kind,
            String rule,
            String message,
            List<String> trace,
            String replay,
            int decisions,
            List<? extends Throwable> causes) {
        super(message + show(trace), causes.isEmpty() ? null : causes.get(0));
        this.kind = kind;
        this.rule = rule;
        this.trace = trace;
        this.replay = replay;
        this.decisions = decisions;
        causes.stream().skip(1).forEach(this::addSuppressed);
    }

    private static String show(List<String> trace) {
        if (trace.isEmpty()) {
            return "";
        }
        return "\nWhat happened:\n  " + String.join("\n  ", TraceWords.shortened(trace, LINES_SHOWN));
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }

    /** What happened, step by step: each decision that was not the usual one, and each job that ran. */
    public List<String> trace() {
        return trace;
    }

    /**
     * The text by which {@link TestRuntime#replay} or {@link Explore#replay} repeats the run, on any machine; empty where
     * there is none, since a strategy of the user's decided too often for all of it to be kept.
     */
    public String replay() {
        return replay;
    }

    /** How many decisions were not the usual one. */
    public int decisions() {
        return decisions;
    }

    /** Which of several rules of a kind was broken; two failures of one kind and rule are the same. */
    String rule() {
        return rule;
    }
}
