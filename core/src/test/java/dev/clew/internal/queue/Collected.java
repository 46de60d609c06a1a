package dev.clew.internal.queue;

import java.lang.ref.Reference;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Waits for the garbage collector, to prove that nothing refers to an object any more. */
final class Collected {
    private static final long DEADLINE_SECONDS = 20;

    private Collected() {}

    static void await(List<? extends Reference<?>> references) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (true) {
            System.gc();
            long left = references.stream().filter(r -> !r.refersTo(null)).count();
            if (left == 0) {
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new AssertionError(left + " of " + references.size() + " objects are still referred to after "
                        + DEADLINE_SECONDS + " s");
            }
            Thread.onSpinWait();
        }
    }
}
