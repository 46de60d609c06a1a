package dev.clew.backtest.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The data that comes along is read whole. */
class BundledDataTest {

    @Test
    void aWeekOfTradesAndAYearOfDailyBars() {
        List<Instrument> both = new DataLoader(DataOptions.defaults()).loadDefault();
        Instrument trades = both.get(0);
        assertThat(trades.rows()).isEqualTo(100_000);
        assertThat(trades.sessions()).hasSize(7);
        assertThat(trades.days().get(0)).isEqualTo(LocalDate.of(2013, 11, 25));
        assertThat(trades.wholeSeries()).isFalse();
        assertThat(trades.sessions().get(0).open(0)).isEqualByComparingTo("800.01");
        Instrument daily = both.get(1);
        assertThat(daily.bars()).isEqualTo(252);
        assertThat(daily.wholeSeries()).isTrue();
        assertThat(daily.sessions()).hasSize(1);
    }

    @Test
    void barsFromJson() {
        Instrument ether = new DataLoader(DataOptions.defaults())
                .load(List.of("bundled:eth"))
                .get(0);
        assertThat(ether.bars()).isEqualTo(580);
        assertThat(ether.sessions().get(0).series().getBar(0).getBeginTime())
                .isEqualTo(Instant.parse("2023-03-13T18:00:00Z"));
        assertThat(ether.days()).hasSize(3);
    }

    @Test
    void theZoneMovesTheDays() {
        Instrument trades = new DataLoader(DataOptions.defaults().withZone(ZoneId.of("Asia/Tokyo")))
                .load(List.of("bundled:btc"))
                .get(0);
        assertThat(trades.sessions()).hasSizeGreaterThan(7);
        assertThat(trades.sessions().stream().mapToInt(Session::bars).sum()).isEqualTo(trades.bars());
    }
}
