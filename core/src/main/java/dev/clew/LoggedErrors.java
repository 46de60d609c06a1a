package dev.clew;

/** The default error reporter. */
final class LoggedErrors {
    private static final System.Logger LOGGER = System.getLogger("dev.clew");

    private LoggedErrors() {}

    static void report(String what, Throwable error) {
        LOGGER.log(System.Logger.Level.ERROR, what, error);
    }
}
