package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool on one processor, on more of them than there are, and with far more workers than processors. */
class ProcessorsTest {
    private static void runs(List<String> options, int workers, String... arguments) throws Exception {
        try (ChildJvm child = ChildJvm.start(ProcessorsProgram.class, options, arguments)) {
            assertThat(child.exitCode()).as(child.toString()).isZero();
            assertThat(child.out().lines()).containsExactly("workers " + workers, "left 0", "all is well");
            assertThat(child.err()).doesNotContain("Exception", "Error");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void onSoManyProcessorsThereAreSoManyWorkers(int processors) throws Exception {
        runs(List.of("-XX:ActiveProcessorCount=" + processors), processors);
    }

    @Test
    void aWorkerAloneOnManyProcessors() throws Exception {
        runs(List.of("-XX:ActiveProcessorCount=8"), 1, "1");
    }

    @Test
    void manyWorkersOnFewProcessors() throws Exception {
        runs(List.of(), 256, "256");
    }
}
