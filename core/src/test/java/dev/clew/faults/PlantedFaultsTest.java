package dev.clew.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Exploring finds the faults that users make with Clew, and finds nothing where they are repaired. */
@EnabledForJreRange(
        min = JRE.JAVA_21,
        disabledReason = "this proves something of the tests, not of the JDK: the run on the newest one is enough")
class PlantedFaultsTest {
    static final List<Scenarios.Pair> PLANTED = Scenarios.PLANTED;

    private static final FaultTable TABLE = new FaultTable("Faults in structures on top of Clew");

    @AfterAll
    static void print() {
        TABLE.print();
    }

    @ParameterizedTest
    @FieldSource("PLANTED")
    void isFound(Scenarios.Pair pair) {
        TABLE.found(pair, pair.kind(), Exploration.of(pair.faulty(), Exploration.MOST));
    }

    @ParameterizedTest
    @FieldSource("PLANTED")
    void repairedPasses(Scenarios.Pair pair) {
        assertThat(Exploration.of(pair.repaired(), Exploration.FEW)).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("PLANTED")
    @Tag("deep")
    void repairedPassesManySchedules(Scenarios.Pair pair) {
        assertThat(Exploration.of(pair.repaired(), Exploration.MANY)).isEmpty();
    }
}
