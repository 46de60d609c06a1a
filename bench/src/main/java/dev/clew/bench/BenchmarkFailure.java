package dev.clew.bench;

import org.jspecify.annotations.Nullable;

/** A benchmark gave an error, or a wrong result. */
final class BenchmarkFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final String log;

    BenchmarkFailure(String message, @Nullable Throwable cause) {
        this(message, cause, "");
    }

    /** With {@code log}, what the benchmark printed. */
    BenchmarkFailure(String message, @Nullable Throwable cause, String log) {
        super(message, cause);
        this.log = log;
    }

    String log() {
        return log;
    }
}
