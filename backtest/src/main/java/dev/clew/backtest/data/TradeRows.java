package dev.clew.backtest.data;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ta4j.core.Bar;
import org.ta4j.core.BarBuilder;
import org.ta4j.core.BarSeries;
import org.ta4j.core.BaseBarSeriesBuilder;
import org.ta4j.core.bars.TimeBarBuilder;
import org.ta4j.core.num.DecimalNumFactory;

/**
 * Aggregates trades to bars, by ta4j's own builder in exact decimals, one day at a time.
 *
 * <p><b>Semantics.</b> The first bar of a day begins where the day begins in the zone, the others follow without a gap in
 * the grid. A bar in which nothing was traded is not made. A trade on the border of two bars belongs to the later.
 */
final class TradeRows implements RowSink {

    private static final Duration DAY = Duration.ofDays(1);

    private final ZoneId zone;
    private final Duration period;
    private final SessionBuilder sessions;
    private @Nullable BarSeries bars;
    private @Nullable BarBuilder builder;
    private Instant dayEnd = Instant.MIN;

    TradeRows(String file, DataOptions options) {
        this.zone = options.zone();
        this.period = options.bar();
        this.sessions = new SessionBuilder(file, zone, options.overnight() || daily());
    }

    @Override
    public void accept(Row row) {
        if (builder == null || !row.time().isBefore(dayEnd)) {
            finishDay();
            builder = beginDay(row.time());
        }
        builder.addTrade(
                row.time(),
                DecimalNumFactory.getInstance().numOf(row.value(Row.AMOUNT)),
                DecimalNumFactory.getInstance().numOf(row.value(Row.PRICE)));
    }

    @Override
    public void end() {
        finishDay();
    }

    List<Session> sessions() {
        return sessions.build();
    }

    int bars() {
        return sessions.bars();
    }

    boolean daily() {
        return period.compareTo(DAY) >= 0;
    }

    private BarBuilder beginDay(Instant time) {
        LocalDate day = LocalDate.ofInstant(time, zone);
        Instant begin = day.atStartOfDay(zone).toInstant();
        dayEnd = day.plusDays(1).atStartOfDay(zone).toInstant();
        Duration bar = daily() ? Duration.between(begin, dayEnd) : period;
        bars = new BaseBarSeriesBuilder()
                .withNumFactory(DecimalNumFactory.getInstance())
                .build();
        return new TimeBarBuilder(DecimalNumFactory.getInstance())
                .timePeriod(bar)
                .beginTime(begin)
                .endTime(begin.plus(bar))
                .bindTo(bars);
    }

    private void finishDay() {
        if (bars != null) {
            for (Bar bar : bars.getBarData()) {
                sessions.add(bar);
            }
            bars = null;
            builder = null;
        }
    }
}
