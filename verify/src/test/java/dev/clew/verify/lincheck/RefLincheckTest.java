package dev.clew.verify.lincheck;

import dev.clew.Task.Pair;
import dev.clew.sync.Ref;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/** Each change of a variable is one step. */
public final class RefLincheckTest extends Linchecked {
    private final ByHand hand = new ByHand();
    private final Ref<Integer> ref = Ref.create(0);

    @Operation
    public Object get() {
        return hand.begin(ref.get());
    }

    @Operation
    public void set(@Param(gen = IntGen.class, conf = "1:3") int next) {
        hand.begin(ref.set(next));
    }

    @Operation
    public Object getAndSet(@Param(gen = IntGen.class, conf = "1:3") int next) {
        return hand.begin(ref.getAndSet(next));
    }

    @Operation
    public Object updateAndGet(@Param(gen = IntGen.class, conf = "1:3") int more) {
        return hand.begin(ref.updateAndGet(n -> n + more));
    }

    @Operation
    public Object modify(@Param(gen = IntGen.class, conf = "1:3") int times) {
        return hand.begin(ref.modify(n -> new Pair<>(n * times, n)));
    }

    @Operation
    public Object compareAndSetToNine(@Param(gen = IntGen.class, conf = "0:3") int expected) {
        return hand.begin(ref.compareAndSet(expected, 9));
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    int interleavings() {
        return 60;
    }

    @Override
    List<String> scenarios() {
        return List.of("updateAndGet:1 get | updateAndGet:2 get", "modify:2 get | getAndSet:3 compareAndSetToNine:3");
    }

    /** What a variable is, one call at a time. */
    public static class Specification {
        private int value;

        public int get() {
            return value;
        }

        public void set(int next) {
            value = next;
        }

        public int getAndSet(int next) {
            int before = value;
            value = next;
            return before;
        }

        public int updateAndGet(int more) {
            value += more;
            return value;
        }

        public int modify(int times) {
            int before = value;
            value *= times;
            return before;
        }

        public boolean compareAndSetToNine(int expected) {
            boolean set = expected == value;
            value = set ? 9 : value;
            return set;
        }
    }
}
