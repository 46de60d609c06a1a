package dev.clew.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A thief that stops between what it reads and the compare-and-set that takes it harms nobody, inside a whole pool. */
class StalledThiefTest {
    private static final String STOP = "((Runnable) System.getProperties().getOrDefault(\"" + StalledThief.HOOK
            + "\", (Runnable) () -> {})).run();\n";

    private static final Mutant RING = new Mutant(
            "a thief stops at a ring",
            "it has copied jobs and not taken them",
            "internal/queue/Ring.java",
            "            copy(h, k, target);\n",
            "            copy(h, k, target);\n" + STOP);

    private static final Mutant DEQUE = new Mutant(
            "a thief stops at a deque of branches",
            "it has found a branch and not taken it",
            "internal/queue/BranchDeque.java",
            "                Runnable job = entry.steal();\n",
            STOP + "                Runnable job = entry.steal();\n");

    private static Map<Mutant, Map<String, byte[]>> compiled = Map.of();

    static Stream<Arguments> thieves() {
        return Stream.of(RING, DEQUE).flatMap(thief -> Stream.of(Arguments.of(thief, 0), Arguments.of(thief, 1)));
    }

    @BeforeAll
    static void compile() {
        try (MutantCompiler compiler = new MutantCompiler()) {
            compiled = compiler.compile(List.of(RING, DEQUE));
        }
    }

    @AfterAll
    static void forget() {
        compiled = Map.of();
    }

    @ParameterizedTest(name = "{0}, closing {1}")
    @MethodSource("thieves")
    void everythingElseGoesOn(Mutant thief, int closing) {
        MutantLoader loader = new MutantLoader(compiled.get(thief));
        assertThat(loader.inside(StalledThief.class).apply(closing, 0))
                .as("what went wrong while a thief was stopped")
                .isEmpty();
    }
}
