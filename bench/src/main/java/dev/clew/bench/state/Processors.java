package dev.clew.bench.state;

/** How many workers every pool of a scenario has, Clew's and the peers'. */
public final class Processors {
    private static final int COUNT = Runtime.getRuntime().availableProcessors();

    private Processors() {}

    public static int count() {
        return COUNT;
    }
}
