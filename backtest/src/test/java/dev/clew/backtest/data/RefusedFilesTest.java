package dev.clew.backtest.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that breaks a rule is refused in one message with file, line, column, value and rule. */
class RefusedFilesTest {

    private static final String HEADER = "date,open,high,low,close,volume\n";
    private static final String GOOD = "2024-01-02,10,12,9,11,100\n";

    @TempDir
    Path folder;

    private String refusal(String content) {
        return CsvFile.of(folder, "p.csv", content).refusal();
    }

    @Test
    void aValueThatIsNoNumber() {
        assertThat(refusal(HEADER + GOOD + "2024-01-03,10,abc,9,11,100\n"))
                .isEqualTo("p.csv:3: column \"high\", value \"abc\": not a number; write it with a decimal point and no"
                        + " grouping, like 1234.56");
    }

    @Test
    void aNumberWithGrouping() {
        assertThat(refusal(HEADER + "2024-01-03,\"1,000.5\",1200,900,1000,5\n"))
                .startsWith("p.csv:2: column \"open\", value \"1,000.5\": not a number");
    }

    @Test
    void notANumberAndInfinity() {
        assertThat(refusal(HEADER + "2024-01-03,NaN,1,1,1,1\n")).contains("value \"NaN\": not a number");
        assertThat(refusal(HEADER + "2024-01-03,1,Infinity,1,1,1\n")).contains("value \"Infinity\": not a number");
    }

    @Test
    void aMissingNumber() {
        assertThat(refusal(HEADER + "2024-01-03,10,12,9,,100\n"))
                .isEqualTo("p.csv:2: column \"close\", value \"\": a number is missing");
    }

    @Test
    void aNumberOfAbsurdSize() {
        assertThat(refusal(HEADER + "2024-01-03,10,1e999999999,9,10,100\n"))
                .contains("high")
                .contains("out of range");
        assertThat(refusal(HEADER + "2024-01-03,10,12,9,10,1e-999999999\n"))
                .contains("volume")
                .contains("out of range");
    }

    @Test
    void highBelowLow() {
        assertThat(refusal(HEADER + "2024-01-03,10,8,9,10,100\n"))
                .isEqualTo("p.csv:2: column \"high\", value \"8\": high must not be less than low (9)");
    }

    @Test
    void openOrCloseOutsideTheRange() {
        assertThat(refusal(HEADER + "2024-01-03,13,12,9,11,100\n"))
                .isEqualTo("p.csv:2: column \"open\", value \"13\": open must lie between low (9) and high (12)");
        assertThat(refusal(HEADER + "2024-01-03,10,12,9,8.5,100\n"))
                .isEqualTo("p.csv:2: column \"close\", value \"8.5\": close must lie between low (9) and high (12)");
    }

    @Test
    void negativeVolume() {
        assertThat(refusal(HEADER + "2024-01-03,10,12,9,11,-1\n"))
                .startsWith("p.csv:2: column \"volume\", value \"-1\": must not be negative");
        assertThat(refusal("timestamp,price,amount\n1700000000,5,-2\n"))
                .startsWith("p.csv:2: column \"amount\", value \"-2\": must not be negative");
    }

    @Test
    void aPriceThatIsNotPositive() {
        assertThat(refusal(HEADER + "2024-01-03,0,12,0,11,1\n"))
                .isEqualTo("p.csv:2: column \"open\", value \"0\": a price must be greater than 0");
    }

    @Test
    void aMissingColumnInTheHeader() {
        assertThat(refusal("date,open,high,low,volume\n2024-01-03,10,12,9,100\n"))
                .startsWith("p.csv:1: missing column \"close\"; the header names date, open, high, low, volume");
        assertThat(refusal("open,high,low,close\n10,12,9,10\n")).startsWith("p.csv:1: missing column \"date, time or");
        assertThat(refusal("timestamp,price\n1700000000,5\n")).startsWith("p.csv:1: missing column \"amount\"");
    }

    @Test
    void aMissingColumnInARow() {
        assertThat(refusal(HEADER + GOOD + "2024-01-03,10,12,9\n"))
                .isEqualTo("p.csv:3: missing column \"close\": the row has 4 fields, value \"2024-01-03,10,12,9\"");
    }

    @Test
    void columnsWithoutAHeaderThatCannotBeTold() {
        assertThat(refusal("2024-01-03,10,12,9,11,100,7\n"))
                .startsWith("p.csv:1: a file without a header has 3 columns (timestamp, price, amount), or 5 or 6");
    }

    @Test
    void rowsOutOfOrder() {
        assertThat(refusal(HEADER + "2024-01-03,10,12,9,11,100\n" + GOOD))
                .isEqualTo("p.csv:3: column \"time\", value \"2024-01-02\": rows must be in the order of time, but the"
                        + " row before is of 2024-01-03; sort the file, or give --sort");
    }

