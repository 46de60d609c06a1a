package dev.clew.bench;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.openjdk.jmh.util.ListStatistics;

/**
 * A mean and how far the true one may be from it, with 95 % confidence by Student's t.
 *
 * @param error NaN where there are fewer than three figures
 */
record Estimate(double mean, double error) {
    private static final double CONFIDENCE = 0.95;

    /**
     * Of one competitor. Figures of one JVM resemble one another more than those of the next, so JVMs are counted where
     * there are several, and iterations only where there is one.
     */
    static Estimate of(List<ForkResult> forks) {
        return forks.size() == 1
                ? of(forks.get(0).iterations().stream().mapToDouble(d -> d).toArray())
                : of(forks.stream().mapToDouble(ForkResult::score).toArray());
    }

    private static Estimate of(double... figures) {
        ListStatistics statistics = new ListStatistics(figures);
        return new Estimate(statistics.getMean(), statistics.getMeanErrorAt(CONFIDENCE));
    }

    /**
     * Of how many times as long the first takes as the second: the geometric mean over pairs of JVMs that ran one after
     * another, so that what changed in the machine meanwhile falls out.
     */
    static Ratio ratio(List<ForkResult> forks, List<ForkResult> reference) {
        if (forks.isEmpty() || reference.isEmpty()) {
            return new Ratio(Double.NaN, Double.NaN, Double.NaN);
        }
        double[] logs = new double[Math.min(forks.size(), reference.size())];
        Arrays.setAll(
                logs, i -> Math.log(forks.get(i).score() / reference.get(i).score()));
        Estimate log = of(logs);
        return new Ratio(Math.exp(log.mean), Math.exp(log.mean - log.error), Math.exp(log.mean + log.error));
    }

    /** The same for figures of different runs, which make no pairs: by Welch's interval of the logarithms. */
    static Ratio unpaired(List<ForkResult> forks, List<ForkResult> reference) {
        ListStatistics a = logs(forks);
        ListStatistics b = logs(reference);
        double mean = a.getMean() - b.getMean();
        if (a.getN() < 3 || b.getN() < 3) {
            return new Ratio(Math.exp(mean), Double.NaN, Double.NaN);
        }
        double va = a.getVariance() / a.getN();
        double vb = b.getVariance() / b.getN();
        double freedom = va + vb == 0
                ? a.getN() + b.getN() - 2
                : (va + vb) * (va + vb) / (va * va / (a.getN() - 1) + vb * vb / (b.getN() - 1));
        double error =
                new TDistribution(freedom).inverseCumulativeProbability((1 + CONFIDENCE) / 2) * Math.sqrt(va + vb);
        return new Ratio(Math.exp(mean), Math.exp(mean - error), Math.exp(mean + error));
    }

    private static ListStatistics logs(List<ForkResult> forks) {
        return new ListStatistics(
                forks.stream().mapToDouble(fork -> Math.log(fork.score())).toArray());
    }

    /**
     * A ratio and the bounds of its 95 % interval.
     *
     * @param low NaN, as is {@code high}, where there are fewer than three pairs
     */
    record Ratio(double mean, double low, double high) {}
}
