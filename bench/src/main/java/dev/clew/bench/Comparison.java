package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.io.PrintWriter;
import java.util.Objects;

/** Two runs side by side: for each row of both, how many times as long it takes in the second, with its interval. */
final class Comparison {
    private static final String LINE = "  %-44s %14s %14s %26s  %s%n";

    private final Stored before;
    private final Stored after;
    private final PrintWriter out;

    Comparison(Stored before, Stored after, PrintWriter out) {
        this.before = before;
        this.after = after;
        this.out = out;
    }

    /** Prints the table; gives how many rows of Clew are slower for certain. */
    int print() {
        out.printf(
                "before   %s; %s; %s%n",
                before.date(), before.machine().jdk(), before.machine().processor());
        out.printf(
                "after    %s; %s; %s%n",
                after.date(), after.machine().jdk(), after.machine().processor());
        out.printf("         ratio: after divided by before, more than 1 is slower%n");
        out.printf("         brackets: 95 %% over JVMs, not in pairs%n");
        if (!before.machine().processor().equals(after.machine().processor())
                || !before.machine().jdk().equals(after.machine().jdk())) {
            out.println("         the machines or JDKs differ, so the ratios say nothing about the programs");
        }
        int slower = 0;
        int compared = 0;
        for (Stored.Work work : after.cases()) {
            Stored.Work old = before.work(work.id());
            if (old != null) {
                out.printf("%n%s: %s%n", work.id(), work.title());
                out.printf(LINE, "", "before, " + unit(work), "after, " + unit(work), "after ÷ before", "");
                for (Stored.Entry entry : work.competitors()) {
                    Stored.Entry was = old.named(entry.name());
                    if (was != null && entry.time() != null) {
                        compared++;
                        slower += row(entry, was) && entry.peer().equals(Peer.CLEW.key()) ? 1 : 0;
                    }
                }
            }
        }
        out.printf("%n%d rows in both; of Clew's, %d slower for certain%n", compared, slower);
        out.flush();
        return slower;
    }

    private boolean row(Stored.Entry entry, Stored.Entry was) {
        Estimate.Ratio ratio = Estimate.unpaired(entry.forks(), was.forks());
        boolean known = Double.isFinite(ratio.low());
        String verdict =
                !known ? "too few JVMs to tell" : ratio.low() > 1 ? "SLOWER" : ratio.high() < 1 ? "faster" : "the same";
        out.printf(
                LINE,
                entry.name(),
                TextReport.figure(mean(was)),
                TextReport.figure(mean(entry)),
                TextReport.ratio(ratio),
                verdict);
        return known && ratio.low() > 1;
    }

    private static double mean(Stored.Entry entry) {
        return Objects.requireNonNullElse(entry.time(), Double.NaN);
    }

    private static String unit(Stored.Work work) {
        return work.unitNanos() == 1000 ? "µs" : "ms";
    }
}
