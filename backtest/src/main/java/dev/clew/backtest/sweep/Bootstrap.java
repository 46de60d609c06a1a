package dev.clew.backtest.sweep;

import dev.clew.backtest.model.PnL;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A percentile confidence interval for a total profit, by resampling days (Efron, 1979).
 *
 * <p><b>Semantics.</b> Resample {@code r} draws as many days as there are, with replacement, from a random generator of its
 * own whose seed is mixed from the run's seed and {@code r}; profits are summed in exact decimals. So the interval is the
 * same to the last digit on any number of workers and in any execution, and the first 1 000 of 2 000 resamples are those
 * of a run of 1 000. Days are drawn one by one: what depends on their order is lost.
 *
 * @param resamples how many
 * @param seed where the random numbers begin
 * @param confidence the part of the resamples inside the interval, in percent
 */
public record Bootstrap(int resamples, long seed, double confidence) {

    /**
     * The interval.
     *
     * @param low the lower end
     * @param median the middle of the resamples
     * @param high the upper end
     * @param lossPart the part of the resamples that end in a loss
     * @param days how many days were resampled
     */
    public record Interval(PnL low, PnL median, PnL high, double lossPart, int days) {}

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    /** The interval of the sum of the days; each resample is a piece of work of its own. */
    public Interval interval(List<PnL> daily, Execution execution, Progress progress) throws Exception {
        List<Integer> numbers = IntStream.range(0, resamples).boxed().toList();
        List<PnL> totals = execution.<Integer, PnL>run(numbers, number -> {
            PnL total = resample(daily, number);
            progress.step();
            return total;
        });
        List<PnL> sorted = totals.stream().sorted().toList();
        double tail = (100 - confidence) / 200;
        long losses =
                sorted.stream().filter(total -> total.compareTo(PnL.zero()) < 0).count();
        return new Interval(
                percentile(sorted, tail),
                percentile(sorted, 0.5),
                percentile(sorted, 1 - tail),
                (double) losses / resamples,
                daily.size());
    }

    /** The total of one resample. */
    PnL resample(List<PnL> daily, int number) {
        var random = new SplittableRandom(mix(seed + (number + 1) * GOLDEN_GAMMA));
        PnL total = PnL.zero();
        for (int i = 0; i < daily.size(); i++) {
            total = total.merge(daily.get(random.nextInt(daily.size())));
        }
        return total;
    }

    /** The nearest-rank percentile: always one of the totals, so always an exact decimal. */
    static PnL percentile(List<PnL> sorted, double part) {
        int rank = (int) Math.ceil(part * sorted.size());
        return sorted.get(Math.min(Math.max(rank, 1), sorted.size()) - 1);
    }

    /** The finalizer of SplitMix64 (Steele, Lea and Flood, 2014). */
    private static long mix(long z) {
        long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
        return b ^ (b >>> 31);
    }
}
