package dev.clew.sync;

/** What primitives count, for tests without a runtime. */
public final class Counts {
    private Counts() {}

    public static boolean tryAcquire(Semaphore semaphore, int permits) {
        return semaphore.permits.tryAcquire(permits);
    }

    public static boolean release(Semaphore semaphore, int permits) {
        return semaphore.permits.release(permits);
    }

    public static int available(Semaphore semaphore) {
        return semaphore.permits.available();
    }

    public static int waiting(Semaphore semaphore) {
        return semaphore.permits.waiting();
    }

    public static void countDown(CountDownLatch latch) {
        latch.countOne();
    }
}
