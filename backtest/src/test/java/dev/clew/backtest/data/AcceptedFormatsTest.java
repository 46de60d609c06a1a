package dev.clew.backtest.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The forms in which prices may come. */
class AcceptedFormatsTest {

    @TempDir
    Path folder;

    private CsvFile file(String content) {
        return CsvFile.of(folder, "p.csv", content);
    }

    private static Instant begin(Instrument instrument, int bar) {
        return instrument.sessions().get(0).series().getBar(bar).getBeginTime();
    }

    @ParameterizedTest
    @CsvSource({
        "2024-01-02T09:30:00Z, 2024-01-02T09:35:00Z",
        "2024-01-02 09:30, 2024-01-02 09:35",
        "2024-01-02 09:30:00.000, 2024-01-02 09:35:00.000",
        "2024/01/02 09:30:00, 2024/01/02 09:35:00",
        "2024-01-02T10:30:00+01:00, 2024-01-02T10:35:00+01:00",
        "2024-01-02T10:30+0100, 2024-01-02T10:35+0100",
        "1704187800, 1704188100",
        "1704187800.000, 1704188100.000",
        "1704187800000, 1704188100000",
        "1704187800000000, 1704188100000000",
        "1704187800000000000, 1704188100000000000"
    })
    void timesOfEveryForm(String first, String second) {
        Instrument instrument = file("time,open,high,low,close,volume\n" + first + ",1,1,1,1,1\n" + second
                        + ",1,1,1,1,1\n")
                .load();
        assertThat(begin(instrument, 0)).isEqualTo(Instant.parse("2024-01-02T09:30:00Z"));
        assertThat(begin(instrument, 1)).isEqualTo(Instant.parse("2024-01-02T09:35:00Z"));
        assertThat(instrument.period()).isEqualTo(Duration.ofMinutes(5));
        assertThat(instrument.wholeSeries()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"2024-01-02, 2024-01-03", "2024/01/02, 2024/01/03", "20240102, 20240103"})
    void datesMakeDailyBars(String first, String second) {
        Instrument instrument = file("date,open,high,low,close\n" + first + ",1,1,1,1\n" + second + ",1,1,1,1\n")
                .load();
        assertThat(instrument.daily()).isTrue();
        assertThat(instrument.wholeSeries()).isTrue();
        assertThat(instrument.days()).containsExactly(LocalDate.of(2024, 1, 2), LocalDate.of(2024, 1, 3));
    }

    @Test
    void columnsInAnyOrderAndUnderAnyCase() {
        Instrument instrument = file("""
                        Volume,Close,Adj Close,Low,High,Open,Date
                        7,11,10.9,9,12,10,2024-01-02
                        7,12,11.9,9,12,10.5,2024-01-03
                        """).load();
        Session session = instrument.sessions().get(0);
        assertThat(session.open(1)).isEqualByComparingTo("10.5");
        assertThat(session.close(1)).isEqualByComparingTo("12");
        assertThat(session.series().getBar(0).getVolume().doubleValue()).isEqualTo(7);
    }

    @Test
    void positionalBarsAndTrades() {
        assertThat(file("2024-01-02,10,12,9,11,100\n2024-01-03,10,12,9,11,100\n")
                        .load()
                        .bars())
                .isEqualTo(2);
        assertThat(file("2024-01-02,10,12,9,11\n2024-01-03,10,12,9,11\n").load().bars())
                .isEqualTo(2);
        Instrument trades = file("1704187800,10,1\n1704188100,11,1").load();
        assertThat(trades.fromTrades()).isTrue();
        assertThat(trades.bars()).isEqualTo(2);
    }

    @Test
    void dateAndTimeInTwoColumns() {
        Instrument instrument = file("""
                        date,time,open,high,low,close
                        2024-01-02,09:30,1,1,1,1
                        2024-01-02,09:31,1,1,1,1
                        """).load();
        assertThat(begin(instrument, 1)).isEqualTo(Instant.parse("2024-01-02T09:31:00Z"));
    }

    @ParameterizedTest
    @CsvSource({"';'", "'\t'", "'|'"})
    void otherSeparatorsAreFound(String separator) {
        String content = "date,open,high,low,close\n2024-01-02,1,1,1,1\n2024-01-03,1,1,1,1\n";
        assertThat(file(content.replace(",", separator)).load().bars()).isEqualTo(2);
    }

