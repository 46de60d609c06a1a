package dev.clew.internal.queue;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Keeps the header and what lies before the object off the producers' cache lines. */
abstract class SegmentPadding {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;
}

/** The producers' index, on cache lines of its own. */
abstract class SegmentProducers extends SegmentPadding {
    static final VarHandle CLAIMED = VarHandles.field(MethodHandles.lookup(), "claimed", long.class);

    @SuppressWarnings("unused")
    private long claimed;

    SegmentProducers(long claimed) {
        this.claimed = claimed;
    }
}

/** Room between the producers' index and the consumers'. */
abstract class SegmentMiddle extends SegmentProducers {
    @SuppressWarnings("unused")
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14;

    SegmentMiddle(long claimed) {
        super(claimed);
    }
}

/** The consumers' index, on cache lines of its own. */
abstract class SegmentConsumers extends SegmentMiddle {
    static final VarHandle TAKEN = VarHandles.field(MethodHandles.lookup(), "taken", long.class);

    @SuppressWarnings("unused")
    private long taken;

    SegmentConsumers(long claimed) {
        super(claimed);
    }
}

/**
 * One array of a {@link Stripe}: its slots, and how many of them producers and consumers have claimed. Its design is
 * told there.
 */
final class Segment extends SegmentConsumers {
    private static final VarHandle NEXT = VarHandles.field(MethodHandles.lookup(), "next", Segment.class);
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    /** In a slot that its producer may not fill any more. */
    private static final Object POISON = new Object();

    /** How often a consumer looks for what a producer is about to fill in: longer than that takes, unless it is stopped. */
    private static final int LOOKS = 64;

    @SuppressWarnings("unused")
    private long r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14;

    private final long base;
    private final @Nullable Object[] slots;

    @SuppressWarnings("unused")
    private @Nullable Segment next;

    /** The first segment of a stripe. */
    Segment(int size) {
        super(0);
        this.base = 0;
        this.slots = new Object[size];
    }

    /** The segment after {@code before}, with {@code first} in its first slot: published by {@link #casNext}. */
    Segment(Segment before, Object first) {
        super(1);
        this.base = before.base + before.slots.length;
        this.slots = new Object[before.slots.length];
        this.slots[0] = first;
    }

    /** How many elements the segments before this one have room for. */
    long base() {
        return base;
    }

    int size() {
        return slots.length;
    }

    // ---- indices; they may run beyond the size ------------------------------------------------------

    /** Claims a slot to fill. */
    long claim() {
        return (long) CLAIMED.getAndAdd(this, 1L);
    }

    /** Claims a slot to take from. */
    long take() {
        return (long) TAKEN.getAndAdd(this, 1L);
    }

    long claimedAcquire() {
        return (long) CLAIMED.getAcquire(this);
    }

    long takenAcquire() {
        return (long) TAKEN.getAcquire(this);
    }

    // ---- slots ----------------------------------------------------------------------------------------

    /** By who claimed slot {@code i} to fill; false if a consumer did not wait for it. */
    boolean fill(int i, Object element) {
        return SLOT.compareAndSet(slots, i, (Object) null, element);
    }

    /** By who claimed slot {@code i} to take from; null if there will never be anything in it. */
    @Nullable
    Object empty(int i) {
        Object element = slotAcquire(i);
        for (int looks = LOOKS; element == null && looks > 0 && i < claimedAcquire(); looks--) {
            Thread.onSpinWait();
            element = slotAcquire(i);
        }
        if (element == null) {
            if (SLOT.compareAndSet(slots, i, (Object) null, POISON)) {
                return null;
            }
            element = slotAcquire(i);
        }
        slots[i] = null;
        return element;
    }

    /** What lies in slot {@code i} now, for who has claimed nothing. */
    @Nullable
    Object look(int i) {
        Object element = slotAcquire(i);
        return element == POISON ? null : element;
    }

    private @Nullable Object slotAcquire(int i) {
        return SLOT.getAcquire(slots, i);
    }

    // ---- the list -------------------------------------------------------------------------------------

    /** The segment after this one; null if there is none, and this itself once all have done with it. */
    @Nullable
    Segment nextAcquire() {
        return (Segment) NEXT.getAcquire(this);
    }

    boolean casNext(Segment fresh) {
        return NEXT.compareAndSet(this, (Segment) null, fresh);
    }

    /** Both ends have gone on from here: who is here still starts anew, and this keeps nothing younger alive. */
    void unlink() {
        NEXT.setRelease(this, this);
    }
}
