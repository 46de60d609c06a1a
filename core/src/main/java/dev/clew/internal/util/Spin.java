package dev.clew.internal.util;

/** Waiting for another thread that is in the middle of a few instructions. */
public final class Spin {
    private static final int MOST = 1 << 6;

    private Spin() {}

    /** Waits a moment; gives the number for the next call, the first of which gets 0. */
    @SuppressWarnings("ThreadPriorityCheck") // the other thread may have lost the processor that this one has
    public static int pause(int spins) {
        if (spins < MOST) {
            Thread.onSpinWait();
            return spins + 1;
        }
        Thread.yield();
        return spins;
    }
}
