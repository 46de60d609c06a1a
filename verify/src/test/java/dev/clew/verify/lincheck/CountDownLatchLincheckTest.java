package dev.clew.verify.lincheck;

import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.CountDownLatch;
import dev.clew.sync.Counts;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * A latch of two counts: each thread has one wait at a time. Whoever makes the count zero wakes the others a moment later; so
 * whether a wait is over is not asked in the middle, but in the end, when nobody may be left behind an open gate.
 */
public final class CountDownLatchLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final CountDownLatch latch = CountDownLatch.create(2);
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    @Operation
    public void countDown() {
        Counts.countDown(latch);
    }

    /** Begins to wait where the thread does not. */
    @Operation
    public void await(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(latch.await());
        }
    }

    @Operation
    public void giveUp(@Param(gen = ThreadIdGen.class) int thread) {
        OpenWait wait = waits[thread];
        if (wait != null) {
            wait.cancel();
        }
        waits[thread] = null;
    }

    /** Nobody waits at an open gate. */
    @Validate
    public void nobodyIsLeftBehind() {
        boolean open = OpenWait.begin(latch.await()).isServed();
        for (OpenWait wait : waits) {
            if (wait != null && open && !wait.isServed()) {
                throw new AssertionError("a wait was left behind at an open gate");
            }
        }
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of("await:1 | countDown countDown", "countDown await:1 | countDown await:2 giveUp:2");
    }

    /** What is seen of a latch, one call at a time. */
    public static class Specification {
        public void countDown() {
            // Nothing is seen of it in the middle.
        }

        public void await(int thread) {
            // Nor of this.
        }

        public void giveUp(int thread) {
            // Nor of this.
        }
    }
}
