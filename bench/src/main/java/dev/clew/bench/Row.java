package dev.clew.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A competitor's figures in a case.
 *
 * @param ratio of its time to that of the case's first competitor
 * @param allocatedBytes each operation
 * @param collections of garbage, in all JVMs
 * @param counts each operation
 * @param forks what each JVM gave
 */
record Row(
        Competitor competitor,
        Estimate time,
        Estimate.Ratio ratio,
        double allocatedBytes,
        double collections,
        Map<String, Double> counts,
        List<ForkResult> forks) {

    static List<Row> of(Map<Competitor, List<ForkResult>> results) {
        List<ForkResult> reference = results.values().iterator().next();
        List<Row> rows = new ArrayList<>();
        results.forEach((competitor, forks) -> {
            Map<String, Double> counts = new TreeMap<>();
            for (ForkResult fork : forks) {
                fork.counts().forEach((name, count) -> counts.merge(name, count / forks.size(), Double::sum));
            }
            rows.add(new Row(
                    competitor,
                    Estimate.of(forks),
                    Estimate.ratio(forks, reference),
                    forks.stream()
                            .mapToDouble(ForkResult::allocatedBytes)
                            .average()
                            .orElse(Double.NaN),
                    forks.stream().mapToDouble(ForkResult::collections).sum(),
                    counts,
                    forks));
        });
        return rows;
    }
}
