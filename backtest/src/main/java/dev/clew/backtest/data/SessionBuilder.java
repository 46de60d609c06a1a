package dev.clew.backtest.data;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.ta4j.core.Bar;
import org.ta4j.core.BarSeries;
import org.ta4j.core.BaseBar;
import org.ta4j.core.BaseBarSeriesBuilder;
import org.ta4j.core.num.DoubleNumFactory;
import org.ta4j.core.num.Num;

/** Cuts exact bars into sessions: one for each day in the zone, or one for the whole series. */
final class SessionBuilder {

    private final String name;
    private final ZoneId zone;
    private final boolean whole;
    private final List<Session> sessions = new ArrayList<>();

    private final List<Bar> bars = new ArrayList<>();
    private final List<BigDecimal> opens = new ArrayList<>();
    private final List<BigDecimal> closes = new ArrayList<>();
    private final List<LocalDate> days = new ArrayList<>();
    private final List<Integer> dayBegins = new ArrayList<>();
    private int total;

    SessionBuilder(String name, ZoneId zone, boolean whole) {
        this.name = name;
        this.zone = zone;
        this.whole = whole;
    }

    /** Adds the next bar; it belongs to the day in which it begins. */
    void add(Bar exact) {
        LocalDate day = LocalDate.ofInstant(exact.getBeginTime(), zone);
        if (days.isEmpty() || !day.equals(days.get(days.size() - 1))) {
            if (!whole) {
                finish();
            }
            days.add(day);
            dayBegins.add(bars.size());
        }
        bars.add(inDoubles(exact));
        opens.add(exact.getOpenPrice().bigDecimalValue());
        closes.add(exact.getClosePrice().bigDecimalValue());
        total++;
    }

    /** The number of bars added. */
    int bars() {
        return total;
    }

    /** The sessions, after the last bar. */
    List<Session> build() {
        finish();
        return List.copyOf(sessions);
    }

    private void finish() {
        if (bars.isEmpty()) {
            return;
        }
        BarSeries series = new BaseBarSeriesBuilder()
                .withName(name)
                .withNumFactory(DoubleNumFactory.getInstance())
                .withBars(bars)
                .build();
        sessions.add(new Session(
                series,
                opens.toArray(BigDecimal[]::new),
                closes.toArray(BigDecimal[]::new),
                days,
                dayBegins.stream().mapToInt(Integer::intValue).toArray()));
        bars.clear();
        opens.clear();
        closes.clear();
        days.clear();
        dayBegins.clear();
    }

    private static Bar inDoubles(Bar exact) {
        return new BaseBar(
                exact.getTimePeriod(),
                exact.getBeginTime(),
                exact.getEndTime(),
                number(exact.getOpenPrice()),
                number(exact.getHighPrice()),
                number(exact.getLowPrice()),
                number(exact.getClosePrice()),
                number(exact.getVolume()),
                number(exact.getAmount()),
                exact.getTrades());
    }

    private static Num number(Num exact) {
        return DoubleNumFactory.getInstance().numOf(exact.doubleValue());
    }
}
