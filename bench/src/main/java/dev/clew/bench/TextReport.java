package dev.clew.bench;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Prints what was measured: where and how, then one table a scenario, each case as soon as it is done. */
final class TextReport {
    private static final String LINE = "  %-44s %22s %24s %14s%n";
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    private final PrintWriter out;

    TextReport(PrintWriter out) {
        this.out = out;
    }

    void begin(Stored run) {
        Machine machine = run.machine();
        Settings settings = run.settings();
        out.printf("date     %s%n", Instant.parse(run.date()).truncatedTo(ChronoUnit.SECONDS));
        out.printf("command  %s%n", String.join(" ", run.command()));
        out.printf("machine  %s%n", machine.words());
        out.printf("JDK      %s; %s%n", machine.jdk(), machine.collector());
        out.printf("flags    %s %s%n", String.join(" ", machine.flags()), String.join(" ", run.jvmArguments()));
        out.printf("method   %s%n", settings.words());
        out.printf("         ± and brackets: 95 %% confidence, over %s%n", over(settings));
        out.printf(
                "peers    %s%n",
                run.versions().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
        run.notes().forEach(note -> out.printf("note     %s%n", note));
    }

    private static String over(Settings settings) {
        return switch (settings.forks()) {
            case 1 -> "the iterations of one JVM, which says nothing about the next JVM: use more --forks for a claim";
            case 2 -> "JVMs, but it takes three: use more --forks";
            default -> "JVMs; the ratio is of JVMs of the same round";
        };
    }

    void scenario(Scenario scenario) {
        out.printf("%n%s: %s%n", scenario.name(), scenario.purpose());
    }

    void rows(Case work, List<Row> rows) {
        String first = rows.get(0).competitor().name();
        out.printf("%n%s: %s%n", work.id(), work.title());
        out.printf(LINE, "", "time, " + unit(work.unit()), "÷ " + first, "allocated, B");
        for (Row row : rows) {
            if (row.failure() != null) {
                out.printf("  %-44s did not finish: %s%n", row.competitor().name(), row.failure());
                continue;
            }
            out.printf(
                    LINE,
                    row.competitor().name(),
                    time(row.time()),
                    row == rows.get(0) ? "1" : ratio(row.ratio()),
                    figure(row.allocatedBytes()));
        }
        for (Row row : rows) {
            if (!row.counts().isEmpty()) {
                out.printf(
                        Locale.ROOT,
                        "  %s, each operation: %s; %.0f garbage collections in all%n",
                        row.competitor().name(),
                        counts(row.counts()),
                        row.collections());
            }
        }
        out.flush();
    }

    private static String counts(Map<String, Double> counts) {
        return counts.entrySet().stream()
                .map(entry -> count(entry.getValue()) + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String count(double count) {
        return String.format(Locale.ROOT, count == Math.rint(count) ? "%.0f" : "%.2f", count);
    }

    private static String time(Estimate time) {
        return figure(time.mean()) + (Double.isNaN(time.error()) ? "" : " ± " + error(time));
    }

    static String ratio(Estimate.Ratio ratio) {
        String mean = String.format(Locale.ROOT, "%.3f", ratio.mean());
        return Double.isNaN(ratio.low())
                ? mean
                : mean + String.format(Locale.ROOT, " [%.3f, %.3f]", ratio.low(), ratio.high());
    }

    /** Four digits that count. */
    static String figure(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(FOUR_DIGITS).toPlainString() : "–";
    }

    /** The error with as many decimals as the mean is printed with. */
    private static String error(Estimate time) {
        int decimals =
                Math.max(0, new BigDecimal(time.mean()).round(FOUR_DIGITS).scale());
        return String.format(Locale.ROOT, "%." + decimals + "f", time.error());
    }

    private static String unit(TimeUnit unit) {
        return unit == TimeUnit.MICROSECONDS ? "µs" : "ms";
    }
}
