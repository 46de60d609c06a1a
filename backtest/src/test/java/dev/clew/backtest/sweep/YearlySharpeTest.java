package dev.clew.backtest.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.clew.backtest.model.PnL;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.ta4j.core.BarSeries;
import org.ta4j.core.BaseBarSeriesBuilder;
import org.ta4j.core.num.DoubleNumFactory;

/** When there is a yearly Sharpe ratio, and what it is. */
class YearlySharpeTest {

    /** Daily bars that open at 100. */
    private static OptionalDouble sharpe(String... profits) {
        BarSeries series = new BaseBarSeriesBuilder()
                .withNumFactory(DoubleNumFactory.getInstance())
                .build();
        for (int day = 0; day < profits.length; day++) {
            series.barBuilder()
                    .timePeriod(Duration.ofDays(1))
                    .endTime(Instant.parse("2024-01-02T00:00:00Z").plus(Duration.ofDays(day)))
                    .openPrice(100)
                    .highPrice(100)
                    .lowPrice(100)
                    .closePrice(100)
                    .volume(1)
                    .add();
        }
        List<PnL> daily = Arrays.stream(profits)
                .map(profit -> new PnL(new BigDecimal(profit)))
                .toList();
        return YearlySharpe.of(
                series, IntStream.range(0, profits.length).boxed().toList(), daily);
    }

    @Test
    void isTheMeanOverTheDeviationMadeYearlyByTheTimeBetweenDays() {
        // Returns of 1 %, 3 %, 1 %, 3 %, 2 %: mean 2 %, sample deviation 1 %.
        assertThat(sharpe("1", "3", "1", "3", "2").orElseThrow()).isCloseTo(2 * Math.sqrt(365.2425), within(0.01));
    }

    @Test
    void isNegativeForLosses() {
        assertThat(sharpe("-1", "-3", "-1", "-3", "-2").orElseThrow()).isNegative();
    }

    @Test
    void isUndefinedBelowFiveDays() {
        assertThat(sharpe("1", "3", "1", "3")).isEmpty();
    }

    @Test
    void isUndefinedWithoutVariation() {
        assertThat(sharpe("0", "0", "0", "0", "0", "0")).isEmpty();
        assertThat(sharpe("0.1", "0.1", "0.1", "0.1", "0.1", "0.1")).isEmpty();
    }
}
