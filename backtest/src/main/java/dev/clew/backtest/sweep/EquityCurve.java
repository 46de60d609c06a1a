package dev.clew.backtest.sweep;

import dev.clew.backtest.data.Session;
import java.util.ArrayList;
import java.util.List;
import org.ta4j.core.BarSeries;
import org.ta4j.core.BaseBarSeriesBuilder;
import org.ta4j.core.Position;
import org.ta4j.core.analysis.CumulativePnL;
import org.ta4j.core.indicators.AbstractIndicator;
import org.ta4j.core.num.DoubleNumFactory;
import org.ta4j.core.num.Num;

/**
 * The profit since the begin, bar by bar over all sessions, with open positions valued at each close.
 *
 * <p><b>Cost.</b> Linear in bars: ta4j's {@link CumulativePnL} is asked for each position over the bars of that position
 * alone (asked for a whole record it rewrites the rest of the series for each position).
 */
final class EquityCurve extends AbstractIndicator<Num> {

    private final List<Num> values;

    private EquityCurve(BarSeries series, List<Num> values) {
        super(series);
        this.values = values;
    }

    static EquityCurve of(List<SessionRun> runs) {
        List<Num> values = new ArrayList<>();
        List<org.ta4j.core.Bar> bars = new ArrayList<>();
        Num realised = DoubleNumFactory.getInstance().zero();
        for (SessionRun run : runs) {
            Session session = run.session();
            bars.addAll(session.series().getBarData());
            int next = 0;
            for (Position position : run.tradedPositions()) {
                int entry = position.getEntry().getIndex();
                int exit = position.getExit().getIndex();
                while (next < entry) {
                    values.add(realised);
                    next++;
                }
                CumulativePnL gain = overItsBars(session.series(), position, entry, exit);
                for (; next < exit; next++) {
                    values.add(realised.plus(gain.getValue(next - entry)));
                }
                realised = realised.plus(gain.getValue(exit - entry));
            }
            for (; next < session.bars(); next++) {
                values.add(realised);
            }
        }
        BarSeries all = new BaseBarSeriesBuilder()
                .withNumFactory(DoubleNumFactory.getInstance())
                .withBars(bars)
                .build();
        return new EquityCurve(all, values);
    }

    private static CumulativePnL overItsBars(BarSeries series, Position position, int entry, int exit) {
        BarSeries bars = series.getSubSeries(entry, exit + 1);
        var shifted = new Position(
                position.getStartingType(), position.getTransactionCostModel(), position.getHoldingCostModel());
        shifted.operate(
                0, position.getEntry().getPricePerAsset(), position.getEntry().getAmount());
        shifted.operate(
                exit - entry,
                position.getExit().getPricePerAsset(),
                position.getExit().getAmount());
        return new CumulativePnL(bars, shifted);
    }

    @Override
    public Num getValue(int index) {
        return values.get(index);
    }

    @Override
    public int getCountOfUnstableBars() {
        return 0;
    }
}
