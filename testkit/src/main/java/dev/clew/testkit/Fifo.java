package dev.clew.testkit;

/** Nothing but defaults. */
final class Fifo implements Strategy {
    static final String NAME = "fifo";

    @Override
    public int choose(Choice choice, int n) {
        return 0;
    }

    @Override
    public String replay() {
        return NAME;
    }
}
