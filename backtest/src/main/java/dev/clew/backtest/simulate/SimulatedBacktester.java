package dev.clew.backtest.simulate;

import dev.clew.backtest.model.BacktestPerformanceSummary;
import dev.clew.backtest.model.DecisionDelayMillis;
import dev.clew.backtest.model.PnL;

/**
 * A backtester whose decision takes a fixed time and whose every day earns the same: what is left to see is how the days
 * are run.
 *
 * @param delay how long the decision of a day blocks its thread
 */
public record SimulatedBacktester(DecisionDelayMillis delay) {

    /** Days in a month. */
    public static final int DAYS_PER_MONTH = 30;

    private static final BacktestPerformanceSummary OF_ONE_DAY = new BacktestPerformanceSummary(PnL.of(10));

    /** Runs one day: blocks the thread for the delay, and earns 10. */
    public BacktestPerformanceSummary runDay() throws InterruptedException {
        Thread.sleep(delay.value());
        return OF_ONE_DAY;
    }
}
