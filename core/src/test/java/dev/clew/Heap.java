package dev.clew;

/** How much of the heap is in use. */
public final class Heap {
    private Heap() {}

    /** The bytes in use after a collection. */
    public static long usedBytes() {
        System.gc();
        Runtime jvm = Runtime.getRuntime();
        return jvm.totalMemory() - jvm.freeMemory();
    }

    /**
     * Waits until no more than {@code bytes} are in use beyond {@code before}. What is left for good stays above that however
     * often it is looked at; what other threads of the JVM hold for a moment does not.
     */
    public static void awaitGrownByLess(long bytes, long before, String what) {
        OwnRuntime.await(what + " leave less than " + bytes + " bytes", () -> usedBytes() - before < bytes);
    }
}
