package dev.clew.internal.sched;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The fibers that callers of {@code runSync} evaluate on their own threads just now, so that closing finds them. */
final class Guests {
    /*
     * Purpose. A run that never leaves its caller costs one compare-and-set here and one store, and takes no lock.
     *
     *   field      | writer                     | access                           | pairs with
     *   -----------+----------------------------+----------------------------------+------------------------------
     *   fibers[s]  | who claims s, then empties | compare-and-set; release; volatile read by closing | itself
     *   threads[s] | who holds s                | opaque                           | read to find one's own id only
     *   crowd      | any                        | its locks                        |
     *
     * Invariant. A slot is held by one thread from the compare-and-set that fills it to the store that empties it, and
     * its thread id is that thread's or 0 while the slot is empty.
     *
     * Race: a guest enters while the pool closes. The guest fills its slot and then reads the phase (as its fiber begins);
     * closing writes the phase and then reads the slots. Both writes are volatile or stronger, so one sees the other: the
     * guest ends by itself, or closing asks it to.
     *
     * A thread that finds its slots taken (more guests than slots, or a run within a run) goes to the crowd, which has
     * locks.
     */

    private static final VarHandle FIBERS = MethodHandles.arrayElementVarHandle(LiveFiber[].class);
    private static final VarHandle THREADS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int SLOTS = 16;
    private static final int TRIES = 4;

    /** Slots stand a cache line apart. */
    private static final int STRIDE = 16;

    private static final int IN_CROWD = -1;

    private final @Nullable LiveFiber[] fibers = new LiveFiber[SLOTS * STRIDE];
    private final long[] threads = new long[SLOTS * STRIDE];
    private final Crowd crowd = new Crowd();

    /** The calling thread evaluates {@code fiber} from now on; gives what {@link #leave} wants back. */
    int enter(LiveFiber fiber) {
        long id = Thread.currentThread().getId();
        for (int i = 0; i < TRIES; i++) {
            int slot = ((int) id + i & SLOTS - 1) * STRIDE;
            if (fibers[slot] == null && FIBERS.compareAndSet(fibers, slot, null, fiber)) {
                THREADS.setOpaque(threads, slot, id);
                return slot;
            }
        }
        crowd.enter(fiber, id);
        return IN_CROWD;
    }

    void leave(LiveFiber fiber, int slot) {
        if (slot == IN_CROWD) {
            crowd.leave(fiber);
            return;
        }
        THREADS.setOpaque(threads, slot, 0L);
        FIBERS.setRelease(fibers, slot, null);
    }

    /** Whether the calling thread is a guest just now. */
    boolean isCurrent() {
        long id = Thread.currentThread().getId();
        for (int slot = 0; slot < threads.length; slot += STRIDE) {
            if ((long) THREADS.getOpaque(threads, slot) == id) {
                return true;
            }
        }
        return crowd.holds(id);
    }

    /** How many there are. */
    int size() {
        int size = crowd.size();
        for (int slot = 0; slot < fibers.length; slot += STRIDE) {
            if (FIBERS.getVolatile(fibers, slot) != null) {
                size++;
            }
        }
        return size;
    }

    void forEach(Consumer<LiveFiber> action) {
        for (int slot = 0; slot < fibers.length; slot += STRIDE) {
            LiveFiber fiber = (LiveFiber) FIBERS.getVolatile(fibers, slot);
            if (fiber != null) {
                action.accept(fiber);
            }
        }
        crowd.forEach(action);
    }
}
