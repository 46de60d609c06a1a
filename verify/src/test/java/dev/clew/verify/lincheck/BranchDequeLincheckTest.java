package dev.clew.verify.lincheck;

import dev.clew.internal.queue.BranchDeque;
import dev.clew.internal.queue.Stealable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;

/**
 * The branch deque gives each branch to its owner, who wants the youngest, or to a thief, who gets the oldest. It begins
 * with one slot, so that growing and reuse are met as well.
 */
public final class BranchDequeLincheckTest extends Linchecked {
    private final BranchDeque deque = new BranchDeque(1);

    /** The frames of the owner: what it has pushed and not popped. Owner only. */
    private final ArrayDeque<Branch> frames = new ArrayDeque<>();

    public BranchDequeLincheckTest() {
        push(0);
    }

    @Operation(nonParallelGroup = "owner")
    public void push(@Param(gen = IntGen.class, conf = "1:9") int number) {
        Branch branch = new Branch(number);
        frames.addLast(branch);
        deque.push(branch);
    }

    /** The owner comes back to its youngest branch: the number if it may run it, null if a thief has it or there is none. */
    @Operation(nonParallelGroup = "owner")
    public @Nullable Integer pop() {
        Branch branch = frames.pollLast();
        if (branch == null) {
            return null;
        }
        if (branch.claim()) {
            deque.popClaimed(branch);
            return branch.number;
        }
        deque.popIf(branch);
        return null;
    }

    /** The owner suspends; its branches go elsewhere, where nobody steals them from the deque any more. */
    @Operation(nonParallelGroup = "owner")
    public List<Integer> drain() {
        List<Integer> numbers = new ArrayList<>();
        deque.drainTo(entry -> {
            Branch branch = (Branch) entry;
            if (branch.claim()) {
                numbers.add(branch.number);
            }
        });
        frames.clear();
        return numbers;
    }

    /** Looks until it has something or there is nothing, as giving up early is allowed at any time. */
    @Operation
    public @Nullable Integer steal() {
        Runnable job = deque.steal();
        while (job == null && deque.mayHaveWork()) {
            job = deque.steal();
        }
        return job == null ? null : ((Branch) job).number;
    }

    @Override
    int deepInterleavings() {
        return 2_000;
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "pop push:1 | steal steal",
                "pop push:1 pop | steal steal",
                "push:1 pop push:2 | steal steal",
                "drain push:1 | steal steal",
                "push:1 push:2 pop | steal steal");
    }

    /** What the deque is, one call at a time. A frame whose branch was stolen stays, as {@link #STOLEN}. */
    public static class Specification {
        private static final Integer STOLEN = Integer.MIN_VALUE;

        private final ArrayDeque<Integer> frames = new ArrayDeque<>(List.of(0));

        public void push(int number) {
            frames.addLast(number);
        }

        public @Nullable Integer pop() {
            Integer number = frames.pollLast();
            return STOLEN.equals(number) ? null : number;
        }

        public List<Integer> drain() {
            List<Integer> numbers = new ArrayList<>(frames);
            numbers.removeIf(STOLEN::equals);
            frames.clear();
            return numbers;
        }

        public @Nullable Integer steal() {
            ArrayDeque<Integer> passed = new ArrayDeque<>();
            Integer oldest = frames.pollFirst();
            while (STOLEN.equals(oldest)) {
                passed.addFirst(oldest);
                oldest = frames.pollFirst();
            }
            if (oldest != null) {
                frames.addFirst(STOLEN);
            }
            passed.forEach(frames::addFirst);
            return oldest;
        }
    }

    /** A branch's claim word, as the kernel has it. */
    static final class Branch implements Stealable, Runnable {
        private static final int PENDING = 0;
        private static final int OWNED = 1;
        private static final int STOLEN = 2;

        final int number;
        private final AtomicInteger state = new AtomicInteger(PENDING);

        Branch(int number) {
            this.number = number;
        }

        boolean claim() {
            return state.compareAndSet(PENDING, OWNED);
        }

        @Override
        public @Nullable Runnable steal() {
            return state.compareAndSet(PENDING, STOLEN) ? this : null;
        }

        @Override
        public boolean spent() {
            return state.get() == STOLEN;
        }

        @Override
        public void run() {
            throw new AssertionError("the deque runs nothing, and branch " + number + " was run");
        }
    }
}
