package dev.clew.backtest.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --sort} and {@code --skip-bad-rows} accept. */
class SortedAndSkippedRowsTest {

    private static final String HEADER = "date,open,high,low,close,volume\n";

    @TempDir
    Path folder;

    private Instrument load(String content, DataOptions options) {
        return CsvFile.of(folder, "p.csv", content).load(options);
    }

    @Test
    void sortingBringsRowsIntoOrder() {
        Instrument instrument = load(
                HEADER + "2024-01-04,3,3,3,3,1\n2024-01-02,1,1,1,1,1\n2024-01-03,2,2,2,2,1\n",
                DataOptions.defaults().withSort(true));
        Session session = instrument.sessions().get(0);
        assertThat(session.close(0)).isEqualByComparingTo("1");
        assertThat(session.close(2)).isEqualByComparingTo("3");
    }

    @Test
    void sortingKeepsTradesOfOneSecondInTheOrderOfTheFile() {
        Instrument instrument = load(
                "timestamp,price,amount\n1700000400,9,1\n1700000000,5,1\n1700000000,7,1\n1700000000,6,1\n",
                DataOptions.defaults().withSort(true));
        Session session = instrument.sessions().get(0);
        assertThat(session.open(0)).isEqualByComparingTo("5");
        assertThat(session.close(0)).isEqualByComparingTo("6");
    }

    @Test
    void badRowsAreLeftOutAndCounted() {
        Instrument instrument = load(HEADER + """
                        2024-01-02,1,1,1,1,1
                        2024-01-03,x,1,1,1,1
                        2024-01-04,1,1,2,1,1
                        2024-01-05,1,1,1,1,-1
                        2024-01-06,1
                        2024-01-02,1,1,1,1,1
                        2024-01-01,1,1,1,1,1
                        2024-01-07,1,1,1,1,1
                        """, DataOptions.defaults().withSkipBadRows(true));
        assertThat(instrument.rows()).isEqualTo(8);
        assertThat(instrument.badRows()).isEqualTo(6);
        assertThat(instrument.bars()).isEqualTo(2);
        assertThat(instrument.badRowSamples()).hasSize(3).first().asString().contains("p.csv:3:");
    }

    @Test
    void aFileOfBadRowsOnlyIsRefused() {
        assertThat(CsvFile.of(folder, "p.csv", HEADER + "2024-01-03,x,1,1,1,1\n2024-01-04,x,1,1,1,1\n")
                        .refusal(DataOptions.defaults().withSkipBadRows(true)))
                .startsWith("p.csv: nothing is left to trade: 2 of 2 rows are bad, the first: p.csv:2:");
    }

    @Test
    void aMissingColumnIsNotABadRow() {
        assertThat(CsvFile.of(folder, "p.csv", "date,open\n2024-01-03,1\n")
                        .refusal(DataOptions.defaults().withSkipBadRows(true)))
                .contains("missing column");
    }
}
