package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.testkit.Strategy;
import dev.clew.testkit.script.ScriptCheck;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated programs of binds, forks, races, scopes, masks, brackets, sleeps, errors and cancellations have, effect by effect and
 * finalizer by finalizer, at each its moment, the history that the reference interpreter works out.
 */
class GeneratedHistoriesTest {
    private static final int FEW = 2_500;
    private static final int MANY = 100_000;

    static Stream<Arguments> strategies() {
        return Stream.of(
                Arguments.of("random", (LongFunction<Strategy>) Strategy::random),
                Arguments.of("fifo", (LongFunction<Strategy>) seed -> Strategy.fifo()),
                Arguments.of("inline", (LongFunction<Strategy>)
                        seed -> Strategy.random(seed).inline()),
                Arguments.of("promoted", (LongFunction<Strategy>)
                        seed -> Strategy.random(seed).promoted()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("strategies")
    void some(String name, LongFunction<Strategy> strategies) {
        check(name, ScriptCheck.deterministic(strategies), FEW);
    }

    @Tag("deep")
    @ParameterizedTest(name = "{0}")
    @MethodSource("strategies")
    void many(String name, LongFunction<Strategy> strategies) {
        check(name, ScriptCheck.deterministic(strategies), MANY);
    }

    private static ScriptCheck driven() {
        return new ScriptCheck(seed -> new VirtualDriver(seed).clocked((what, error) -> {}));
    }

    @Test
    void someDrivenByAForeignScheduler() {
        check("driven", driven(), FEW);
    }

    @Test
    @Tag("deep")
    void manyDrivenByAForeignScheduler() {
        check("driven", driven(), MANY);
    }

    private static void check(String name, ScriptCheck check, int programs) {
        ScriptCheck.Statistics run = check.check(programs);
        System.out.println(name + ": " + run);
        assertThat(run.compared()).isGreaterThan(programs * 9 / 10);
        assertThat(run.medianSize()).isGreaterThanOrEqualTo(30);
        assertThat(run.pairs()).isEqualTo(run.possiblePairs());
        assertThat(run.cancels()).isGreaterThan(programs / 5);
    }
}
