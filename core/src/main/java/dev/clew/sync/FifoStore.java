package dev.clew.sync;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** First in, first out, for any number of threads at both ends: an endless row of cells, each used once. */
final class FifoStore extends FifoEnds {
    /*
     * Elements are numbered. head is the number of the next to be taken, tail that of the next to be put in; both are kept
     * twice as large, and the lowest bit says that the end is shut. The row is a list of chunks: cell n holds null, then
     * element n, then null again.
     *
     *   offer: casTail(n, n + 1), then cell[n] = element        take: cell[n] != null, then casHead(n, n + 1), cell[n] = null
     *
     *   field     | writer                                   | access                          | pairs with
     *   ----------+------------------------------------------+---------------------------------+-------------------------
     *   head      | open: takers; shut: holder of the lock   | compare-and-set; volatile       | itself; read by offerers
     *   tail      | open: offerers; shut: holder of the lock | compare-and-set; volatile       | itself; read by takers
     *   headChunk | takers, holder                           | compare-and-set, acquire        | itself
     *   tailChunk | offerers, holder                         | compare-and-set, acquire        | itself
     *   cell      | offerer of n; then taker of n            | release; plain                  | acquire by takers
     *   next      | offerers, once; then a taker, to itself  | compare-and-set; release        | acquire
     *   headSeen  | offerers                                 | plain, racy: any old head does  |
     *   headShut, tailShut | holder                          | lock of QueueCore               |
     *
     * Invariants. head <= tail, and both only grow, so a compare-and-set that succeeds says that nothing was put in or taken
     * at that end since it was read, and that it was open then (no ABA: opening and shutting give the same number back, and
     * neither changes a cell below tail). Chunk pointers lie at or before their index, and an index is claimed in the chunk
     * that the pointer named: so tailChunk is past a chunk before the first element behind it is in, and a taker that leaves
     * a chunk behind may link it to itself, which keeps a row of dead chunks from holding each other in an old generation.
     *
     * Order against the lock. Shutting is a read-modify-write of the very word that fast operations change. So each of them
     * comes before it, and then the holder sees the number it was given, or after the opening, and then it sees all that the
     * holder did. There is no third case, and nothing to be published and looked at again.
     *
     * An offerer between its two steps has a number but no element in the cell. Who wants that very element waits for the
     * one store that is missing; to say "empty" would be wrong if a later element is in already. Others are not held up.
     *
     * When full: number minus head seen at the offer. head is read after tail, so there were as many at the moment of reading.
     *
     * After: N. Koval, D. Alistarh, R. Elizarov, "Fast and Scalable Channels in Kotlin Coroutines" (PPoPP 2023), for an endless
     * row of cells used once, in linked segments. Departs from it: waits are not in the cells but in lists under a lock, with
     * both ends shut meanwhile; numbers are claimed by compare-and-set, so that none is claimed in vain.
     */
    private static final VarHandle NEXT = VarHandles.field(Chunk.lookup(), "next", Chunk.class);
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(Object[].class);

    private static final long ONE = 2;
    private static final long SHUT_BIT = 1;
    private static final int SMALLEST_CHUNK = 8;
    private static final int LARGEST_CHUNK = 64;

    /** A turn is given to another thread at each so many looks. */
    private static final int LOOKS_A_TURN = 64;

    private final long capacity;
    private final int chunkSize;
    private final Backoff atHead;
    private final Backoff atTail;
    private boolean headShut;
    private boolean tailShut;

    FifoStore(long capacity) {
        this(capacity, chunkSize(capacity), new Backoff(), new Backoff());
    }

    /** With chunks of any size and less patience: under test. */
    FifoStore(long capacity, int chunkSize, Backoff atHead, Backoff atTail) {
        super(new Chunk(0, chunkSize));
        this.capacity = capacity;
        this.chunkSize = chunkSize;
        this.atHead = atHead;
        this.atTail = atTail;
    }

    private static int chunkSize(long capacity) {
        return (int) Math.max(SMALLEST_CHUNK, Math.min(capacity, LARGEST_CHUNK));
    }

    /** Cells number {@code base} and following. */
    static final class Chunk {
        final long base;

        @Nullable
        final Object[] cells;

        @SuppressWarnings("unused")
        private @Nullable Chunk next;

        Chunk(long base, int size) {
            this.base = base;
            this.cells = new @Nullable Object[size];
        }

        private static MethodHandles.Lookup lookup() {
            return MethodHandles.lookup();
        }
    }

