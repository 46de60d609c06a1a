package dev.clew.verify.lincheck;

import dev.clew.internal.timer.TimerEntry;
import dev.clew.internal.timer.TimerHeap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;

/** A timer is fired or cancelled, never both, whoever comes first, and wherever it was set. */
public final class TimerLincheckTest extends Linchecked {
    private final TimerHeap heap = new TimerHeap();
    private final AtomicInteger ran = new AtomicInteger();
    private final TimerEntry early = heap.add(1, ran::incrementAndGet);
    private final TimerEntry late = heap.addFromOutside(2, ran::incrementAndGet);

    @Operation
    public boolean cancelEarly() {
        return early.cancel();
    }

    @Operation
    public boolean cancelLate() {
        return late.cancel();
    }

    @Operation
    public int fireEarly() {
        return heap.fireDue(1, Runnable::run);
    }

    @Operation
    public boolean isLatePending() {
        return late.isPending();
    }

    /** Fires the late timer alone: the early one is made to be over before. */
    @Operation
    public int fireLate() {
        early.cancel();
        return heap.fireDue(2, Runnable::run);
    }

    /** Nobody fires this one: it is not due. */
    @Operation
    public boolean setAndCancel() {
        return heap.addFromOutside(3, ran::incrementAndGet).cancel();
    }

    @Operation
    public boolean setAndCancelAsOwner() {
        return heap.add(3, ran::incrementAndGet).cancel();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    int deepInterleavings() {
        return 1_500;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "cancelEarly | fireEarly",
                "cancelEarly | cancelEarly",
                "fireEarly | fireEarly",
                "cancelEarly fireLate | fireEarly cancelLate",
                "setAndCancel fireLate | fireEarly setAndCancelAsOwner",
                "setAndCancel cancelLate | fireLate");
    }

    /** What two timers are, one call at a time. */
    public static class Specification {
        private boolean early = true;
        private boolean late = true;

        public boolean cancelEarly() {
            boolean was = early;
            early = false;
            return was;
        }

        public boolean cancelLate() {
            boolean was = late;
            late = false;
            return was;
        }

        public int fireEarly() {
            return cancelEarly() ? 1 : 0;
        }

        public boolean isLatePending() {
            return late;
        }

        public boolean setAndCancel() {
            return true;
        }

        public boolean setAndCancelAsOwner() {
            return true;
        }

        public int fireLate() {
            early = false;
            return cancelLate() ? 1 : 0;
        }
    }
}
