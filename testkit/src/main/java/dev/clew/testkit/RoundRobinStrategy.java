package dev.clew.testkit;

/** Gives every fiber its turn: the one that has waited longest runs, for a fixed number of binds. */
final class RoundRobinStrategy implements Strategy {
    static final String NAME = "roundrobin";

    private final int quantum;
    private int binds;

    RoundRobinStrategy(int quantum) {
        if (quantum < 1) {
            throw new IllegalArgumentException("a turn is at least one bind, but the quantum is " + quantum);
        }
        this.quantum = quantum;
    }

    @Override
    public int choose(Choice choice, int n) {
        return switch (choice) {
            case NEXT_JOB -> {
                binds = 0;
                yield 0;
            }
            case TIMER_TIE, CANCEL, PICK -> 0;
            case FORK, SPLIT -> 1;
            case YIELD -> {
                boolean over = ++binds >= quantum;
                if (over) {
                    binds = 0;
                }
                yield over ? 1 : 0;
            }
        };
    }

    @Override
    public String replay() {
        return NAME + ":" + quantum;
    }
}
