package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchAppTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return BenchApp.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void helpSaysHowToCallItAndNamesEveryOption() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: clew bench")
                .contains("--only", "--list", "--quick", "--forks", "--heap", "--json", "--verbose", "Exit codes");
    }

    @Test
    void anUnknownOptionIsNamedAndEndsWithTheUsageCode() {
        assertThat(run("--no-such-option")).isEqualTo(2);
        assertThat(err.toString()).contains("--no-such-option", "--help");
    }

    @Test
    void listShowsEveryScenarioAndCaseAndMeasuresNothing() {
        assertThat(run("--list")).isZero();
        for (Scenario scenario : Scenarios.ALL) {
            assertThat(out.toString()).contains(scenario.name() + " ");
            for (Case work : scenario.cases()) {
                assertThat(out.toString()).contains(work.id() + " ", work.title());
            }
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void listShowsWhatOnlyPicks() {
        assertThat(run("--list", "--only", "backtester,fib/20")).isZero();
        assertThat(out.toString()).contains("backtester/720", "fib/20 ").doesNotContain("fib/30", "chain");
    }

    @Test
    void anUnknownScenarioIsNamedWithThoseThatThereAre() {
        assertThat(run("--only", "fib,fob")).isEqualTo(2);
        assertThat(err.toString())
                .contains("'fob' is neither", "fib, chain, factorials, backtester", "--list")
                .doesNotContain("Exception");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void aNumberOfForksThatCannotBeIsRefused() {
        assertThat(run("--only", "fib", "--forks", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--forks", "between 1 and", "not 0");
    }

    @Test
    void aHeapThatIsNoSizeIsRefused() {
        assertThat(run("--only", "fib", "--heap", "much")).isEqualTo(2);
        assertThat(err.toString()).contains("--heap", "'much'", "2g");
    }

    @Test
    void aHeapThatDoesNotFitIsRefusedBeforeAnythingIsMeasured() {
        assertThat(run("--only", "fib", "--heap", "999999g")).isEqualTo(2);
        assertThat(err.toString()).contains("--heap", "must fit", "999999g");
    }

    @Test
    void aFileThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured(@TempDir Path folder) {
        assertThat(run("--only", "fib", "--json", folder.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("--json", "is a folder");
        Path nowhere = folder.resolve("missing").resolve("out.json");
        assertThat(run("--only", "fib", "--json", nowhere.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("missing", "make that folder");
    }
}
