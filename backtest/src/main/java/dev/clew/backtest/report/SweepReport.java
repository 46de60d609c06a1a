package dev.clew.backtest.report;

import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.sweep.Bootstrap;
import dev.clew.backtest.sweep.ConfigurationResult;
import dev.clew.backtest.sweep.Detail;
import dev.clew.backtest.sweep.ExecutionCounts;
import dev.clew.backtest.sweep.Sweep;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that a finished sweep can show.
 *
 * @param instruments what was traded
 * @param zone where days begin
 * @param sweep what was tried
 * @param results the result of each configuration, the best first
 * @param best the details of the first few
 * @param bootstrap how intervals were made, or {@code null} where none were asked for
 * @param intervals an interval for each of the best; empty where none were asked for
 * @param execution the execution, as on the command line
 * @param workers the number of workers
 * @param counts what the runtime did during the sweep
 * @param sweepNanos how long the sweep took, without loading and details
 */
public record SweepReport(
        List<Instrument> instruments,
        ZoneId zone,
        Sweep sweep,
        List<ConfigurationResult> results,
        List<Detail> best,
        @Nullable Bootstrap bootstrap,
        List<Bootstrap.Interval> intervals,
        String execution,
        int workers,
        ExecutionCounts counts,
        long sweepNanos) {

    /** Where the Sharpe ratio comes from, and when there is none. */
    static final String SHARPE_NOTE = "Sharpe: yearly, from the return of each trading day (its profit divided by its"
            + " first open), risk-free rate 0; n/a below 5 days or without variation.";

    /** What positions are and when they are traded. */
    static final String TRADING_NOTE =
            "One unit is traded: a signal at the close of a bar is filled at the open of the next.";
}