    // ---- at open ends -----------------------------------------------------------------------------------

    @Override
    int tryOffer(Object element) {
        for (; ; ) {
            Chunk c = (Chunk) TAIL_CHUNK.getAcquire(this);
            long t = (long) TAIL.getVolatile(this);
            if ((t & SHUT_BIT) != 0) {
                return SHUT;
            }
            long n = t >>> 1;
            if (n - headSeen >= capacity && isFull(n)) {
                return FULL;
            }
            long at = n - c.base;
            if (at >= c.cells.length) {
                advanceTail(c);
            } else if (TAIL.compareAndSet(this, t, t + ONE)) {
                CELL.setRelease(c.cells, (int) at, element);
                return IN;
            } else {
                atTail.lost(n);
                atTail.goesOn(tailIndex());
            }
        }
    }

    private boolean isFull(long n) {
        long h = headIndex();
        headSeen = h;
        return n - h >= capacity;
    }

    /** The next number is not in {@code c} but in the chunk after it, which is made where it is missing. */
    private void advanceTail(Chunk c) {
        Chunk after = (Chunk) NEXT.getAcquire(c);
        if (after == null) {
            Chunk made = new Chunk(c.base + chunkSize, chunkSize);
            after = (Chunk) NEXT.compareAndExchange(c, null, made);
            if (after == null) {
                after = made;
            }
        }
        if (after != c) {
            TAIL_CHUNK.compareAndSet(this, c, after);
        }
    }

    @Override
    @Nullable
    Object tryTake() {
        int looks = 0;
        for (; ; ) {
            Chunk c = (Chunk) HEAD_CHUNK.getAcquire(this);
            long h = (long) HEAD.getVolatile(this);
            if ((h & SHUT_BIT) != 0) {
                return BUSY;
            }
            long n = h >>> 1;
            long at = n - c.base;
            Object element = at < c.cells.length ? CELL.getAcquire(c.cells, (int) at) : null;
            if (element != null) {
                if (HEAD.compareAndSet(this, h, h + ONE)) {
                    c.cells[(int) at] = null;
                    return element;
                }
                atHead.lost(n);
                atHead.goesOn(headIndex());
            } else if (tailIndex() <= n) {
                return null;
            } else if (at >= c.cells.length) {
                advanceHead(c);
            } else {
                looks = pause(looks);
            }
        }
    }

    /** There is an element behind {@code c}, and none left in it. */
    private void advanceHead(Chunk c) {
        Chunk after = (Chunk) NEXT.getAcquire(c);
        if (after != null && after != c && HEAD_CHUNK.compareAndSet(this, c, after)) {
            NEXT.setRelease(c, c);
        }
    }

    @Override
    @Nullable
    Object tryTakeSome(int min, int max) {
        int looks = 0;
        for (; ; ) {
            Chunk c = (Chunk) HEAD_CHUNK.getAcquire(this);
            long h = (long) HEAD.getVolatile(this);
            if ((h & SHUT_BIT) != 0) {
                return BUSY;
            }
            long n = h >>> 1;
            long there = tailIndex() - n;
            if (there < min || there == 0) {
                return null;
            }
            if (n - c.base >= c.cells.length) {
                advanceHead(c);
                continue;
            }
            int count = (int) Math.min(max, there);
            Chunk[] chunks = chunks(c, n, count);
            Object[] elements = copy(chunks, n, count);
            if (chunks == null || elements == null) {
                looks = pause(looks);
            } else if (HEAD.compareAndSet(this, h, h + ONE * count)) {
                clear(chunks, n, count);
                return elements;
            } else {
                atHead.lost(n);
                atHead.goesOn(headIndex());
            }
        }
    }

