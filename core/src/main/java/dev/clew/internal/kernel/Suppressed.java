package dev.clew.internal.kernel;

/** Adds errors to errors: never one to itself, never twice, at most sixteen, and only where the throwable takes them. */
public final class Suppressed {
    private static final int MOST = 16;

    private Suppressed() {}

    @SuppressWarnings("ReferenceEquality") // the very throwable is meant
    public static void add(Throwable error, Throwable other) {
        if (error == other) {
            return;
        }
        synchronized (error) {
            Throwable[] there = error.getSuppressed();
            if (there.length >= MOST) {
                return;
            }
            for (Throwable t : there) {
                if (t == other) {
                    return;
                }
            }
            error.addSuppressed(other);
        }
    }
}
