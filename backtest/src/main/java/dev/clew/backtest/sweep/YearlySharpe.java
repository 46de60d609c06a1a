package dev.clew.backtest.sweep;

import dev.clew.backtest.model.PnL;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.ta4j.core.BarSeries;
import org.ta4j.core.analysis.frequency.Sample;
import org.ta4j.core.analysis.frequency.SampleSummary;
import org.ta4j.core.num.DoubleNumFactory;
import org.ta4j.core.num.Num;
import org.ta4j.core.utils.BarSeriesUtils;

/**
 * The yearly Sharpe ratio of daily returns: the profit of each trading day divided by the day's first open, against a
 * risk-free rate of zero.
 *
 * <p>ta4j makes the ratio yearly by the time between the days that there are, so that a market open on 252 days a year
 * and one that never closes are both treated right. Undefined (empty) for fewer than {@link #FEWEST_DAYS} days, and
 * where all returns are equal.
 */
final class YearlySharpe {

    static final int FEWEST_DAYS = 5;
    private static final double NO_VARIATION = 1e-9;

    private YearlySharpe() {}

    /**
     * The ratio.
     *
     * @param series all bars
     * @param dayEnds the last bar of each day
     * @param daily the profit of each day
     */
    static OptionalDouble of(BarSeries series, List<Integer> dayEnds, List<PnL> daily) {
        if (daily.size() < FEWEST_DAYS) {
            return OptionalDouble.empty();
        }
        var numbers = DoubleNumFactory.getInstance();
        List<Sample> samples = new ArrayList<>(daily.size());
        int previousEnd = series.getBeginIndex();
        int begin = previousEnd;
        for (int day = 0; day < daily.size(); day++) {
            int end = dayEnds.get(day);
            Num gain = numbers.numOf(daily.get(day).amount());
            samples.add(new Sample(
                    gain.dividedBy(series.getBar(begin).getOpenPrice()),
                    BarSeriesUtils.deltaYears(series, previousEnd, end)));
            previousEnd = end;
            begin = end + 1;
        }
        SampleSummary summary = SampleSummary.fromSamples(samples.stream(), numbers);
        double deviation = Math.sqrt(summary.sampleVariance(numbers).doubleValue());
        double mean = summary.mean().doubleValue();
        if (deviation <= NO_VARIATION * Math.abs(mean) || deviation == 0) {
            return OptionalDouble.empty();
        }
        return summary.annualizationFactor(numbers)
                .map(factor -> OptionalDouble.of(mean / deviation * factor.doubleValue()))
                .orElseGet(OptionalDouble::empty);
    }
}
