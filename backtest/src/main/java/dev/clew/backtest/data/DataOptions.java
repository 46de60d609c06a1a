package dev.clew.backtest.data;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * How price files are read.
 *
 * @param zone where a day begins, and the zone of times that name none
 * @param bar the length of the bars that trades are aggregated to
 * @param barStampedAtEnd whether the time of an intraday bar is that of its end, not of its begin
 * @param timeFormat the format of the time column, or {@code null} to recognise the usual ones
 * @param separator the character between columns, or {@code null} to find it in the first line
 * @param sort whether rows may stand in any order
 * @param skipBadRows whether rows that break a rule are left out and counted
 * @param overnight whether every series is traded as a whole, with positions kept from day to day
 */
public record DataOptions(
        ZoneId zone,
        Duration bar,
        boolean barStampedAtEnd,
        @Nullable DateTimeFormatter timeFormat,
        @Nullable Character separator,
        boolean sort,
        boolean skipBadRows,
        boolean overnight) {

    /** UTC, five-minute bars, everything else recognised and strict. */
    public static DataOptions defaults() {
        return new DataOptions(ZoneOffset.UTC, Duration.ofMinutes(5), false, null, null, false, false, false);
    }

    /** The same in another zone. */
    public DataOptions withZone(ZoneId other) {
        return new DataOptions(other, bar, barStampedAtEnd, timeFormat, separator, sort, skipBadRows, overnight);
    }

    /** The same with bars of another length. */
    public DataOptions withBar(Duration other) {
        return new DataOptions(zone, other, barStampedAtEnd, timeFormat, separator, sort, skipBadRows, overnight);
    }

    /** The same, with rows in any order or not. */
    public DataOptions withSort(boolean other) {
        return new DataOptions(zone, bar, barStampedAtEnd, timeFormat, separator, other, skipBadRows, overnight);
    }

    /** The same, with bad rows left out or refused. */
    public DataOptions withSkipBadRows(boolean other) {
        return new DataOptions(zone, bar, barStampedAtEnd, timeFormat, separator, sort, other, overnight);
    }

    /** The same, with positions kept overnight or not. */
    public DataOptions withOvernight(boolean other) {
        return new DataOptions(zone, bar, barStampedAtEnd, timeFormat, separator, sort, skipBadRows, other);
    }

    /** The same, with the times of bars read as their ends or not. */
    public DataOptions withBarStampedAtEnd(boolean other) {
        return new DataOptions(zone, bar, other, timeFormat, separator, sort, skipBadRows, overnight);
    }

    /** The same with a format for the time column. */
    public DataOptions withTimeFormat(DateTimeFormatter other) {
        return new DataOptions(zone, bar, barStampedAtEnd, other, separator, sort, skipBadRows, overnight);
    }
}
