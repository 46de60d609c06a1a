/** What a backtest yields, in exact decimals. */
@NullMarked
package dev.clew.backtest.model;

import org.jspecify.annotations.NullMarked;
