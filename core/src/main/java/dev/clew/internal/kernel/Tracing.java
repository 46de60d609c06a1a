package dev.clew.internal.kernel;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How much is kept of where tasks were built: the system property {@code clew.tracing}, read once, as this class is
 * loaded. All that asks is constant to the compiler, so that what a mode does not need is compiled to nothing.
 */
public final class Tracing {
    private static final Mode MODE = mode(System.getProperty("clew.tracing"));

    /** Whether anything is kept. */
    static final boolean ON = MODE != Mode.OFF;

    /** Whether each construction keeps a trace of its own. */
    static final boolean FULL = MODE == Mode.FULL;

    /** What the property says. */
    public enum Mode {
        /** Nothing is kept; errors and dumps show no call sites. */
        OFF,
        /** The call site of a function is looked for once a class, as its first object is given to a task. */
        CACHED,
        /** Each construction looks for its call site. */
        FULL
    }

    private Tracing() {}

    /** The mode of this process. */
    public static Mode mode() {
        return MODE;
    }

    static Mode mode(@Nullable String property) {
        if (property == null) {
            return Mode.CACHED;
        }
        try {
            return Mode.valueOf(property.trim().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            System.getLogger("dev.clew")
                    .log(
                            System.Logger.Level.WARNING,
                            "the system property clew.tracing is off, cached or full, not " + property
                                    + "; tracing is cached");
            return Mode.CACHED;
        }
    }
}
