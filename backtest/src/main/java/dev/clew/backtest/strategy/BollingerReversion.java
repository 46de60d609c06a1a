package dev.clew.backtest.strategy;

import dev.clew.backtest.data.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ta4j.core.BaseStrategy;
import org.ta4j.core.Strategy;
import org.ta4j.core.indicators.averages.SMAIndicator;
import org.ta4j.core.indicators.bollinger.BollingerBandsLowerIndicator;
import org.ta4j.core.indicators.bollinger.BollingerBandsMiddleIndicator;
import org.ta4j.core.indicators.helpers.ClosePriceIndicator;
import org.ta4j.core.indicators.statistics.StandardDeviationIndicator;
import org.ta4j.core.num.Num;
import org.ta4j.core.rules.CrossedDownIndicatorRule;
import org.ta4j.core.rules.OverIndicatorRule;

/** Reversion to the mean from below the lower Bollinger band (Bollinger, 2001). */
final class BollingerReversion implements TradingStrategy {

    @Override
    public String name() {
        return "bollinger";
    }

    @Override
    public String description() {
        return "Bollinger reversion: buys when the close falls through the lower band, sells when it is back above the"
                + " middle.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.integer("period", 20, 2, 10_000, "10..60:5", "bars of the average and of the deviation"),
                Parameter.decimal("width", "2", "0.1", "10", "1..3:0.25", "deviations from the middle to the band"));
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
        int period = values.integer("period");
        var middle = new BollingerBandsMiddleIndicator(new SMAIndicator(close, period));
        Num width = session.series().numFactory().numOf(values.get("width"));
        var lower = new BollingerBandsLowerIndicator(middle, new StandardDeviationIndicator(close, period), width);
        return new BaseStrategy(
                new CrossedDownIndicatorRule(close, lower), new OverIndicatorRule(close, middle), period);
    }
}
