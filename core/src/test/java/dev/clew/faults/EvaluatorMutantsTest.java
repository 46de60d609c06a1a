package dev.clew.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Generated programs, or laws, catch each fault planted in the evaluator. */
@EnabledForJreRange(
        min = JRE.JAVA_21,
        disabledReason = "this proves something of the tests, not of the JDK: the run on the newest one is enough")
class EvaluatorMutantsTest {
    private static final int PROGRAMS = 20_000;
    private static final int SEEDS_OF_LAWS = 100;

    static final List<Mutant> MUTANTS = EvaluatorMutants.ALL;

    private static final List<String> ROWS = new ArrayList<>();
    private static Map<Mutant, Map<String, byte[]>> compiled = Map.of();

    @BeforeAll
    static void compile() {
        try (MutantCompiler compiler = new MutantCompiler()) {
            compiled = compiler.compile(MUTANTS);
        }
    }

    @AfterAll
    static void print() {
        System.out.println("| mutant | kind | caught by | smallest |");
        System.out.println("| --- | --- | --- | --- |");
        ROWS.forEach(System.out::println);
    }

    @ParameterizedTest
    @FieldSource("MUTANTS")
    void isCaught(Mutant mutant) {
        MutantLoader loader = new MutantLoader(compiled.get(mutant));
        List<String> caught = loader.inside(GeneratedSearch.class).apply(PROGRAMS, SEEDS_OF_LAWS);
        assertThat(caught)
                .as("what caught the mutant '%s' (%s)", mutant, mutant.kind())
                .isNotEmpty();
        ROWS.add("| %s | %s | %s | %s |".formatted(mutant, mutant.kind(), caught.get(0), caught.get(1)));
    }
}
