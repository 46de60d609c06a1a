package dev.clew.backtest.sweep;

import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.strategy.ParameterValues;
import dev.clew.backtest.strategy.TradingStrategy;

/**
 * One strategy with one value for each parameter, on one instrument.
 *
 * @param index its place in the sweep, which breaks ties in the ranking
 * @param strategy the strategy
 * @param values its parameters
 * @param instrument what it trades
 */
public record Configuration(int index, TradingStrategy strategy, ParameterValues values, Instrument instrument) {

    /** The strategy and its parameters. */
    public String label() {
        return strategy.name() + " " + values;
    }
}
