package dev.clew.backtest.strategy;

import dev.clew.backtest.data.Session;
import org.ta4j.core.Indicator;
import org.ta4j.core.indicators.AbstractIndicator;
import org.ta4j.core.num.NaN;
import org.ta4j.core.num.Num;

/**
 * What an indicator over the first bars of a day has shown at the end of these, for the rest of the day; not a number
 * before, so that no rule holds.
 */
final class OpeningRange extends AbstractIndicator<Num> {

    private final Session session;
    private final int range;
    private final Indicator<Num> overRange;

    OpeningRange(Session session, int range, Indicator<Num> overRange) {
        super(session.series());
        this.session = session;
        this.range = range;
        this.overRange = overRange;
    }

    @Override
    public Num getValue(int index) {
        int last = session.dayBegin(session.dayOf(index)) + range - 1;
        return index < last ? NaN.NaN : overRange.getValue(last);
    }

    @Override
    public int getCountOfUnstableBars() {
        return range;
    }
}
