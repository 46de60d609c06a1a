package dev.clew.testkit.gen;

import dev.clew.Outcome;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;

/** The error of generated programs, told from others by its code. */
public final class ProgramError extends Exception {
    private static final long serialVersionUID = 1;

    /** The code of the {@link TimeoutException} of a time limit. */
    public static final int TIMEOUT = -1;

    /** The code of a {@link CancellationException}. */
    public static final int CANCELLATION = -2;

    /** What {@link #encode} adds to the code of a failure. */
    static final int FAILED = 1_000;

    /** What {@link #encode} gives for a cancellation. */
    static final int CANCELED = 3_000;

    private final int code;

    public ProgramError(int code) {
        super("program error " + code, null, true, false);
        this.code = code;
    }

    /** The code of what a generated program failed with. */
    public static int code(Throwable error) {
        if (error instanceof ProgramError ours) {
            return ours.code;
        }
        if (error instanceof TimeoutException) {
            return TIMEOUT;
        }
        if (error instanceof CancellationException) {
            return CANCELLATION;
        }
        throw new AssertionError("a generated program failed with an error that none of its steps gives", error);
    }

    /** An outcome as a number, so that a program can go on with it. */
    public static int encode(Outcome<Integer> outcome) {
        if (outcome instanceof Outcome.Succeeded<Integer> s) {
            return s.value();
        }
        return outcome instanceof Outcome.Failed<Integer> f ? FAILED + code(f.error()) : CANCELED;
    }
}
