package dev.clew.bench.micro;

import java.util.function.IntSupplier;

/** A second thread that takes from a queue again and again, and counts what it got. */
final class Taker {
    private static final long PATIENCE_MILLIS = 20_000;

    private final IntSupplier take;
    private final Thread thread;
    private volatile boolean over;
    private volatile int wanted = Integer.MAX_VALUE;
    private int taken;

    private Taker(IntSupplier take) {
        this.take = take;
        thread = new Thread(this::run, "taker");
        thread.setDaemon(true);
    }

    /** One that takes from now on: {@code take} tries once and gives how many it got. */
    static Taker start(IntSupplier take) {
        Taker taker = new Taker(take);
        taker.thread.start();
        return taker;
    }

    private void run() {
        while (!over && taken < wanted) {
            int more = take.getAsInt();
            taken += more;
            if (more == 0) {
                Thread.onSpinWait();
            }
        }
        taken += take.getAsInt();
    }

    /** Ends it, and gives how many it took. */
    int end() throws InterruptedException {
        over = true;
        thread.join();
        return taken;
    }

    /** Waits until it has taken so many. */
    int endAt(int count) throws InterruptedException {
        wanted = count;
        thread.join(PATIENCE_MILLIS);
        return end();
    }
}
