package dev.clew.backtest.model;

/**
 * What one run over one or more days has earned.
 *
 * @param pnl the profit and loss of all positions closed in the run
 */
public record BacktestPerformanceSummary(PnL pnl) {

    private static final BacktestPerformanceSummary ZERO = new BacktestPerformanceSummary(PnL.zero());

    /** The summary of no day. */
    public static BacktestPerformanceSummary zero() {
        return ZERO;
    }

    /** The summary of both runs together. */
    public BacktestPerformanceSummary merge(BacktestPerformanceSummary other) {
        return new BacktestPerformanceSummary(pnl.merge(other.pnl));
    }
}
