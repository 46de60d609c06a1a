package dev.clew.verify.lincheck;

import dev.clew.Outcome;
import dev.clew.internal.kernel.OpenWait;
import dev.clew.sync.Deferred;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/**
 * A value that comes once: the first decision holds. Who waits is told one after another, which is no one step with the decision: so
 * whether a wait is over is not asked in the middle, but in the end, when nobody may be left behind.
 */
public final class DeferredLincheckTest extends Linchecked {
    private static final int THREADS = 8;

    private final Deferred<Integer> deferred = Deferred.create();
    private final @Nullable OpenWait[] waits = new OpenWait[THREADS];

    @Operation
    public boolean complete(@Param(gen = IntGen.class, conf = "1:3") int value) {
        return deferred.tryComplete(value);
    }

    @Operation
    public @Nullable Object peek() {
        return deferred.peek() instanceof Outcome.Succeeded<Integer> known ? known.value() : null;
    }

    /** Begins to wait where the thread does not. */
    @Operation
    public void await(@Param(gen = ThreadIdGen.class) int thread) {
        if (waits[thread] == null) {
            waits[thread] = OpenWait.begin(deferred.get());
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

    /** Once it is decided nobody waits, and all have the one value. */
    @Validate
    public void nobodyIsLeftBehind() {
        Object known = peek();
        for (OpenWait wait : waits) {
            if (wait != null && known != null && !(wait.isServed() && known.equals(wait.value()))) {
                throw new AssertionError("a wait was not told of " + known);
            }
        }
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "await:1 peek | complete:2",
                "await:1 giveUp:1 | await:2 complete:3",
                "complete:1 await:1 | complete:2 peek");
    }

    /** What is seen of it, one call at a time. */
    public static class Specification {
        private @Nullable Integer value;

        public boolean complete(int next) {
            boolean first = value == null;
            value = first ? Integer.valueOf(next) : value;
            return first;
        }

        public @Nullable Integer peek() {
            return value;
        }

        public void await(int thread) {
            // Nothing is seen of it in the middle.
        }

        public void giveUp(int thread) {
            // Nor of this.
        }
    }
}
