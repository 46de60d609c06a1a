package dev.clew.internal.sched;

/**
 * Errors after which a runtime itself cannot be relied on: it reports them, fails everything with them, and stops. No
 * task recovers from them.
 */
public final class FatalErrors {
    private FatalErrors() {}

    public static boolean isFatal(Throwable error) {
        if (error instanceof VirtualMachineError) {
            return !(error instanceof StackOverflowError);
        }
        return error instanceof LinkageError && isOurs(error);
    }

    private static boolean isOurs(Throwable error) {
        StackTraceElement[] trace = error.getStackTrace();
        return trace.length > 0 && trace[0].getClassName().startsWith("dev.clew.");
    }
}
