package dev.clew;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The registry of live fibers keeps none that has ended, whether anybody joins it or not. */
class ShortFibersTest {
    private static final int MANY = 1_000_000;

    /** What a few kept for each hundred would exceed. */
    private static final long MOST_BYTES = 6L << 20;

    @RegisterExtension
    final OwnRuntime own = OwnRuntime.ofWorkers(2);

    private static Task<Integer> started(int left) {
        return left == 0 ? Task.now(0) : Task.sleep(Duration.ofNanos(1)).start().flatMap(fiber -> started(left - 1));
    }

    private void run(int fibers) throws Exception {
        own.run(Task.fork(started(fibers)));
        OwnRuntime.await("all have ended", () -> own.runtime().metrics().fibersLiveNow() == 0);
    }

    @Test
    void aMillionThatNobodyJoinsLeaveTheHeapAsItWas() throws Exception {
        run(1_000);
        long before = Heap.usedBytes();
        run(MANY);
        Heap.awaitGrownByLess(MOST_BYTES, before, "a million fibers that have ended");
    }
}
