package dev.clew.peers;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/** Jobs that submit themselves to an executor again and again: for each runtime that is an executor too. */
public final class Chains {
    private Chains() {}

    /** Runs {@code chains} jobs of {@code times} submissions each and waits for them; gives the number of submissions. */
    public static int run(Executor executor, int chains, int times) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(chains);
        for (int i = 0; i < chains; i++) {
            executor.execute(new Chain(executor, times, ended));
        }
        ended.await();
        return chains * times;
    }

    private static final class Chain implements Runnable {
        private final Executor executor;
        private final CountDownLatch ended;
        private int left;

        Chain(Executor executor, int times, CountDownLatch ended) {
            this.executor = executor;
            this.left = times;
            this.ended = ended;
        }

        @Override
        public void run() {
            left--;
            if (left == 0) {
                ended.countDown();
            } else {
                executor.execute(this);
            }
        }
    }
}
