package dev.clew.internal.sched;

import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether a worker is to go on as usual, and what the monitor wants of it. The worker looks at it between two jobs.
 *
 * <pre>
 *            the monitor                  the worker, between jobs
 *   USUAL ───────────────▶ ASKED ─────────────────────────────────▶ USUAL
 *     │                      │
 *     │    the monitor: its code blocks, another takes its place
 *     ├──────────────────────┴──▶ BLOCKED ──the worker, between jobs──▶ SPARE
 *     ▲                                                                   │
 *     └──────────────── the monitor: it takes the place of another ───────┘
 *
 * field | writer          | access                                   | pairs with
 * ------+-----------------+------------------------------------------+-----------
 * state | monitor, worker | compare-and-set; read opaquely on the way | itself
 * </pre>
 *
 * <p>A worker that is BLOCKED is counted as awake, and one more place is counted with it; a SPARE one is not counted
 * ({@link IdleState#leave}).
 */
final class Duty {
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", int.class);
    private static final int USUAL = 0;
    private static final int ASKED = 1;
    private static final int BLOCKED = 2;
    private static final int SPARE = 3;

    @SuppressWarnings("unused")
    private int state;

    private int stateOpaque() {
        return (int) STATE.getOpaque(this);
    }

    boolean isUsual() {
        return stateOpaque() == USUAL;
    }

    boolean isBlocked() {
        return (int) STATE.getVolatile(this) == BLOCKED;
    }

    boolean isSpare() {
        return (int) STATE.getVolatile(this) == SPARE;
    }

    /** The monitor asks the worker to look around as soon as its job has ended. */
    void ask() {
        STATE.compareAndSet(this, USUAL, ASKED);
    }

    /** The worker: true where it had been asked. */
    boolean answer() {
        return STATE.compareAndSet(this, ASKED, USUAL);
    }

    /** The monitor lets another take the worker's place; false where that has been done. */
    boolean block() {
        for (; ; ) {
            int s = (int) STATE.getVolatile(this);
            if (s != USUAL && s != ASKED) {
                return false;
            }
            // Failing, it has met the worker's answer: the place is taken all the same.
            if (STATE.compareAndSet(this, s, BLOCKED)) {
                return true;
            }
        }
    }

    /** The worker whose place another took gives up. */
    void stepAside() {
        STATE.compareAndSet(this, BLOCKED, SPARE);
    }

    /** The monitor has a spare worker take a place; false where it is none. */
    boolean recall() {
        return STATE.compareAndSet(this, SPARE, USUAL);
    }
}
