package dev.clew.testkit;

import java.util.List;

/** A run on a {@link TestRuntime} that went wrong as a run, whatever the task's own outcome. Carries the seed. */
public final class RunFailure extends AssertionError {
    private static final long serialVersionUID = 1;

    /** What went wrong. */
    public enum Kind {
        /** Nothing is ready, no timer is set, nothing blocks, and the task has not ended. */
        DEADLOCK,
        /** The limit of steps was reached. */
        LIVELOCK,
        /** The task has ended, and fibers or timers are left. */
        LEAK,
        /** An error was reported that nobody else heard of. */
        REPORTED,
        /** The evaluator met an error after which nothing can be relied on. */
        FATAL
    }

    private final Kind kind;

    RunFailure(Kind kind, String message, List<? extends Throwable> causes) {
        super(message, causes.isEmpty() ? null : causes.get(0));
        this.kind = kind;
        causes.stream().skip(1).forEach(this::addSuppressed);
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }
}
