package dev.clew.verify.lincheck;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** How long Lincheck looks: some seconds a test, or as long as {@code -Dclew.verify.deep=true} asks. */
final class Budget {
    private static final boolean DEEP = Boolean.getBoolean("clew.verify.deep");

    private Budget() {}

    /** Model checking, which assumes sequential consistency. */
    static void modelCheck(Class<?> test, Class<?> specification) {
        new ModelCheckingOptions()
                .iterations(DEEP ? 60 : 5)
                .threads(DEEP ? 3 : 2)
                .actorsPerThread(DEEP ? 3 : 2)
                .invocationsPerIteration(DEEP ? 5000 : 1000)
                .minimizeFailedScenario(false)
                .sequentialSpecification(specification)
                .check(test);
    }

    /** Real threads, which see the memory model of the machine. */
    static void stress(Class<?> test, Class<?> specification) {
        new StressOptions()
                .iterations(DEEP ? 60 : 5)
                .threads(DEEP ? 3 : 2)
                .actorsPerThread(DEEP ? 3 : 2)
                .invocationsPerIteration(DEEP ? 20_000 : 1000)
                .minimizeFailedScenario(false)
                .sequentialSpecification(specification)
                .check(test);
    }
}
