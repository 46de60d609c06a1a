package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever is thrown, wherever user code can throw it: fatal errors end all, the others end what threw. Nothing hangs. */
class ErrorMatrixTest {
    private static final int PLACES = 26;

    private static void matrix(int tried, String... errors) throws Exception {
        try (ChildJvm child = ChildJvm.start(ErrorMatrixProgram.class, List.of(), errors)) {
            assertThat(child.exitCode()).as(child.toString()).isZero();
            assertThat(child.out()).isEqualTo("tried: " + tried + "\n");
        }
    }

    @Test
    void oneOfEachKindInEveryPlace() throws Exception {
        matrix(2 * PLACES, "internal error", "stack overflow");
    }

    @Test
    @Tag("deep")
    void everyErrorInEveryPlace() throws Exception {
        matrix(8 * PLACES);
    }
}
