package dev.clew.backtest.sweep;

import dev.clew.backtest.data.Session;
import dev.clew.backtest.model.BacktestPerformanceSummary;
import dev.clew.backtest.model.PnL;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.ta4j.core.BarSeries;
import org.ta4j.core.Position;
import org.ta4j.core.TradingRecord;
import org.ta4j.core.analysis.cost.CostModel;
import org.ta4j.core.analysis.cost.LinearTransactionCostModel;
import org.ta4j.core.analysis.cost.ZeroCostModel;
import org.ta4j.core.backtest.BarSeriesManager;
import org.ta4j.core.backtest.TradeOnNextOpenModel;
import org.ta4j.core.criteria.NumberOfPositionsCriterion;
import org.ta4j.core.criteria.NumberOfWinningPositionsCriterion;

/**
 * One strategy run by ta4j over one session: the reference that every execution must equal.
 *
 * <p><b>Semantics.</b> A signal at the close of a bar is traded at the open of the next, one unit at a time. What is still
 * held at the end of the session is sold at its last close.
 */
public final class SessionRun {

    private final Session session;
    private final TradingRecord record;
    private final List<ClosedPosition> positions;

    private SessionRun(Session session, TradingRecord record, List<ClosedPosition> positions) {
        this.session = session;
        this.record = record;
        this.positions = positions;
    }

    /** Runs it; {@code feeRate} is the part of each price that is paid as a fee. */
    public static SessionRun of(Configuration configuration, Session session, BigDecimal feeRate) {
        BarSeries series = session.series();
        CostModel fees =
                feeRate.signum() == 0 ? new ZeroCostModel() : new LinearTransactionCostModel(feeRate.doubleValue());
        TradingRecord record = new BarSeriesManager(series, fees, new ZeroCostModel(), new TradeOnNextOpenModel())
                .run(configuration.strategy().build(session, configuration.values()));
        int last = series.getEndIndex();
        boolean heldToTheEnd = record.exit(
                last, series.getBar(last).getClosePrice(), series.numFactory().one());
        return new SessionRun(session, record, exactPositions(session, record, heldToTheEnd, feeRate));
    }

    private static List<ClosedPosition> exactPositions(
            Session session, TradingRecord record, boolean heldToTheEnd, BigDecimal feeRate) {
        List<ClosedPosition> exact = new ArrayList<>(record.getPositions().size());
        for (Position position : record.getPositions()) {
            int entry = position.getEntry().getIndex();
            int exit = position.getExit().getIndex();
            boolean atClose =
                    heldToTheEnd && exact.size() + 1 == record.getPositions().size();
            exact.add(new ClosedPosition(
                    entry, exit, session.open(entry), atClose ? session.close(exit) : session.open(exit), feeRate));
        }
        return exact;
    }

    /** The profit and loss. */
    public BacktestPerformanceSummary summary() {
        PnL sum = PnL.zero();
        for (ClosedPosition position : positions) {
            sum = sum.merge(position.pnl());
        }
        return new BacktestPerformanceSummary(sum);
    }

    /** What the sweep keeps of it. */
    SessionResult result() {
        return new SessionResult(
                summary(),
                new NumberOfPositionsCriterion()
                        .calculate(session.series(), record)
                        .intValue(),
                new NumberOfWinningPositionsCriterion()
                        .calculate(session.series(), record)
                        .intValue());
    }

    List<ClosedPosition> positions() {
        return positions;
    }

    /** The positions as ta4j has them, in the same order. */
    List<Position> tradedPositions() {
        return record.getPositions();
    }

    Session session() {
        return session;
    }
}
