package dev.clew.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.Task;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The README's example does what a reader would expect of it. */
class ReadmeExampleTest {
    @Test
    void fibonacciForksAtEveryCallAndIsRight() throws Exception {
        assertThat(ReadmeExample.fib(20).runSync()).isEqualTo(6765L);
    }

    @Test
    void greetingsComeInTheOrderOfTheNames() throws Exception {
        Task<List<String>> greetings = Task.parTraverse(List.of("Ada", "Alan"), ReadmeExample::greet);
        assertThat(greetings.runSync()).containsExactly("Hello Ada", "Hello Alan");
    }

    @Test
    void theProgramEnds() throws Exception {
        ReadmeExample.main(new String[0]);
    }
}
