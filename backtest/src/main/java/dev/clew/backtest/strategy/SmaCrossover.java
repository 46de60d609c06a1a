package dev.clew.backtest.strategy;

import dev.clew.backtest.data.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ta4j.core.BaseStrategy;
import org.ta4j.core.Strategy;
import org.ta4j.core.indicators.averages.SMAIndicator;
import org.ta4j.core.indicators.helpers.ClosePriceIndicator;
import org.ta4j.core.rules.CrossedDownIndicatorRule;
import org.ta4j.core.rules.CrossedUpIndicatorRule;

/** Crossover of two simple moving averages (Donchian; Brock, Lakonishok and LeBaron, 1992). */
final class SmaCrossover implements TradingStrategy {

    @Override
    public String name() {
        return "sma";
    }

    @Override
    public String description() {
        return "SMA crossover: buys when the fast moving average of the close rises above the slow one, sells when it"
                + " falls below.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.integer("fast", 10, 1, 10_000, "5..50:5", "bars of the fast average; less than slow"),
                Parameter.integer("slow", 50, 2, 10_000, "20..120:10", "bars of the slow average"));
    }

    @Override
    public @Nullable String conflict(ParameterValues values) {
        return values.integer("fast") < values.integer("slow")
                ? null
                : "fast must be less than slow, but " + values.integer("fast") + " is not less than "
                        + values.integer("slow");
    }

    @Override
    public boolean intradayOnly() {
        return false;
    }

    @Override
    public Strategy build(Session session, ParameterValues values) {
        var close = new ClosePriceIndicator(session.series());
        var fast = new SMAIndicator(close, values.integer("fast"));
        var slow = new SMAIndicator(close, values.integer("slow"));
        return new BaseStrategy(
                new CrossedUpIndicatorRule(fast, slow),
                new CrossedDownIndicatorRule(fast, slow),
                values.integer("slow"));
    }
}
