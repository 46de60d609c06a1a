package dev.clew.verify.lincheck;

import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A test class whose operations Lincheck runs in parallel: for some seconds by default, for minutes in the deep lane.
 *
 * <p>The model checker tries interleavings one by one and assumes sequential consistency; the stress mode runs real threads,
 * which see the memory model of the machine.
 */
abstract class Linchecked {
    /** The class that does the same one call at a time. */
    abstract Class<?> specification();

    /**
     * Scenarios that the model checker tries besides random ones, such as {@code "pop push:1 | steal steal"}: threads, and the
     * operations of each in order, with at most one number as argument.
     */
    List<String> scenarios() {
        return List.of();
    }

    /** How many interleavings of a scenario the model checker tries: fewer where an operation is long. */
    int interleavings() {
        return 400;
    }

    @Test
    void model_checking() {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .iterations(4)
                .threads(2)
                .actorsPerThread(2)
                .invocationsPerIteration(interleavings());
        scenarios().forEach(scenario -> options.addCustomScenario(parse(scenario)));
        check(options);
    }

    @Test
    void stress() {
        check(new StressOptions().iterations(4).threads(2).actorsPerThread(2).invocationsPerIteration(1000));
    }

    @Test
    @Tag("deep")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void deep_model_checking() {
        check(new ModelCheckingOptions()
                .iterations(40)
                .threads(3)
                .actorsPerThread(3)
                .invocationsPerIteration(deepInterleavings()));
    }

    @Test
    @Tag("deep")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void deep_stress() {
        check(new StressOptions().iterations(40).threads(3).actorsPerThread(3).invocationsPerIteration(10_000));
    }

    /** How many interleavings of a scenario the deep lane tries: fewer where an operation is long. */
    int deepInterleavings() {
        return 5_000;
    }

    private void check(Options<?, ?> options) {
        options.minimizeFailedScenario(false)
                .sequentialSpecification(specification())
                .check(getClass());
    }

    private ExecutionScenario parse(String scenario) {
        List<List<Actor>> threads = Stream.of(scenario.split("[|]"))
                .map(thread ->
                        Stream.of(thread.trim().split(" +")).map(this::actor).toList())
                .toList();
        return new ExecutionScenario(List.of(), threads, List.of(), null);
    }

    private Actor actor(String call) {
        int colon = call.indexOf(':');
        String name = colon < 0 ? call : call.substring(0, colon);
        List<Integer> arguments = colon < 0 ? List.of() : List.of(Integer.valueOf(call.substring(colon + 1)));
        Method method = Stream.of(getClass().getMethods())
                .filter(m -> m.getName().equals(name) && m.isAnnotationPresent(Operation.class))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(
                        "A scenario calls operations of its class, and " + getClass() + " has none named " + name));
        return new Actor(method, arguments, false, false, false, false, false);
    }
}
