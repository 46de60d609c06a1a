package dev.clew.bench;

import org.jspecify.annotations.Nullable;

/** A benchmark gave an error, or a wrong result. */
final class BenchmarkFailure extends Exception {
    private static final long serialVersionUID = 1;

    BenchmarkFailure(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
