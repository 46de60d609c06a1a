package dev.clew.backtest.strategy;

import dev.clew.backtest.data.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ta4j.core.BaseStrategy;
import org.ta4j.core.Rule;
import org.ta4j.core.Strategy;
import org.ta4j.core.indicators.helpers.ClosePriceIndicator;
import org.ta4j.core.indicators.helpers.HighPriceIndicator;
import org.ta4j.core.indicators.helpers.HighestValueIndicator;
import org.ta4j.core.indicators.helpers.LowPriceIndicator;
import org.ta4j.core.indicators.helpers.LowestValueIndicator;
import org.ta4j.core.rules.CrossedUpIndicatorRule;
import org.ta4j.core.rules.OverIndicatorRule;
import org.ta4j.core.rules.StopGainRule;
import org.ta4j.core.rules.UnderIndicatorRule;

/** Breakout from the range of the first bars of a day (Crabel, 1990). */
final class OpeningRangeBreakout implements TradingStrategy {

    @Override
    public String name() {
        return "orb";
    }

    @Override
    public String description() {
        return "Opening-range breakout: buys when the close rises above the highest price of the day's first bars, sells"
                + " below their lowest price or at the target.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.integer("range", 6, 1, 10_000, "3..24:3", "bars of the opening range"),
                Parameter.decimal("target", "2", "0.01", "1000", "0.5..5:0.5", "gain in percent at which to sell"));
    }

    @Override
    public @Nullable String conflict(ParameterValues values) {
        return null;
    }

    @Override
    public boolean intradayOnly() {
        return true;
    }

    @Override
    public Strategy build(Session session, ParameterValues values) {
        int range = values.integer("range");
        var series = session.series();
        var close = new ClosePriceIndicator(series);
        var high = new OpeningRange(session, range, new HighestValueIndicator(new HighPriceIndicator(series), range));
        var low = new OpeningRange(session, range, new LowestValueIndicator(new LowPriceIndicator(series), range));
        // A crossing alone would take the first bar of a day for one: what is not a number yet is "crossed".
        Rule breakout = new CrossedUpIndicatorRule(close, high).and(new OverIndicatorRule(close, high));
        Rule fallBack = new UnderIndicatorRule(close, low);
        return new BaseStrategy(breakout, fallBack.or(new StopGainRule(close, values.get("target"))), range);
    }
}
