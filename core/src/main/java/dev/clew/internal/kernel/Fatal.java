package dev.clew.internal.kernel;

import dev.clew.internal.sched.FatalErrors;

/** The evaluator's short name for {@link FatalErrors}. */
final class Fatal {
    private Fatal() {}

    static boolean isFatal(Throwable error) {
        return FatalErrors.isFatal(error);
    }
}
