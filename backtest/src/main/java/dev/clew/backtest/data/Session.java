package dev.clew.backtest.data;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.ta4j.core.BarSeries;

/**
 * A stretch of bars that is traded on its own: one day, or a whole series where positions are kept overnight.
 *
 * <p><b>Memory effects.</b> Immutable once built, and shared by all evaluations on all threads. The series of ta4j is
 * not safe for concurrent changes, but nobody changes it: reading a bar is a read of a list, and what ta4j caches lives
 * in each indicator, which every evaluation makes for itself.
 *
 * @implNote The series computes with {@code double}, which is what indicators are for. Opens and closes are kept beside
 *     it as the decimals of the file, and profits are made of those.
 */
public final class Session {

    private final BarSeries series;
    private final BigDecimal[] opens;
    private final BigDecimal[] closes;
    private final List<LocalDate> days;
    private final int[] dayBegins;

    Session(BarSeries series, BigDecimal[] opens, BigDecimal[] closes, List<LocalDate> days, int[] dayBegins) {
        this.series = series;
        this.opens = opens;
        this.closes = closes;
        this.days = List.copyOf(days);
        this.dayBegins = dayBegins;
    }

    /** The bars, for ta4j. Not to be changed. */
    public BarSeries series() {
        return series;
    }

    /** The number of bars. */
    public int bars() {
        return opens.length;
    }

    /** The exact price at the begin of a bar. */
    public BigDecimal open(int bar) {
        return opens[bar];
    }

    /** The exact price at the end of a bar. */
    public BigDecimal close(int bar) {
        return closes[bar];
    }

    /** The trading days, in order. */
    public List<LocalDate> days() {
        return days;
    }

    /** The first bar of a day, by the day's position in {@link #days}. */
    public int dayBegin(int day) {
        return dayBegins[day];
    }

    /** The last bar of a day, by the day's position in {@link #days}. */
    public int dayEnd(int day) {
        return day + 1 < dayBegins.length ? dayBegins[day + 1] - 1 : opens.length - 1;
    }

    /** The position in {@link #days} of the day that a bar belongs to. */
    public int dayOf(int bar) {
        int at = java.util.Arrays.binarySearch(dayBegins, bar);
        return at >= 0 ? at : -at - 2;
    }
}
