package dev.clew.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.backtest.data.CsvFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exit codes, messages, and what stands on which stream. */
@Timeout(120)
class BacktestAppTest {

    @TempDir
    Path folder;

    @Test
    void withoutArgumentsItSweepsTheBundledData() {
        AppRun run = AppRun.of();
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("BTC/USD: 100,000 trades as 1,917 5-minute bars, 7 days, 2013-11-25 to 2013-12-01 (UTC)")
                .contains("each day on its own, positions are closed at its end")
                .contains("AAPL: 252 daily bars")
                .contains("traded over the whole series, positions are held overnight")
                .contains("682 configurations, 2,968 evaluations")
                .contains("win rate  max drawdown  Sharpe")
                .contains("Sharpe: yearly, from the return of each trading day")
                .contains("Execution adaptive on ")
                .containsPattern("branches, of these [\\d,]+ run inline, [\\d,]+ stolen, [\\d,]+ made fibers");
        assertThat(run.out().lines().filter(line -> line.matches(" *\\d+  (BTC/USD|AAPL) .*")))
                .hasSize(11);
    }

    @Test
    void helpTellsEverythingAndEndsWell() {
        AppRun run = AppRun.of("--help");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .startsWith("Usage: clew backtest")
                .contains("--data", "--zone", "--bar", "--sort", "--skip-bad-rows", "--overnight", "--strategy")
                .contains("--param", "--fee", "--bootstrap", "--seed", "--execution", "--workers", "--out", "--json")
                .contains("--simulate", "--months", "--decision-delay", "Examples:", "Exit codes:");
        assertThat(run.out().lines().allMatch(line -> line.length() <= 100)).isTrue();
    }

    @Test
    void strategiesAreListedWithTheirParameters() {
        AppRun run = AppRun.of("--list-strategies");
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("sma\n", "rsi2\n", "bollinger\n", "orb\n", "fast", "built-in range 5..50:5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--no-such-option",
                "--strategy macd",
                "--param speed=5",
                "--strategy sma --param fast=60 --param slow=20",
                "--strategy sma --param fast=2.5",
                "--strategy sma --param fast=x",
                "--execution parallel",
                "--execution batched:0",
                "--workers 0",
                "--workers two",
                "--zone Mars",
                "--bar 5",
                "--bar 2d",
                "--bar 500ms",
                "--bar-time middle",
                "--separator ab",
                "--time-format QQQQQQ",
                "--fee -1",
                "--fee much",
                "--top 0",
                "--bootstrap 0",
                "--seed 5",
                "--confidence 50",
                "--bootstrap 10 --confidence 100",
                "--months 12",
                "--decision-delay 1ms",
                "--simulate --months 0",
                "--simulate --decision-delay 1",
                "--simulate --data x.csv",
                "--simulate --out x.html",
                "--data bundled:aapl --strategy orb",
                "--progress sometimes"
            })
    void aCommandLineThatMakesNoSenseEndsWith2(String commandLine) {
        AppRun run = AppRun.of(commandLine.split(" "));
        assertThat(run.code()).as(run.err()).isEqualTo(2);
        assertThat(run.err()).startsWith("clew backtest: ").endsWith("See clew backtest --help.\n");
        assertThat(run.err()).doesNotContain("\tat ");
    }

    @Test
    void badDataEndsWith1AndOneMessage() {
        String file = CsvFile.of(folder, "p.csv", "date,open,high,low,close\n2024-01-02,1,x,1,1\n")
                .path()
                .toString();
        AppRun run = AppRun.of("--data", file);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("clew backtest: " + file + ":2: column \"high\", value \"x\": not a number;"
                        + " write it with a decimal point and no grouping, like 1234.56\n");
        assertThat(AppRun.of("--data", folder.toString()).code()).isEqualTo(1);
        assertThat(AppRun.of("--data", folder + "/none.csv").err()).endsWith("none.csv: no such file\n");
    }

    @Test
    void aResultThatCannotBeWrittenIsFoundOutBeforehand() {
        AppRun run = AppRun.of("--json", folder + "/none/result.json");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("there is no folder " + folder + "/none; make it first");
        assertThat(run.out()).isEmpty();
        assertThat(AppRun.of("--out", folder.toString()).err()).contains("a directory, where a file is needed");
    }

    @Test
    void badRowsLeftOutAreReported() {
        String file = CsvFile.of(folder, "p.csv", """
                        time,open,high,low,close
                        2024-01-02 10:00,1,1,1,1
                        2024-01-02 10:05,1,x,1,1
                        2024-01-02 10:10,1,1,1,1
                        """).path().toString();
        AppRun run = AppRun.of(
                "--data", file, "--skip-bad-rows", "--strategy", "sma", "--param", "fast=1", "--param", "slow=2");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("1 bad row of 3 left out, such as:").contains("p.csv:2".replace("2", "3"));
    }

    @Test
    void theTableIsTheSameInEveryExecution() {
        String[] fixed = {"--strategy", "sma,orb", "--bootstrap", "200", "--seed", "7"};
        String expected = table(AppRun.of(with(fixed, "--execution", "sequential")));
        assertThat(expected).contains("resamples with a loss");
        for (String mode : new String[] {"gathered", "forked", "batched:30", "adaptive"}) {
            for (String workers : new String[] {"1", "3"}) {
                assertThat(table(AppRun.of(with(fixed, "--execution", mode, "--workers", workers))))
                        .as(mode + " on " + workers)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void progressIsShownOnlyWhereAskedForOrOnATerminal() {
        assertThat(AppRun.of("--simulate", "--months", "1").err()).isEmpty();
        assertThat(AppRun.of("--simulate", "--months", "1", "--progress", "always")
                        .err())
                .contains("simulate", "30/30", "days/s");
    }

    @Test
    void aSimulationReports() throws IOException {
        Path json = folder.resolve("s.json");
        AppRun run = AppRun.of("--simulate", "--months", "1", "--execution", "batched:30", "--json", json.toString());
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("PnL 300", "Execution batched:30", "1 fork;", "Wrote " + json);
        assertThat(Files.readString(json)).contains("\"pnl\" : 300");
    }

    private static String[] with(String[] fixed, String... more) {
        String[] all = java.util.Arrays.copyOf(fixed, fixed.length + more.length);
        System.arraycopy(more, 0, all, fixed.length, more.length);
        return all;
    }

    /** The output without the last lines, which tell times and counts. */
    private static String table(AppRun run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().substring(0, run.out().indexOf("\nExecution "));
    }
}
