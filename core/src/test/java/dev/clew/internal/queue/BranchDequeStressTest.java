package dev.clew.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An owner that forks at random depths, pops, suspends and goes on, against thieves. At each drain the deque must hand
 * over every entry that was pushed, was not popped and is not spent: one that top was moved past would be missing.
 */
class BranchDequeStressTest {
    private static final int ENTRIES = 400_000;

    private final BranchDeque deque = new BranchDeque(2);
    private final AtomicIntegerArray taken = new AtomicIntegerArray(ENTRIES);
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong stolen = new AtomicLong();
    private final Racers racers = new Racers();

    @ParameterizedTest
    @CsvSource({"1,2", "1,40", "2,1", "2,2", "2,4", "3,40"})
    void no_entry_is_lost_taken_twice_or_passed_over(int thieves, int depth) throws Exception {
        racers.add("owner", () -> own(depth));
        for (int i = 0; i < thieves; i++) {
            racers.add("thief-" + i, this::rob);
        }
        racers.run();
        assertThat(deque.isEmpty()).isTrue();
        for (int i = 0; i < ENTRIES; i++) {
            assertThat(taken.get(i)).as("how often element %d was taken", i).isEqualTo(1);
        }
        assertThat(stolen.get()).as("stolen elements").isPositive();
    }

    private void own(int depth) {
        try {
            Random random = new Random(23);
            ArrayDeque<Stealable> pushed = new ArrayDeque<>();
            int next = beginRobbed();
            while (next < ENTRIES || !pushed.isEmpty()) {
                int dice = random.nextInt(100);
                if (next < ENTRIES && pushed.size() < depth && dice < 55) {
                    int length = dice < 15 ? Math.min(1 + random.nextInt(3), ENTRIES - next) : 1;
                    Stealable entry = dice < 15 ? new TestRange(next, next + length) : new TestBranch(next);
                    next += length;
                    deque.push(entry);
                    pushed.addLast(entry);
                } else if (dice == 99) {
                    drain(pushed);
                } else if (dice == 98) {
                    deque.renew();
                } else if (!pushed.isEmpty()) {
                    Stealable entry = pushed.removeLast();
                    pop(entry, dice % 2 == 0);
                }
            }
        } finally {
            over.set(true);
        }
    }

    /** Waits until thieves are at work: the first branch is theirs. Gives the number of branches pushed. */
    private int beginRobbed() {
        TestBranch first = new TestBranch(0);
        deque.push(first);
        while (!first.spent() && !racers.failed()) {
            Thread.onSpinWait();
        }
        deque.popIf(first);
        return 1;
    }

    private void pop(Stealable entry, boolean general) {
        boolean whole = entry instanceof TestBranch branch && branch.claim();
        if (whole) {
            taken.incrementAndGet(((TestBranch) entry).number);
        } else {
            claimAll(entry);
        }
        if (whole && !general) {
            deque.popClaimed(entry);
        } else {
            deque.popIf(entry);
        }
    }

    @SuppressWarnings("ReferenceEquality") // an entry is itself
    private void drain(ArrayDeque<Stealable> pushed) {
        List<Stealable> drained = new ArrayList<>();
        int handed = deque.drainTo(drained::add);
        assertThat(handed).isEqualTo(drained.size());
        Iterator<Stealable> got = drained.iterator();
        Stealable candidate = got.hasNext() ? got.next() : null;
        for (Stealable entry : pushed) {
            if (entry == candidate) {
                candidate = got.hasNext() ? got.next() : null;
            } else if (!entry.spent()) {
                throw new AssertionError("an entry that nobody has taken was passed over, and is missing in the drain");
            }
        }
        assertThat(candidate)
                .as("a drained entry that was not there, or stood in another place")
                .isNull();
        assertThat(deque.isEmpty()).isTrue();
        pushed.forEach(this::claimAll);
        pushed.clear();
    }

    private void claimAll(Stealable entry) {
        if (entry instanceof TestBranch branch) {
            if (branch.claim()) {
                taken.incrementAndGet(branch.number);
            }
        } else if (entry instanceof TestRange range) {
            for (int i = range.take(); i >= 0; i = range.take()) {
                taken.incrementAndGet(i);
            }
        }
    }

    private void rob() {
        while (!over.get() && !racers.failed()) {
            Runnable job = deque.mayHaveWork() ? deque.steal() : null;
            if (job instanceof TestBranch branch) {
                taken.incrementAndGet(branch.number);
                stolen.incrementAndGet();
            } else if (job instanceof TestRange.Part part) {
                for (int i = part.from(); i < part.to(); i++) {
                    taken.incrementAndGet(i);
                    stolen.incrementAndGet();
                }
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
