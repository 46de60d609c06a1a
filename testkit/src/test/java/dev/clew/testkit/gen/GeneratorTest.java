package dev.clew.testkit.gen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.Outcome;
import dev.clew.testkit.Runner;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    @Test
    void oneSeedIsOneProgram() {
        assertThat(Generator.all(5).program(20)).isEqualTo(Generator.all(5).program(20));
        assertThat(Generator.all(5).program(20)).isNotEqualTo(Generator.all(6).program(20));
    }

    @Test
    void everyKindOfStepComesUp() {
        Set<Class<?>> kinds = new HashSet<>();
        for (long seed = 0; seed < 500; seed++) {
            collect(Generator.all(seed).program(20), kinds);
        }
        assertThat(kinds).hasSize(32);
    }

    private static void collect(Program program, Set<Class<?>> kinds) {
        kinds.add(program.getClass());
        program.children().forEach(child -> collect(child, kinds));
    }

    @Test
    void theReferenceCanPredictNearlyAll() {
        int predicted = 0;
        for (long seed = 0; seed < 500; seed++) {
            predicted +=
                    Reference.exactTime().ends(Generator.all(seed).program(12)).isEmpty() ? 0 : 1;
        }
        assertThat(predicted).isGreaterThan(450);
    }

    @Test
    void shrinkingKeepsWhatFailsAndDropsTheRest() {
        Program program = new Groups.Gather(List.of(
                new Steps.Map(new Steps.Defer(new Leaves.Sleep(3)), 2, false),
                new Groups.Both(new Leaves.Fail(4), new Leaves.Delay(1))));
        Program shrunk = Shrinker.shrink(program, p -> contains(p, new Leaves.Sleep(3)));
        assertThat(shrunk).isEqualTo(new Leaves.Sleep(3));
    }

    private static boolean contains(Program program, Program wanted) {
        return program.equals(wanted) || program.children().stream().anyMatch(child -> contains(child, wanted));
    }

    @Test
    void aRunnerThatLiesIsFoundOutAndTheProgramShrunk() {
        Runner lying = (task, seed) -> {
            Runner.Ran ran = Runner.deterministic(s -> (choice, n) -> 0).run(task, seed);
            return ran.outcome() instanceof Outcome.Failed<Integer>
                    ? new Runner.Ran(new Outcome.Succeeded<>(0), ran.millis())
                    : ran;
        };
        assertThatThrownBy(() -> ReferenceCheck.check(lying, Reference.exactTime(), 200))
                .isInstanceOf(AssertionError.class)
                .hasMessageMatching(
                        "(?s).*shrunk: (\\w+\\(\\d?\\)\\.)?(fail|throw|mapThrow)\\(\\d\\)\\n.*-Dclew.seed=\\d+.*");
    }

    @Test
    void aProgramPrintsAsOneWouldWriteIt() {
        assertThat(new Steps.Attempt(new Groups.Both(new Leaves.Now(1), new Steps.Map(new Leaves.Yield(), 2, false))))
                .hasToString("both(now(1), yield().map(+2)).attempt()");
    }
}
