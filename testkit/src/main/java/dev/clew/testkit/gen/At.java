package dev.clew.testkit.gen;

/**
 * Where a step begins: between two moments, with a local, masked or not.
 *
 * @param pending the strand was asked to stop while that was masked
 */
public record At(long earliest, long latest, int local, boolean masked, boolean pending) {
    At of(End end) {
        return new At(end.earliest(), end.latest(), end.local(), masked, end.pending());
    }

    At withMask(boolean mask) {
        return new At(earliest, latest, local, mask, pending);
    }

    At withLocal(int other) {
        return new At(earliest, latest, other, masked, pending);
    }

    At withRequest() {
        return new At(earliest, latest, local, masked, true);
    }

    /** The beginning of a child, or of another strand: it is not masked, and nobody has asked it to stop. */
    At fresh() {
        return new At(earliest, latest, local, false, false);
    }

    /** Whether a cancellation is seen here. */
    boolean isStopped() {
        return pending && !masked;
    }

    End value(int value) {
        return end(End.Kind.VALUE, value);
    }

    End end(End.Kind kind, int value) {
        return new End(kind, value, earliest, latest, local, pending, End.Effects.NONE);
    }
}
