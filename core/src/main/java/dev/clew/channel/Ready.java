package dev.clew.channel;

import dev.clew.internal.kernel.EventNode;
import dev.clew.internal.kernel.FiberState;
import dev.clew.internal.kernel.WaitCell;
import dev.clew.internal.util.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Events that are there at once, or never. */
final class Ready {
    private Ready() {}

    static final class Always<A extends @Nullable Object> extends EventNode<A> {
        private final A value;

        Always(A value) {
            this.value = value;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return value;
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            cell.complete(value);
        }
    }

    /** There until it is taken. Who finds it taken waits for nothing: it never comes back. */
    static final class Once<A extends @Nullable Object> extends EventNode<A> {
        private static final VarHandle TAKEN = VarHandles.field(MethodHandles.lookup(), "taken", boolean.class);

        private final A value;

        @SuppressWarnings("unused")
        private boolean taken;

        Once(A value) {
            this.value = value;
        }

        @Override
        protected @Nullable Object now(FiberState fiber) {
            return TAKEN.compareAndSet(this, false, true) ? value : WAIT;
        }

        @Override
        protected WaitCell cell() {
            return new WaitCell() {
                @Override
                protected boolean isEndedByNobody() {
                    return true;
                }
            };
        }

        @Override
        protected void enlist(FiberState fiber, WaitCell cell) {
            // Nobody is to know of it.
        }
    }
}
