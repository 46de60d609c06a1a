package dev.clew.channel;

import dev.clew.internal.util.Spin;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Something small with a lock that is held for a few instructions: one word instead of a monitor.
 *
 * <p>To take it is a compare-and-set, to give it back a release store, and it is never inflated. What runs under it calls no user's
 * code, wakes nobody, takes no other lock, and allocates at most a buffer's growth. So who finds it taken spins a little, and then
 * gives way to the thread that holds it, which may have lost its processor.
 *
 * <pre>
 * field  | writer | access                            | pairs with
 * -------+--------+-----------------------------------+-----------
 * locked | any    | compare-and-set; release by who holds it | itself
 * </pre>
 */
abstract class SpinLocked {
    private static final VarHandle LOCKED = VarHandles.field(MethodHandles.lookup(), "locked", boolean.class);

    @SuppressWarnings("unused")
    private boolean locked;

    final void lock() {
        for (int spins = 0; !LOCKED.compareAndSet(this, false, true); ) {
            spins = Spin.pause(spins);
        }
    }

    /** Called by who holds it alone. */
    final void unlock() {
        LOCKED.setRelease(this, false);
    }
}
