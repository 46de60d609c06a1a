package dev.clew.bench;

/** A competitor's turn: one JVM, or one process of another kind. */
interface Turn {
    /**
     * Starts it and gives what it measured.
     *
     * @throws BenchmarkFailure where it fails or its result is wrong
     */
    ForkResult run(Case work, Competitor competitor) throws BenchmarkFailure;
}
