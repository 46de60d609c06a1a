package dev.clew.verify.lincheck;

import dev.clew.Task;
import dev.clew.sync.AtomicCell;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * A change of a cell is one step, though its task gives way in the middle. Fibers of a real runtime make the changes, and the
 * threads of the test wait for them: so it is not for the model checker, who knows his own threads only.
 */
public final class AtomicCellLincheckTest extends Linchecked {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final AtomicCell<Integer> cell = AtomicCell.create(0);

    private static int result(Task<Integer> task) {
        try {
            return task.runSync(LIMIT);
        } catch (Exception failed) {
            throw new AssertionError("a change of a cell failed", failed);
        }
    }

    @Operation
    public int updateAndGet(@Param(gen = IntGen.class, conf = "1:9") int more) {
        return result(cell.updateAndGet(n -> Task.yieldNow().then(Task.now(n + more))));
    }

    @Operation
    public int getAndUpdate(@Param(gen = IntGen.class, conf = "2:3") int times) {
        return result(cell.getAndUpdate(n -> Task.yieldNow().then(Task.now(n * times))));
    }

    @Operation
    public int setAndGet(@Param(gen = IntGen.class, conf = "1:9") int next) {
        return result(cell.set(next).thenReturn(next));
    }

    /** A change that fails after it has begun. */
    @Operation
    public int changeInVain(@Param(gen = IntGen.class, conf = "1:9") int next) {
        return result(cell.updateAndGet(n -> Task.yieldNow()
                        .then(Task.fail(new IllegalStateException("a change that was to fail failed")))
                        .thenReturn(next))
                .recover(error -> 0));
    }

    @Operation
    public int get() {
        return result(cell.get());
    }

    /** Left out, as said: what overrides it is no test. */
    @Override
    void model_checking() {
        throw new AssertionError("the model checker does not know the threads of a runtime");
    }

    /** Left out, as said. */
    @Override
    void deep_model_checking() {
        throw new AssertionError("the model checker does not know the threads of a runtime");
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    /** What a cell is, one call at a time. */
    public static class Specification {
        private int value;

        public int updateAndGet(int more) {
            value += more;
            return value;
        }

        public int getAndUpdate(int times) {
            int before = value;
            value *= times;
            return before;
        }

        public int setAndGet(int next) {
            value = next;
            return next;
        }

        public int changeInVain(int next) {
            return 0;
        }

        public int get() {
            return value;
        }
    }
}
