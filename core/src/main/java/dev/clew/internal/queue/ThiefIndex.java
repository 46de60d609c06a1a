package dev.clew.internal.queue;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps what lies before the index off its cache lines: the fields of a super class come first in an object. */
abstract class ThiefIndexPadding {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;
}

/** The index itself, between the padding of its super class and that of {@link ThiefIndex}. */
abstract class ThiefIndexField extends ThiefIndexPadding {
    private static final VarHandle INDEX = VarHandles.field(MethodHandles.lookup(), "index", long.class);

    @SuppressWarnings("unused")
    private long index;

    final long indexAcquire() {
        return (long) INDEX.getAcquire(this);
    }

    final long indexVolatile() {
        return (long) INDEX.getVolatile(this);
    }

    final boolean casIndex(long expected, long next) {
        return INDEX.compareAndSet(this, expected, next);
    }
}

/**
 * The thieves' end of a queue with one owner: how many elements were ever taken from the old end.
 *
 * <p>The index only grows, and only by compare-and-set. It counts elements in 64 bits: at one a nanosecond it needs 292
 * years to come round, so a compare-and-set that succeeds says that the index did not move in between (no ABA). It has
 * its cache lines to itself, since thieves write it while the owner works on the fields of the subclass.
 */
abstract class ThiefIndex extends ThiefIndexField {
    @SuppressWarnings("unused")
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14;
}
