package dev.clew.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What counting costs, in the shape of S3's table: each benchmark with its metrics and without, in pairs of JVMs. */
final class MetricsTable {
    static final String COUNTING = "counting";
    static final String NOT_COUNTING = "not counting";

    /** The source's figures, without metrics → with them; in operations a minute, or a second. */
    private static final Map<String, String> SOURCE = new LinkedHashMap<>();

    static {
        SOURCE.put("metrics/runnables", "700.4 → 626.6 (−10.5 %)");
        SOURCE.put("metrics/control", "597.2 → 579.2 (−3.0 %)");
        SOURCE.put("metrics/fibers", "8.120 → 7.908 (−2.6 %)");
        SOURCE.put("metrics/alloc", "4.473 → 4.427 (−1.0 %)");
        SOURCE.put("metrics/traverse", "288.9 → 289.6 a second (+0.2 %)");
    }

    private MetricsTable() {}

    static void append(Html html, Stored run) {
        List<List<String>> rows = new ArrayList<>();
        for (Stored.Work work : run.cases()) {
            if (work.scenario().equals(SystemScenarios.METRICS)
                    && work.competitors().size() == 2) {
                Stored.Entry with = work.competitors().get(0);
                Stored.Entry without = work.competitors().get(1);
                rows.add(List.of(
                        work.title(),
                        Html.time(CaseFigures.value(with.time()) * work.unitNanos()),
                        Html.time(CaseFigures.value(without.time()) * work.unitNanos()),
                        cost(Estimate.ratio(with.forks(), without.forks())),
                        String.valueOf(
                                Math.min(with.jvms().size(), without.jvms().size())),
                        SOURCE.getOrDefault(work.id(), "")));
            }
        }
        if (!rows.isEmpty()) {
            html.element("h3", "S3: what counting costs");
            html.table(
                    "Each benchmark in JVMs that count and in JVMs that do not, in turn. The cost is that of the time, paired, with its"
                            + " 95 % interval. The source's figures are operations a minute, before its counters and with them.",
                    List.of(
                            "benchmark",
                            ">!counting",
                            ">not counting",
                            ">!cost of counting",
                            ">pairs",
                            ">~the source: Cats Effect"),
                    rows);
        }
    }

    /** By how much more time it takes, in percent. */
    static String cost(Estimate.Ratio ratio) {
        String mean = percent(ratio.mean());
        return Double.isFinite(ratio.low())
                ? mean + " [" + percent(ratio.low()) + ", " + percent(ratio.high()) + "]"
                : mean;
    }

    private static String percent(double ratio) {
        return Double.isFinite(ratio)
                ? String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1)).replace('-', '−')
                : "–";
    }
}
