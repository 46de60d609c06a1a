package dev.clew.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A competitor's figures in a case.
 *
 * @param ratio of its time to that of the case's first competitor that ended
 * @param allocatedBytes each operation
 * @param collections of garbage, in all JVMs
 * @param counts each operation
 * @param forks what each JVM gave; none where it did not finish
 * @param seconds that all its JVMs took
 * @param failure why it did not finish, or null
 * @param overTime whether that is for passing its time limit
 */
record Row(
        Competitor competitor,
        Estimate time,
        Estimate.Ratio ratio,
        double allocatedBytes,
        double collections,
        Map<String, Double> counts,
        List<ForkResult> forks,
        double seconds,
        @Nullable String failure,
        boolean overTime) {

    static List<Row> of(Map<Competitor, Attempts> results) {
        List<ForkResult> reference = results.values().stream()
                .map(Attempts::forks)
                .filter(forks -> !forks.isEmpty())
                .findFirst()
                .orElse(List.of());
        List<Row> rows = new ArrayList<>();
        results.forEach((competitor, attempts) -> rows.add(of(competitor, attempts, reference)));
        return rows;
    }

    private static Row of(Competitor competitor, Attempts attempts, List<ForkResult> reference) {
        List<ForkResult> forks = attempts.forks();
        Map<String, Double> counts = new TreeMap<>();
        for (ForkResult fork : forks) {
            fork.counts().forEach((name, count) -> counts.merge(name, count / forks.size(), Double::sum));
        }
        return new Row(
                competitor,
                Estimate.of(forks),
                Estimate.ratio(forks, reference),
                forks.stream().mapToDouble(ForkResult::allocatedBytes).average().orElse(Double.NaN),
                forks.stream().mapToDouble(ForkResult::collections).sum(),
                counts,
                forks,
                attempts.seconds(),
                attempts.failure(),
                attempts.overTime());
    }
}
