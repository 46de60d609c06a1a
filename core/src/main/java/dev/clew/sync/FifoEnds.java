package dev.clew.sync;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Keeps what lies before the takers' end off its cache lines: the fields of a super class come first in an object. */
abstract class FifoPadding extends Store {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14;
}

/** The takers' end of a {@link FifoStore}. */
abstract class FifoHead extends FifoPadding {
    static final VarHandle HEAD = VarHandles.field(MethodHandles.lookup(), "head", long.class);
    static final VarHandle HEAD_CHUNK = VarHandles.field(MethodHandles.lookup(), "headChunk", FifoStore.Chunk.class);

    @SuppressWarnings("unused")
    private long head;

    @SuppressWarnings("unused")
    private FifoStore.Chunk headChunk;

    FifoHead(FifoStore.Chunk first) {
        headChunk = first;
    }
}

/** Keeps the two ends off each other's cache lines. */
abstract class FifoMiddle extends FifoHead {
    @SuppressWarnings("unused")
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14;

    FifoMiddle(FifoStore.Chunk first) {
        super(first);
    }
}

/** The offerers' end of a {@link FifoStore}. */
abstract class FifoTail extends FifoMiddle {
    static final VarHandle TAIL = VarHandles.field(MethodHandles.lookup(), "tail", long.class);
    static final VarHandle TAIL_CHUNK = VarHandles.field(MethodHandles.lookup(), "tailChunk", FifoStore.Chunk.class);

    @SuppressWarnings("unused")
    private long tail;

    @SuppressWarnings("unused")
    private FifoStore.Chunk tailChunk;

    /** An index that the takers' end had reached when it was last looked at. */
    long headSeen;

    FifoTail(FifoStore.Chunk first) {
        super(first);
        tailChunk = first;
    }
}

/** Keeps what follows off the offerers' end. */
abstract class FifoEnds extends FifoTail {
    @SuppressWarnings("unused")
    private long r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14;

    FifoEnds(FifoStore.Chunk first) {
        super(first);
    }
}
