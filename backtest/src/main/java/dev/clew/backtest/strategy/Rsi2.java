package dev.clew.backtest.strategy;

import dev.clew.backtest.data.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ta4j.core.BaseStrategy;
import org.ta4j.core.Rule;
import org.ta4j.core.Strategy;
import org.ta4j.core.indicators.RSIIndicator;
import org.ta4j.core.indicators.averages.SMAIndicator;
import org.ta4j.core.indicators.helpers.ClosePriceIndicator;
import org.ta4j.core.rules.OverIndicatorRule;
import org.ta4j.core.rules.UnderIndicatorRule;

/** Pullbacks in an uptrend by a very short RSI (Connors and Alvarez, 2008). */
final class Rsi2 implements TradingStrategy {

    @Override
    public String name() {
        return "rsi2";
    }

    @Override
    public String description() {
        return "RSI-2: buys a pullback (RSI of a few bars below lower) while the close is above its trend average,"
                + " sells when the close is above a short average.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.integer("period", 2, 2, 1_000, "2..4", "bars of the RSI"),
                Parameter.decimal("lower", "10", "0", "100", "5..30:5", "RSI below which to buy"),
                Parameter.integer("exit", 5, 1, 10_000, "5,10", "bars of the average above which to sell"),
                Parameter.integer(
                        "trend", 50, 0, 10_000, "0,50,100", "bars of the trend average; 0 buys in any trend"));
    }

    @Override
    public @Nullable String conflict(ParameterValues values) {
        return null;
    }

    @Override
    public boolean intradayOnly() {
        return false;
    }

    @Override
    public Strategy build(Session session, ParameterValues values) {
        var close = new ClosePriceIndicator(session.series());
        int trend = values.integer("trend");
        Rule pullback = new UnderIndicatorRule(new RSIIndicator(close, values.integer("period")), values.get("lower"));
        Rule entry = trend == 0 ? pullback : pullback.and(new OverIndicatorRule(close, new SMAIndicator(close, trend)));
        Rule exit = new OverIndicatorRule(close, new SMAIndicator(close, values.integer("exit")));
        int unstable = Math.max(Math.max(trend, values.integer("period") + 1), values.integer("exit"));
        return new BaseStrategy(entry, exit, unstable);
    }
}
