package dev.clew.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.clew.testkit.Runner;
import dev.clew.testkit.Strategy;
import org.junit.jupiter.api.Test;

class LawTest {
    @Test
    void aLawThatDoesNotHoldIsReportedWithItsNameItsSeedAndASmallCase() {
        Law wrong = new Law("wrong", "p.flatMap(x -> p) is p", 1, t -> t.p().flatMap(x -> t.p()), t -> t.p());
        assertThatThrownBy(() -> wrong.check(Runner.deterministic(Strategy::random), 100))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the law wrong does not hold: p.flatMap(x -> p) is p")
                .hasMessageMatching("(?s).*for: \\[effect\\(\\d+\\)]\\n.*-Dclew.seed=\\d+.*");
    }

    @Test
    void namesAreUnique() {
        assertThat(Laws.all()).extracting(Law::name).doesNotHaveDuplicates();
    }

    @Test
    void allHoldOnTheDeterministicRuntime() {
        Laws.all().forEach(law -> law.check(Runner.deterministic(Strategy::random), 50));
    }
}
