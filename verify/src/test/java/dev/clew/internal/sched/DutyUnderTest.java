package dev.clew.internal.sched;

/** The {@link Duty} of one worker, for tests outside of this package. */
public final class DutyUnderTest {
    private final Duty duty = new Duty();

    public void ask() {
        duty.ask();
    }

    public boolean answer() {
        return duty.answer();
    }

    public boolean block() {
        return duty.block();
    }

    public void stepAside() {
        duty.stepAside();
    }

    public boolean recall() {
        return duty.recall();
    }

    public boolean isBlocked() {
        return duty.isBlocked();
    }

    public boolean isSpare() {
        return duty.isSpare();
    }
}
