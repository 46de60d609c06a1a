package dev.clew.backtest.sweep;

import dev.clew.backtest.model.BacktestPerformanceSummary;
import dev.clew.backtest.model.PnL;
import java.util.Comparator;

/**
 * What one configuration yields over all sessions of its instrument.
 *
 * @param configuration the configuration
 * @param summary the profit and loss
 * @param positions how many positions were opened and closed
 * @param winners how many of them made a profit
 */
public record ConfigurationResult(
        Configuration configuration, BacktestPerformanceSummary summary, int positions, int winners) {

    /** The greatest profit first; equal profits in the order of the sweep. */
    public static final Comparator<ConfigurationResult> BEST_FIRST = Comparator.comparing(ConfigurationResult::pnl)
            .reversed()
            .thenComparingInt(result -> result.configuration().index());

    /** The profit and loss. */
    public PnL pnl() {
        return summary.pnl();
    }

    /** The part of the positions that made a profit; not a number where there is no position. */
    public double winRate() {
        return positions == 0 ? Double.NaN : (double) winners / positions;
    }
}
