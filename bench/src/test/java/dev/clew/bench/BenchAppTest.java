package dev.clew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
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
                .contains(
                        "--only",
                        "--list",
                        "--quick",
                        "--forks",
                        "--heap",
                        "--json",
                        "--html",
                        "--peers",
                        "--full",
                        "--compare",
                        "--from",
                        "--verbose",
                        "--resume",
                        "--minutes",
                        "Exit codes");
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
                .contains("'fob' is neither", "chain, backtester, factorials", "--list")
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

    @Test
    void anUnknownPeerIsNamedWithThoseThatThereAre() {
        assertThat(run("--only", "fib", "--peers", "clew,akka")).isEqualTo(2);
        assertThat(err.toString()).contains("'akka'", "clew, scalaz", "kotlin").doesNotContain("Exception");
    }

    @Test
    void peersThatCompeteNowhereAreRefused() {
        assertThat(run("--only", "fib/42", "--peers", "zio")).isEqualTo(2);
        assertThat(err.toString()).contains("--peers leaves nothing", "zio");
    }

    @Test
    void quickAndFullExcludeEachOther() {
        assertThat(run("--quick", "--full")).isEqualTo(2);
        assertThat(err.toString()).contains("exclude each other");
    }

    @Test
    void listWithQuickShowsTheMainCasesOnly() {
        assertThat(run("--list", "--quick")).isZero();
        assertThat(out.toString()).contains("fib/30 ", "queues/bounded-4").doesNotContain("fib/42", "load/latency");
    }

    @Test
    void aPageOfAFileNeedsTheFileAndThePage(@TempDir Path folder) throws IOException {
        assertThat(run("--from", "all.json")).isEqualTo(2);
        assertThat(err.toString()).contains("--html says where to");
        Path page = folder.resolve("page.html");
        assertThat(run("--from", folder.resolve("none.json").toString(), "--html", page.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("there is no");
        Path text = Files.writeString(folder.resolve("text.json"), "no JSON");
        assertThat(run("--from", text.toString(), "--html", page.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("text.json is none");
        assertThat(page).doesNotExist();
    }

    @Test
    void compareTakesTwoFilesThatExist(@TempDir Path folder) {
        assertThat(run("--compare", "only-one.json")).isEqualTo(2);
        assertThat(err.toString()).contains("--compare");
        assertThat(run(
                        "--compare",
                        folder.resolve("a").toString(),
                        folder.resolve("b").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("there is no");
    }

    @Test
    void anIterationThatCannotBeIsRefused() {
        assertThat(run("--only", "fib", "--millis", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--millis", "not 0");
    }

    @Test
    void aRunOfOtherSettingsIsNotGoneOnWith(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("all.json");
        Runs.of("fib/20").write(file);
        assertThat(run("--only", "fib/20", "--peers", "java", "--quick", "--resume", file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--resume adds figures", "settings", "name another file");
    }

    @Test
    void aRunIsGoneOnWithInItsOwnFile(@TempDir Path folder) {
        String file = folder.resolve("all.json").toString();
        assertThat(run("--only", "fib/20", "--resume", file, "--json", file)).isEqualTo(2);
        assertThat(err.toString()).contains("leave --json out");
    }

    @Test
    void aSittingThatCannotBeIsRefused() {
        assertThat(run("--only", "fib", "--minutes", "0")).isEqualTo(2);
        assertThat(err.toString()).contains("--minutes", "not 0");
    }
}
