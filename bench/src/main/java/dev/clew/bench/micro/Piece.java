package dev.clew.bench.micro;

import dev.clew.internal.queue.Stealable;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/** The least that a branch deque may hold: its owner claims it or a thief takes it, whoever is first. */
final class Piece implements Stealable {
    private static final int PENDING = 0;
    private static final int CLAIMED = 1;
    private static final int STOLEN = 2;

    private static final AtomicIntegerFieldUpdater<Piece> STATE =
            AtomicIntegerFieldUpdater.newUpdater(Piece.class, "state");

    private final Runnable job;
    private volatile int state = PENDING;

    Piece(Runnable job) {
        this.job = job;
    }

    /** Whether the owner has it now. */
    boolean claim() {
        return STATE.compareAndSet(this, PENDING, CLAIMED);
    }

    @Override
    public @Nullable Runnable steal() {
        return STATE.compareAndSet(this, PENDING, STOLEN) ? job : null;
    }

    @Override
    public boolean spent() {
        return state == STOLEN;
    }
}
