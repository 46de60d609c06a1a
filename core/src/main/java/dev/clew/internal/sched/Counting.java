package dev.clew.internal.sched;

/**
 * Whether workers count what is counted for metrics alone. They do; the benchmarks put a class of this name that says
 * otherwise before this one, to measure what the counting costs.
 */
final class Counting {
    static final boolean ON = on();

    private Counting() {}

    /** No constant of the language: a compiler would copy it to where it is read. */
    private static boolean on() {
        return true;
    }
}
