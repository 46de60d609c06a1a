package dev.clew.channel;

import dev.clew.internal.kernel.Answer;
import dev.clew.internal.kernel.Awaited;
import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.kernel.Waiters;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** A negative acknowledgement: an event that is there once {@link #give} has been called. */
final class Nack extends EventNode<@Nullable Void> implements Waiters {
    /*
     * state is GIVEN, or who waits for that: see Awaited. The arms that this belongs to are noted before there is a choice.
     *
     *   field    | writer              | access                    | pairs with
     *   ---------+---------------------+---------------------------+-----------
     *   state    | any                 | volatile, compare-and-set | itself
     *   from, to | the fiber that asks | plain                     |
     */
    private static final VarHandle STATE = VarHandles.field(MethodHandles.lookup(), "state", Object.class);
    private static final Object GIVEN = Answer.value(null);

    @SuppressWarnings("unused")
    private @Nullable Object state;

    private final int from;
    private int to;

    Nack(int from) {
        this.from = from;
        this.to = from;
    }

    void endsAt(int arm) {
        to = arm;
    }

    boolean covers(int arm) {
        return from <= arm && arm < to;
    }

    void give() {
        for (; ; ) {
            Object s = STATE.getVolatile(this);
            if (Awaited.hasCome(s)) {
                return;
            }
            if (STATE.compareAndSet(this, s, GIVEN)) {
                Awaited.tell(s, GIVEN);
                return;
            }
        }
    }

    @Override
    protected @Nullable Object now(FiberState fiber) {
        return Awaited.hasCome(STATE.getVolatile(this)) ? null : WAIT;
    }

    @Override
    protected void enlist(FiberState fiber, WaitCell cell) {
        if (!Awaited.add(STATE, this, this, cell)) {
            cell.answer(GIVEN);
        }
    }

    @Override
    public Object awaited() {
        return this;
    }

    @Override
    public void remove(WaitCell cell) {
        Awaited.remove(STATE, this, cell);
    }
}
