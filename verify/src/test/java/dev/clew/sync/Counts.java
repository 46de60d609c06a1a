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

    public static boolean tryLock(Mutex mutex) {
        return mutex.permits.tryAcquire(1);
    }

    /** Whether it was locked. */
    public static boolean unlock(Mutex mutex) {
        return mutex.permits.release(1);
    }

    public static int waiting(Mutex mutex) {
        return mutex.permits.waiting();
    }

    /** Whether a reader held it. */
    public static boolean unlockRead(ReadWriteLock lock) {
        return isRight(lock::giveBackRead);
    }

    /** Whether a writer held it. */
    public static boolean unlockWrite(ReadWriteLock lock) {
        return isRight(lock::giveBackWrite);
    }

    private static boolean isRight(Runnable unlock) {
        try {
            unlock.run();
            return true;
        } catch (IllegalStateException wrong) {
            return false;
        }
    }

    public static int waiting(ReadWriteLock lock) {
        return lock.permits.waiting();
    }
}
