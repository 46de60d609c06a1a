package dev.clew.testkit.gen;

/** Where a step begins: between two moments, with a local, masked or not. */
public record At(long earliest, long latest, int local, boolean masked) {
    At of(End end) {
        return new At(end.earliest(), end.latest(), end.local(), masked);
    }

    At withMask(boolean mask) {
        return new At(earliest, latest, local, mask);
    }

    At withLocal(int other) {
        return new At(earliest, latest, other, masked);
    }

    End value(int value) {
        return end(End.Kind.VALUE, value);
    }

    End end(End.Kind kind, int value) {
        return new End(kind, value, earliest, latest, local, End.Effects.NONE);
    }
}
