package dev.clew.bench.state;

import java.util.Objects;

/** Checks results: a benchmark that computes something wrong ends with an error, not with a figure. */
public final class Check {
    private Check() {}

    /** {@code actual}, if it is {@code expected}. */
    public static int number(String what, int expected, int actual) {
        if (expected != actual) {
            throw wrong(what, expected, actual);
        }
        return actual;
    }

    /** {@code actual}, if it is {@code expected}. */
    public static long number(String what, long expected, long actual) {
        if (expected != actual) {
            throw wrong(what, expected, actual);
        }
        return actual;
    }

    /** {@code actual}, if it equals {@code expected}. */
    public static <A> A equal(String what, A expected, A actual) {
        if (!Objects.equals(expected, actual)) {
            throw wrong(what, expected, actual);
        }
        return actual;
    }

    private static IllegalStateException wrong(String what, Object expected, Object actual) {
        return new IllegalStateException("a benchmark must give the right result, but " + what + " gave " + actual
                + " instead of " + expected + "; its figures mean nothing until that is repaired");
    }
}