    @Test
    void twoBarsOfOneTime() {
        assertThat(refusal(HEADER + GOOD + GOOD))
                .isEqualTo("p.csv:3: column \"time\", value \"2024-01-02\": two bars of one time; remove one of them");
    }

    @Test
    void twoBarsOfOneTimeAlsoWhenSorted() {
        assertThat(CsvFile.of(folder, "p.csv", HEADER + GOOD + "2024-01-01,10,12,9,11,1\n" + GOOD)
                        .refusal(DataOptions.defaults().withSort(true)))
                .startsWith("p.csv:4:")
                .contains("two bars of one time");
    }

    @Test
    void aTimeThatIsNone() {
        assertThat(refusal(HEADER + GOOD + "yesterday,10,12,9,11,100\n"))
                .startsWith("p.csv:3: column \"date\", value \"yesterday\": not a time; give a date");
        assertThat(refusal(HEADER + GOOD + "2024-02-30,10,12,9,11,100\n"))
                .contains("2024-02-30")
                .contains("not a time");
        assertThat(refusal(HEADER + GOOD + "12345,10,12,9,11,100\n")).contains("an epoch time has 9 to 11 digits");
    }

    @Test
    void aTimeThatTheClocksSkipped() {
        String content = "time,open,high,low,close\n2024-03-31 01:30,1,1,1,1\n2024-03-31 02:30,1,1,1,1\n";
        assertThat(CsvFile.of(folder, "p.csv", content)
                        .refusal(DataOptions.defaults().withZone(ZoneId.of("Europe/Berlin"))))
                .startsWith(
                        "p.csv:3: column \"time\", value \"2024-03-31 02:30\": the clocks of Europe/Berlin skipped");
    }

    @Test
    void anEmptyFile() {
        assertThat(refusal("")).isEqualTo("p.csv: the file is empty; it must hold at least two bars");
        assertThat(refusal("\n\n")).startsWith("p.csv: the file is empty");
        assertThat(refusal(HEADER)).startsWith("p.csv: the file has a header and nothing else");
        assertThat(CsvFile.of(folder, "p.json", "").refusal()).startsWith("p.json: the file is empty");
    }

    @Test
    void aSingleBar() {
        assertThat(refusal(HEADER + GOOD)).contains("a backtest needs at least two");
        assertThat(refusal("timestamp,price,amount\n1700000000,5,1\n1700000001,5,1\n"))
                .contains("yields 1 bars; a backtest needs at least two");
    }

    @Test
    void aDirectoryAndAMissingFile() {
        var loader = new DataLoader(DataOptions.defaults());
        assertThatThrownBy(() -> loader.load(List.of(folder.toString())))
                .isInstanceOf(DataProblem.class)
                .hasMessageContaining(folder + ": a directory, where a file of prices is needed");
        assertThatThrownBy(() -> loader.load(List.of(folder + "/none.csv")))
                .isInstanceOf(DataProblem.class)
                .hasMessage(folder + "/none.csv: no such file");
        assertThatThrownBy(() -> loader.load(List.of("bundled:gold")))
                .isInstanceOf(DataProblem.class)
                .hasMessageContaining("there is bundled:btc, bundled:aapl and bundled:eth");
    }

    @Test
    void gzipInNameOnlyAndCutShort() throws IOException {
        assertThat(CsvFile.of(folder, "p.csv.gz", HEADER + GOOD).refusal())
                .startsWith("p.csv.gz: named .gz, but not in gzip format");
        CsvFile whole = CsvFile.zipped(folder, "whole.csv.gz", HEADER + GOOD.repeat(500));
        byte[] bytes = Files.readAllBytes(whole.path());
        Files.write(whole.path(), java.util.Arrays.copyOf(bytes, bytes.length / 2));
        assertThat(whole.refusal(DataOptions.defaults().withSkipBadRows(true)))
                .startsWith("whole.csv.gz: cannot be read:");
    }

    @Test
    void controlCharactersAreNotPrinted() {
        assertThat(refusal(HEADER + "2024-01-03,1\u001b[31m,1,1,1,1\n")).contains("value \"1\\u001b[31m\"");
    }

    @Test
    void brokenJson() {
        assertThat(CsvFile.of(folder, "p.json", "{\"ohlc\": [ {\"endTime\": 1 ").refusal())
                .startsWith("p.json:1: not well-formed JSON");
        assertThat(CsvFile.of(folder, "p.json", "{\"bars\": []}").refusal())
                .isEqualTo("p.json: a JSON file of bars has an array \"ohlc\", and this one has none");
        assertThat(CsvFile.of(folder, "p.json", "{\"ohlc\": [\n{\"endTime\": 1678730699999}]}")
                        .refusal())
                .startsWith("p.json:2: missing column \"openPrice\"");
    }
}
