package dev.clew.backtest.data;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;

/**
 * One thing that is traded, with all its prices.
 *
 * @param name what the output calls it
 * @param source where the prices come from
 * @param fromTrades whether the bars were aggregated from trades
 * @param rows rows read, bad ones included
 * @param badRows rows left out
 * @param badRowSamples the messages of the first of these
 * @param bars bars in all sessions
 * @param period how long a bar is
 * @param daily whether a bar is a day or longer
 * @param wholeSeries whether it is traded over the whole series, with positions kept overnight
 * @param sessions days that are traded each on its own, or the one whole series
 */
public record Instrument(
        String name,
        String source,
        boolean fromTrades,
        long rows,
        long badRows,
        List<String> badRowSamples,
        int bars,
        Duration period,
        boolean daily,
        boolean wholeSeries,
        List<Session> sessions) {

    /** The same under another name. */
    Instrument withName(String other) {
        return new Instrument(
                other, source, fromTrades, rows, badRows, badRowSamples, bars, period, daily, wholeSeries, sessions);
    }

    /** The trading days of all sessions. */
    public List<LocalDate> days() {
        return sessions.stream().flatMap(session -> session.days().stream()).toList();
    }
}
