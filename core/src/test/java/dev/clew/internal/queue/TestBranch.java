package dev.clew.internal.queue;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A branch as the deque sees it: one word, claimed once, by its owner or by a thief. */
final class TestBranch implements Stealable, Runnable {
    private static final int PENDING = 0;
    private static final int OWNED = 1;
    private static final int STOLEN = 2;

    final int number;
    private final AtomicInteger state = new AtomicInteger(PENDING);

    TestBranch(int number) {
        this.number = number;
    }

    /** The owner's claim; false if a thief was faster. */
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
