package dev.clew.sync;

import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.sched.LiveFiber;
import java.util.function.Function;

/** A wait for room for an element. */
final class OfferCell extends WaitCell {
    private final QueueCore core;

    /** What is offered: an {@link dev.clew.internal.kernel.Answer}. */
    final Object element;

    OfferCell(QueueCore core, Object element) {
        this.core = core;
        this.element = element;
    }

    @Override
    protected String describeWait(Function<? super LiveFiber, String> name) {
        return "room in a queue";
    }

    @Override
    protected void abandoned() {
        core.leave(this);
    }
}