    @Test
    void byteOrderMarkLineEndsQuotesAndBlankLines() {
        assertThat(file("\uFEFFdate,open,high,low,close\r\n\"2024-01-02\",1,1,1,1\r\n\r\n2024-01-03, 1 ,1,1,1")
                        .load()
                        .bars())
                .isEqualTo(2);
    }

    @Test
    void gzip() {
        CsvFile zipped = CsvFile.zipped(
                folder, "prices.csv.gz", "date,open,high,low,close\n2024-01-02,1,1,1,1\n2024-01-03,1,1,1,1\n");
        assertThat(zipped.load().name()).isEqualTo("prices");
        assertThat(zipped.load().bars()).isEqualTo(2);
    }

    @Test
    void aFormatOfItsOwn() {
        var options = DataOptions.defaults()
                .withTimeFormat(DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm", Locale.ENGLISH))
                .withZone(ZoneId.of("America/New_York"));
        Instrument instrument = file("time,open,high,low,close\n01/02/2024 09:30,1,1,1,1\n01/02/2024 09:31,1,1,1,1\n")
                .load(options);
        assertThat(begin(instrument, 0)).isEqualTo(Instant.parse("2024-01-02T14:30:00Z"));
    }

    @Test
    void barsStampedAtTheirEnd() {
        Instrument instrument = file("time,open,high,low,close\n2024-01-02 23:55,1,1,1,1\n2024-01-03 00:00,1,1,1,1\n")
                .load(DataOptions.defaults().withBarStampedAtEnd(true));
        assertThat(begin(instrument, 1)).isEqualTo(Instant.parse("2024-01-02T23:55:00Z"));
        assertThat(instrument.days()).containsExactly(LocalDate.of(2024, 1, 2));
    }

    @Test
    void nightsDoNotMakeBarsLonger() {
        Instrument instrument = file("""
                        time,open,high,low,close
                        2024-01-02 10:00,1,1,1,1
                        2024-01-02 11:00,1,1,1,1
                        2024-01-03 10:00,1,1,1,1
                        2024-01-03 11:00,1,1,1,1
                        2024-01-03 12:00,1,1,1,1
                        """).load();
        assertThat(instrument.period()).isEqualTo(Duration.ofHours(1));
        assertThat(instrument.sessions()).hasSize(2);
        assertThat(instrument.sessions().get(1).bars()).isEqualTo(3);
    }

    @Test
    void anHourThatComesTwiceIsReadInOrder() {
        var options = DataOptions.defaults().withZone(ZoneId.of("Europe/Berlin"));
        Instrument instrument = file("""
                        time,open,high,low,close
                        2024-10-27 01:30,1,1,1,1
                        2024-10-27 02:00,1,1,1,1
                        2024-10-27 02:30,1,1,1,1
                        2024-10-27 02:00,1,1,1,1
                        2024-10-27 02:30,1,1,1,1
                        2024-10-27 03:00,1,1,1,1
                        """).load(options);
        assertThat(begin(instrument, 3)).isEqualTo(Instant.parse("2024-10-27T01:00:00Z"));
        assertThat(begin(instrument, 5)).isEqualTo(Instant.parse("2024-10-27T02:00:00Z"));
    }

    @Test
    void pricesStayExact() {
        Session session = file("time,price,amount\n1704187800,800.010000000000,1\n1704188100,0.1,1\n")
                .load()
                .sessions()
                .get(0);
        assertThat(session.open(0)).isEqualTo(new BigDecimal("800.01"));
        assertThat(session.close(1)).isEqualTo(new BigDecimal("0.1"));
    }

    @Test
    void filesOfOneNameAreToldApart(@TempDir Path other) {
        String content = "date,open,high,low,close\n2024-01-02,1,1,1,1\n2024-01-03,1,1,1,1\n";
        List<String> paths = List.of(
                file(content).path().toString(),
                CsvFile.of(other, "p.csv", content).path().toString());
        assertThat(new DataLoader(DataOptions.defaults()).load(paths))
                .extracting(Instrument::name)
                .containsExactly("p", "p (2)");
    }
}
