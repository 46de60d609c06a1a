package dev.clew.internal.kernel;

import java.util.Map;
import java.util.WeakHashMap;

/** The numbers by which fibers are called in dumps, from 1; beside the fibers, since few are ever asked for theirs. */
final class Numbers {
    private static final Map<FiberHandle, Integer> GIVEN = new WeakHashMap<>();
    private static int last;

    private Numbers() {}

    /** The number of {@code fiber}, given when it is first asked for. */
    static int of(FiberHandle fiber) {
        synchronized (GIVEN) {
            return GIVEN.computeIfAbsent(fiber, f -> ++last);
        }
    }
}
