package dev.clew.verify.lincheck;

import dev.clew.internal.sched.DutyUnderTest;
import java.util.List;
import org.jetbrains.lincheck.datastructures.Operation;

/** What a worker is to do, between the monitor that wants something and the worker that answers. */
public final class DutyLincheckTest extends Linchecked {
    private final DutyUnderTest duty = new DutyUnderTest();

    @Operation(nonParallelGroup = "monitor")
    public void ask() {
        duty.ask();
    }

    @Operation(nonParallelGroup = "monitor")
    public boolean block() {
        return duty.block();
    }

    @Operation(nonParallelGroup = "monitor")
    public boolean recall() {
        return duty.recall();
    }

    @Operation(nonParallelGroup = "worker")
    public boolean answer() {
        return duty.answer();
    }

    @Operation(nonParallelGroup = "worker")
    public void stepAside() {
        duty.stepAside();
    }

    @Operation
    public boolean isBlocked() {
        return duty.isBlocked();
    }

    @Operation
    public boolean isSpare() {
        return duty.isSpare();
    }

    @Override
    Class<?> specification() {
        return Specification.class;
    }

    @Override
    List<String> scenarios() {
        return List.of(
                "ask block | answer isBlocked",
                "block isSpare | stepAside isSpare",
                "ask block recall | answer stepAside");
    }

    /** The four states, one call at a time. */
    public static class Specification {
        private String state = "usual";

        private boolean move(String from, String to) {
            boolean moves = state.equals(from);
            if (moves) {
                state = to;
            }
            return moves;
        }

        public void ask() {
            move("usual", "asked");
        }

        public boolean block() {
            return move("usual", "blocked") || move("asked", "blocked");
        }

        public boolean recall() {
            return move("spare", "usual");
        }

        public boolean answer() {
            return move("asked", "usual");
        }

        public void stepAside() {
            move("blocked", "spare");
        }

        public boolean isBlocked() {
            return state.equals("blocked");
        }

        public boolean isSpare() {
            return state.equals("spare");
        }
    }
}
