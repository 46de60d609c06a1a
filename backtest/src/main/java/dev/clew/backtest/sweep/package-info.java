/** The sweep: configurations, their evaluation by ta4j, ranking, and the bootstrap. */
@NullMarked
package dev.clew.backtest.sweep;

import org.jspecify.annotations.NullMarked;