    /** The chunks of cells {@code n} and {@code count - 1} more, from {@code first} on; null where these were left behind. */
    private Chunk @Nullable [] chunks(Chunk first, long n, int count) {
        Chunk[] chunks = new Chunk[(int) ((n - first.base + count - 1) / chunkSize) + 1];
        Chunk c = first;
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = c;
            Chunk after = (Chunk) NEXT.getAcquire(c);
            if (i + 1 < chunks.length && (after == null || after == c)) {
                return null;
            }
            c = after;
        }
        return chunks;
    }

    /** Elements {@code n} and {@code count - 1} more; null where not all are there. */
    private Object @Nullable [] copy(Chunk @Nullable [] chunks, long n, int count) {
        if (chunks == null) {
            return null;
        }
        Object[] elements = new Object[count];
        for (int i = 0; i < count; i++) {
            int at = (int) (n + i - chunks[0].base);
            Object element = CELL.getAcquire(chunks[at / chunkSize].cells, at % chunkSize);
            if (element == null) {
                return null;
            }
            elements[i] = element;
        }
        return elements;
    }

    /** Clears cells that were claimed. */
    private void clear(Chunk[] chunks, long n, int count) {
        for (int i = 0; i < count; i++) {
            int at = (int) (n + i - chunks[0].base);
            chunks[at / chunkSize].cells[at % chunkSize] = null;
        }
    }

    /** An offerer has the number that is wanted and is about to store its element. */
    @SuppressWarnings(
            "ThreadPriorityCheck") // where there are fewer processors than threads, that offerer may need this one
    private static int pause(int looks) {
        if ((looks + 1) % LOOKS_A_TURN == 0) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
        return looks + 1;
    }

    private long headIndex() {
        return (long) HEAD.getVolatile(this) >>> 1;
    }

    private long tailIndex() {
        return (long) TAIL.getVolatile(this) >>> 1;
    }

    @Override
    long trySize() {
        for (; ; ) {
            long h = (long) HEAD.getVolatile(this);
            long t = (long) TAIL.getVolatile(this);
            if (((h | t) & SHUT_BIT) != 0) {
                return -1;
            }
            if (h == (long) HEAD.getVolatile(this)) {
                return (t - h) >>> 1;
            }
            Thread.onSpinWait();
        }
    }

    // ---- under the lock, with both ends shut ------------------------------------------------------------

    @Override
    void shut() {
        if (!headShut) {
            headShut = true;
            HEAD.getAndBitwiseOr(this, SHUT_BIT);
        }
        if (!tailShut) {
            tailShut = true;
            TAIL.getAndBitwiseOr(this, SHUT_BIT);
        }
    }

    @Override
    void open(boolean forTakers, boolean forOfferers) {
        if (forTakers && headShut) {
            headShut = false;
            HEAD.getAndBitwiseAnd(this, ~SHUT_BIT);
        }
        if (forOfferers && tailShut) {
            tailShut = false;
            TAIL.getAndBitwiseAnd(this, ~SHUT_BIT);
        }
    }

    @Override
    long size() {
        return tailIndex() - headIndex();
    }

    @Override
    Object peek() {
        long n = headIndex();
        Chunk c = headChunk(n);
        for (int looks = 0; ; ) {
            Object element = CELL.getAcquire(c.cells, (int) (n - c.base));
            if (element != null) {
                return element;
            }
            looks = pause(looks);
        }
    }

    @Override
    Object[] peek(int count) {
        long n = headIndex();
        Chunk first = headChunk(n);
        for (int looks = 0; ; ) {
            Object[] elements = copy(chunks(first, n, count), n, count);
            if (elements != null) {
                return elements;
            }
            looks = pause(looks);
        }
    }

    @Override
    void remove(int count) {
        long n = headIndex();
        for (int i = 0; i < count; i++) {
            Chunk c = headChunk(n + i);
            int at = (int) (n + i - c.base);
            for (int looks = 0; CELL.getAcquire(c.cells, at) == null; ) {
                looks = pause(looks);
            }
            c.cells[at] = null;
        }
        HEAD.setVolatile(this, (n + count) << 1 | SHUT_BIT);
    }

    private Chunk headChunk(long n) {
        for (; ; ) {
            Chunk c = (Chunk) HEAD_CHUNK.getAcquire(this);
            if (n - c.base < c.cells.length) {
                return c;
            }
            advanceHead(c);
        }
    }

    /** Makes sure that there is a cell. */
    @Override
    Object prepare(Object element) {
        tailChunk();
        return element;
    }

    @Override
    void commit(Object element) {
        long n = tailIndex();
        Chunk c = tailChunk();
        CELL.setRelease(c.cells, (int) (n - c.base), element);
        TAIL.setVolatile(this, (n + 1) << 1 | SHUT_BIT);
    }

    @Override
    void rollback(Object element) {
        // Nothing was changed but, perhaps, a chunk linked, which is used next.
    }

    private Chunk tailChunk() {
        long n = tailIndex();
        for (; ; ) {
            Chunk c = (Chunk) TAIL_CHUNK.getAcquire(this);
            if (n - c.base < c.cells.length) {
                return c;
            }
            advanceTail(c);
        }
    }
}
