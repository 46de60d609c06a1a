/** From files to trading sessions: reading, checking, and aggregating prices. */
@NullMarked
package dev.clew.backtest.data;

import org.jspecify.annotations.NullMarked;
