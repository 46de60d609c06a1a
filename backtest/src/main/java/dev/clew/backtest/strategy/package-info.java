/** The strategies that can be swept, with their parameters and ranges. */
@NullMarked
package dev.clew.backtest.strategy;

import org.jspecify.annotations.NullMarked;
