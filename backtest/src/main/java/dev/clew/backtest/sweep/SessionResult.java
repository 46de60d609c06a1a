package dev.clew.backtest.sweep;

import dev.clew.backtest.model.BacktestPerformanceSummary;

/**
 * What one evaluation yields: one configuration over one session.
 *
 * @param summary the profit and loss
 * @param positions how many positions were opened and closed
 * @param winners how many of them made a profit
 */
record SessionResult(BacktestPerformanceSummary summary, int positions, int winners) {

    static final SessionResult NONE = new SessionResult(BacktestPerformanceSummary.zero(), 0, 0);

    SessionResult merge(SessionResult other) {
        return new SessionResult(summary.merge(other.summary), positions + other.positions, winners + other.winners);
    }
}
