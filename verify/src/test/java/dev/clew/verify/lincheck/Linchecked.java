package dev.clew.verify.lincheck;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A test class whose operations Lincheck runs in parallel: for some seconds by default, for minutes in the deep lane.
 *
 * <p>The model checker tries interleavings one by one and assumes sequential consistency; the stress mode runs real threads,
 * which see the memory model of the machine.
 */
abstract class Linchecked {
    /** The class that does the same one call at a time. */
    abstract Class<?> specification();

    @Test
    void model_checking() {
        check(new ModelCheckingOptions()
                .iterations(5)
                .threads(2)
                .actorsPerThread(2)
                .invocationsPerIteration(1000));
    }

    @Test
    void stress() {
        check(new StressOptions().iterations(5).threads(2).actorsPerThread(2).invocationsPerIteration(1000));
    }

    @Test
    @Tag("deep")
    void deep_model_checking() {
        check(new ModelCheckingOptions()
                .iterations(40)
                .threads(3)
                .actorsPerThread(3)
                .invocationsPerIteration(5000));
    }

    @Test
    @Tag("deep")
    void deep_stress() {
        check(new StressOptions().iterations(40).threads(3).actorsPerThread(3).invocationsPerIteration(10_000));
    }

    private void check(Options<?, ?> options) {
        options.minimizeFailedScenario(false)
                .sequentialSpecification(specification())
                .check(getClass());
    }
}
