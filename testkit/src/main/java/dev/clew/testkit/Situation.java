package dev.clew.testkit;

/**
 * What a {@link Strategy} may look at when it is asked. Fibers are known by their numbers: 1 for the first that was made
 * in the runtime, and so on in the order of birth.
 */
public interface Situation {
    /** The number of the fiber that runs and is asked about; 0 where none runs. */
    int running();

    /** How many ready jobs there are to choose from. */
    int ready();

    /**
     * The number of the fiber that is the ready job at {@code place}, counted from the one that has waited longest. A
     * branch or part of a range that its owner left, and that is no fiber yet, is the number of its owner, negated; a job
     * that is not the library's is 0.
     */
    int fiber(int place);
}
