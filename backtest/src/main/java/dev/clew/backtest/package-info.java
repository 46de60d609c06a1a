/** The application: backtests of trading strategies over market data, run in parallel by Clew. */
@NullMarked
package dev.clew.backtest;

import org.jspecify.annotations.NullMarked;
