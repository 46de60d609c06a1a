package dev.clew.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Exploring finds faults planted in Clew's own classes, and finds nothing in the same programs on Clew as it is. */
@EnabledForJreRange(
        min = JRE.JAVA_21,
        disabledReason = "this proves something of the tests, not of the JDK: the run on the newest one is enough")
class OwnFaultsTest {
    static final List<Mutants.Own> OWN = Mutants.OWN;

    private static final FaultTable TABLE = new FaultTable("Faults in Clew's own classes");
    private static Map<Mutant, Map<String, byte[]>> compiled = Map.of();

    @BeforeAll
    static void compile() {
        try (MutantCompiler compiler = new MutantCompiler()) {
            compiled = compiler.compile(OWN.stream().map(Mutants.Own::mutant).toList());
        }
    }

    @AfterAll
    static void print() {
        TABLE.print();
    }

    @ParameterizedTest
    @FieldSource("OWN")
    void isFound(Mutants.Own own) {
        MutantLoader loader = new MutantLoader(compiled.get(own.mutant()));
        List<String> found =
                loader.inside(Exploration.class).apply(own.program().name(), Exploration.MOST);
        TABLE.found(own, own.mutant().kind(), found);
    }

    @ParameterizedTest
    @FieldSource("OWN")
    void withoutTheFaultAllIsWell(Mutants.Own own) {
        assertThat(Exploration.of(own.program(), Exploration.FEW)).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("OWN")
    @Tag("deep")
    void withoutTheFaultAllIsWellInManySchedules(Mutants.Own own) {
        assertThat(Exploration.of(own.program(), Exploration.MANY)).isEmpty();
    }
}
