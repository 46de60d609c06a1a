/** What a run shows: the table, the progress bar, the JSON file, and the HTML report. */
@NullMarked
package dev.clew.backtest.report;

import org.jspecify.annotations.NullMarked;
