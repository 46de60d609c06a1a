package dev.clew.backtest.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ta4j.core.Bar;

/** How trades become bars and bars become days. */
class TradeAggregationTest {

    private static final DataOptions UTC = DataOptions.defaults();

    @TempDir
    Path folder;

    /** Trades of amount 1 at {@code time price}. */
    private Instrument load(DataOptions options, String... trades) {
        var content = new StringBuilder("timestamp,price,amount\n");
        for (String trade : trades) {
            content.append(trade.replace(' ', ',')).append(",1\n");
        }
        return CsvFile.of(folder, "t.csv", content.toString()).load(options);
    }

    private static Bar bar(Instrument instrument, int session, int bar) {
        return instrument.sessions().get(session).series().getBar(bar);
    }

    @Test
    void aBarHasFirstHighestLowestLastAndSum() {
        Instrument instrument = load(
                UTC,
                "2024-01-02T10:00:00Z 5",
                "2024-01-02T10:00:00Z 8",
                "2024-01-02T10:03:00Z 4",
                "2024-01-02T10:04:59Z 6",
                "2024-01-02T10:05:00Z 7");
        Bar first = bar(instrument, 0, 0);
        assertThat(first.getOpenPrice().doubleValue()).isEqualTo(5);
        assertThat(first.getHighPrice().doubleValue()).isEqualTo(8);
        assertThat(first.getLowPrice().doubleValue()).isEqualTo(4);
        assertThat(first.getClosePrice().doubleValue()).isEqualTo(6);
        assertThat(first.getVolume().doubleValue()).isEqualTo(4);
        assertThat(first.getTrades()).isEqualTo(4);
        assertThat(bar(instrument, 0, 1).getOpenPrice().doubleValue()).isEqualTo(7);
    }

    @Test
    void aBarWithoutATradeIsNotMade() {
        Instrument instrument = load(UTC, "2024-01-02T10:00:00Z 5", "2024-01-02T12:07:00Z 6");
        assertThat(instrument.bars()).isEqualTo(2);
        assertThat(bar(instrument, 0, 1).getBeginTime()).isEqualTo(Instant.parse("2024-01-02T12:05:00Z"));
    }

    @Test
    void aDayEndsAtMidnightOfTheZone() {
        String[] trades = {"2024-01-02T23:59:59Z 5", "2024-01-03T00:00:00Z 6", "2024-01-03T05:30:00Z 7"};
        assertThat(load(UTC, trades).days()).containsExactly(LocalDate.of(2024, 1, 2), LocalDate.of(2024, 1, 3));
        Instrument newYork = load(UTC.withZone(ZoneId.of("America/New_York")), trades);
        assertThat(newYork.days()).containsExactly(LocalDate.of(2024, 1, 2), LocalDate.of(2024, 1, 3));
        assertThat(newYork.sessions().get(0).bars()).isEqualTo(2);
    }

    @Test
    void barsBeginWhereTheDayBegins() {
        Instrument instrument = load(
                UTC.withZone(ZoneId.of("Asia/Kolkata")).withBar(Duration.ofHours(1)),
                "2024-01-01T18:31:00Z 5",
                "2024-01-01T19:29:59Z 6",
                "2024-01-01T19:30:00Z 7");
        assertThat(bar(instrument, 0, 0).getBeginTime()).isEqualTo(Instant.parse("2024-01-01T18:30:00Z"));
        assertThat(bar(instrument, 0, 0).getClosePrice().doubleValue()).isEqualTo(6);
    }

    @Test
    void aBarThatDoesNotDivideTheDayBeginsAnewAtMidnight() {
        Instrument instrument =
                load(UTC.withBar(Duration.ofHours(7)), "2024-01-02T22:00:00Z 5", "2024-01-03T00:30:00Z 6");
        assertThat(bar(instrument, 0, 0).getBeginTime()).isEqualTo(Instant.parse("2024-01-02T21:00:00Z"));
        assertThat(bar(instrument, 1, 0).getBeginTime()).isEqualTo(Instant.parse("2024-01-03T00:00:00Z"));
    }

    @Test
    void daysOf23And25Hours() {
        var berlin = UTC.withZone(ZoneId.of("Europe/Berlin")).withBar(Duration.ofHours(1));
        Instrument spring = load(berlin, "2024-03-30T23:00:00Z 1", "2024-03-31T21:59:59Z 2", "2024-03-31T22:00:00Z 3");
        assertThat(spring.days()).containsExactly(LocalDate.of(2024, 3, 31), LocalDate.of(2024, 4, 1));
        assertThat(spring.sessions().get(0).bars()).isEqualTo(2);
        Instrument autumn = load(berlin, "2024-10-26T22:00:00Z 1", "2024-10-27T22:59:59Z 2", "2024-10-27T23:00:00Z 3");
        assertThat(autumn.days()).containsExactly(LocalDate.of(2024, 10, 27), LocalDate.of(2024, 10, 28));
        assertThat(autumn.sessions().get(0).bars()).isEqualTo(2);
    }

    @Test
    void barsOfADayFollowTheLengthOfTheDay() {
        Instrument instrument = load(
                UTC.withZone(ZoneId.of("Europe/Berlin")).withBar(Duration.ofDays(1)),
                "2024-03-30T12:00:00Z 1",
                "2024-03-31T12:00:00Z 2",
                "2024-04-01T12:00:00Z 3");
        assertThat(instrument.daily()).isTrue();
        assertThat(instrument.wholeSeries()).isTrue();
        assertThat(instrument.sessions()).hasSize(1);
        assertThat(bar(instrument, 0, 1).getTimePeriod()).isEqualTo(Duration.ofHours(23));
    }

    @Test
    void overnightMakesOneSessionThatKnowsItsDays() {
        Instrument instrument = load(
                UTC.withOvernight(true), "2024-01-02T10:00:00Z 5", "2024-01-02T10:05:00Z 6", "2024-01-05T10:00:00Z 7");
        assertThat(instrument.sessions()).hasSize(1);
        Session session = instrument.sessions().get(0);
        assertThat(session.days()).containsExactly(LocalDate.of(2024, 1, 2), LocalDate.of(2024, 1, 5));
        assertThat(session.dayOf(1)).isZero();
        assertThat(session.dayOf(2)).isEqualTo(1);
        assertThat(session.dayEnd(0)).isEqualTo(1);
        assertThat(session.dayBegin(1)).isEqualTo(2);
    }
}
