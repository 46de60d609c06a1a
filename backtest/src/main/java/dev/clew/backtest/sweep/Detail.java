package dev.clew.backtest.sweep;

import dev.clew.backtest.data.Session;
import dev.clew.backtest.model.PnL;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.ta4j.core.criteria.drawdown.Drawdown;

/**
 * What is shown of the best configurations beyond their profit; made by running them again.
 *
 * @param rank its place among all results, the best being 1
 * @param result the result in the sweep
 * @param daily the profit of each trading day; sums to the profit of the result exactly
 * @param maxDrawdown the deepest fall of the equity below its last peak, open positions valued at each close
 * @param sharpe the yearly Sharpe ratio, empty where it is undefined
 * @param curve the equity over time, thinned for drawing
 */
public record Detail(
        int rank,
        ConfigurationResult result,
        List<PnL> daily,
        double maxDrawdown,
        OptionalDouble sharpe,
        List<CurvePoint> curve) {

    /**
     * A point of a curve.
     *
     * @param time the end of a bar
     * @param equity the profit since the begin
     * @param drawdown how far that is below the highest before
     */
    public record CurvePoint(Instant time, double equity, double drawdown) {}

    private static final int DRAWN_POINTS = 400;

    /** The first {@code count} of the results, and the first of each instrument that has none among them. */
    public static List<Integer> shown(List<ConfigurationResult> bestFirst, int count) {
        List<Integer> shown = new ArrayList<>();
        Set<String> instruments = new HashSet<>();
        for (int i = 0; i < bestFirst.size(); i++) {
            boolean firstOfIts = instruments.add(
                    bestFirst.get(i).configuration().instrument().name());
            if (i < count || firstOfIts) {
                shown.add(i);
            }
        }
        return shown;
    }

    /** Runs the configuration of a result again. */
    public static Detail of(int rank, ConfigurationResult result, BigDecimal feeRate) {
        Configuration configuration = result.configuration();
        List<SessionRun> runs = new ArrayList<>();
        List<PnL> daily = new ArrayList<>();
        List<Integer> dayEnds = new ArrayList<>();
        int offset = 0;
        for (Session session : configuration.instrument().sessions()) {
            SessionRun run = SessionRun.of(configuration, session, feeRate);
            runs.add(run);
            daily.addAll(DailyPnl.of(run));
            for (int day = 0; day < session.days().size(); day++) {
                dayEnds.add(offset + session.dayEnd(day));
            }
            offset += session.bars();
        }
        EquityCurve curve = EquityCurve.of(runs);
        return new Detail(
                rank,
                result,
                List.copyOf(daily),
                Drawdown.amount(curve.getBarSeries(), null, curve, false).doubleValue(),
                YearlySharpe.of(curve.getBarSeries(), dayEnds, daily),
                thinned(curve));
    }

    /** In each stretch of bars the point of deepest drawdown and the last: no fall is lost by thinning. */
    private static List<CurvePoint> thinned(EquityCurve curve) {
        int bars = curve.getBarSeries().getBarCount();
        int stretch = Math.max(1, (bars + DRAWN_POINTS - 1) / DRAWN_POINTS);
        List<CurvePoint> points = new ArrayList<>();
        double peak = 0;
        CurvePoint deepest = null;
        for (int bar = 0; bar < bars; bar++) {
            double equity = curve.getValue(bar).doubleValue();
            peak = Math.max(peak, equity);
            var point = new CurvePoint(curve.getBarSeries().getBar(bar).getEndTime(), equity, peak - equity);
            if (deepest == null || point.drawdown() > deepest.drawdown()) {
                deepest = point;
            }
            if ((bar + 1) % stretch == 0 || bar == bars - 1) {
                if (!deepest.equals(point)) {
                    points.add(deepest);
                }
                points.add(point);
                deepest = null;
            }
        }
        return List.copyOf(points);
    }
}
