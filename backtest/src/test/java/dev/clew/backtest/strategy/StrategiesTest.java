package dev.clew.backtest.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.clew.backtest.data.DataLoader;
import dev.clew.backtest.data.DataOptions;
import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.data.Session;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ta4j.core.Trade;
import org.ta4j.core.TradingRecord;
import org.ta4j.core.backtest.BarSeriesManager;

/** Each strategy trades on real prices, and the opening range is that of each day. */
class StrategiesTest {

    private static Instrument load(boolean overnight) {
        return new DataLoader(DataOptions.defaults().withOvernight(overnight))
                .load(List.of("bundled:btc"))
                .get(0);
    }

    private static TradingRecord run(Session session, ParameterGrid grid) {
        return new BarSeriesManager(session.series())
                .run(grid.strategy().build(session, grid.combinations().get(0)));
    }

    @Test
    void everyStrategyTradesWithItsDefaults() {
        Instrument instrument = load(false);
        for (TradingStrategy strategy : Strategies.all()) {
            ParameterGrid grid = ParameterGrid.of(
                            List.of(strategy),
                            List.of(ParameterRange.parse(
                                    strategy.parameters().get(0).name() + "="
                                            + strategy.parameters().get(0).byDefault())))
                    .get(0);
            int trades = instrument.sessions().stream()
                    .mapToInt(session -> run(session, grid).getTrades().size())
                    .sum();
            assertThat(trades).as(strategy.name()).isPositive();
        }
    }

    @Test
    void theOpeningRangeBeginsAnewEachDayAlsoOvernight() {
        ParameterGrid grid = ParameterGrid.of(
                        Strategies.named(List.of("orb")), List.of(ParameterRange.parse("range=6")))
                .get(0);
        Session whole = load(true).sessions().get(0);
        assertThat(run(whole, grid).getTrades()).filteredOn(Trade::isBuy).allSatisfy(trade -> {
            int signal = trade.getIndex() - 1;
            assertThat(signal - whole.dayBegin(whole.dayOf(signal))).isGreaterThanOrEqualTo(6);
        });
        assertThat(run(whole, grid).getTrades()).isNotEmpty();
    }

    @Test
    void defaultsAndBuiltInRangesKeepTheirOwnRules() {
        for (TradingStrategy strategy : Strategies.all()) {
            assertThat(strategy.description()).contains("buys").endsWith(".");
            for (Parameter parameter : strategy.parameters()) {
                parameter.check(strategy.name(), parameter.byDefault());
                ParameterRange.parseValues(parameter.name(), parameter.builtInRange())
                        .forEach(value -> parameter.check(strategy.name(), value));
            }
        }
    }
}
