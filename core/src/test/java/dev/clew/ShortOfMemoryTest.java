package dev.clew;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A program that really runs out of memory ends with a report, and one that runs out of stack goes on. In the deep lane, since
 * what is left of memory when somebody is to be told is not in the runtime's hands.
 */
@Tag("deep")
class ShortOfMemoryTest {
    @Test
    void everybodyIsToldAndNothingHangs() throws Exception {
        try (ChildJvm child = ChildJvm.start(ShortOfMemoryProgram.class, List.of("-Xmx32m"))) {
            assertThat(child.exitCode()).as(child.toString()).isEqualTo(3);
            assertThat(child.out()).isEqualTo("""
                    step: true, true
                    blocking code: true, true
                    finalizer: true, true
                    branches: true, true
                    overflows: 6
                    """);
            assertThat(child.err()).contains("The program failed: java.lang.OutOfMemoryError");
        }
    }
}
