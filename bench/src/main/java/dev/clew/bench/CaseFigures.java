package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A case on the page: a bar with a whisker for each competitor, its time, ratio and allocation. */
final class CaseFigures {
    /** Bars are cut where they would be longer than this many times the first row's. */
    private static final double LONGEST = 6;

    private CaseFigures() {}

    static void append(Html html, Stored.Work work) {
        String first =
                work.competitors().isEmpty() ? "" : work.competitors().get(0).name();
        html.raw("<div class=\"case\" id=\"" + Html.escape(work.id()) + "\"><h4>")
                .text(work.title())
                .raw("<code>")
                .text(work.id())
                .raw("</code><span class=\"small\">")
                .text(jvms(work))
                .raw(
                        "</span></h4>\n<div class=\"row head\"><span></span><span></span><span class=\"number\">time</span>")
                .raw("<span class=\"number\">")
                .text("÷ " + first)
                .raw("</span><span class=\"number\">allocated</span></div>\n");
        double scale = scale(work.competitors());
        for (Stored.Entry entry : work.competitors()) {
            row(html, work, entry, scale, "÷ " + first);
        }
        html.raw("</div>\n");
    }

    /** On how many JVMs its figures rest. */
    private static String jvms(Stored.Work work) {
        int fewest = fewestJvms(work);
        int most = mostJvms(work);
        return (fewest == most ? "" : fewest + " to ") + most + (most == 1 ? " JVM" : " JVMs") + " each";
    }

    /** Of the competitor that has fewest of those that finished; 0 where none did. */
    static int fewestJvms(Stored.Work work) {
        return finished(work).min().orElse(0);
    }

    private static int mostJvms(Stored.Work work) {
        return finished(work).max().orElse(0);
    }

    private static IntStream finished(Stored.Work work) {
        return work.competitors().stream()
                .filter(entry -> entry.time() != null)
                .mapToInt(entry -> entry.jvms().size());
    }

    private static double scale(List<Stored.Entry> entries) {
        double[] times = entries.stream()
                .filter(entry -> entry.time() != null)
                .mapToDouble(entry -> value(entry.time()) + Math.max(0, finite(value(entry.error()))))
                .toArray();
        if (times.length == 0) {
            return 1;
        }
        double longest = Arrays.stream(times).max().orElse(1);
        double shortest = Arrays.stream(times).min().orElse(longest);
        return Math.min(longest, Math.max(times[0], shortest) * LONGEST);
    }

    private static void row(Html html, Stored.Work work, Stored.Entry entry, double scale, String label) {
        html.raw(entry.peer().equals(Peer.CLEW.key()) ? "<div class=\"row clew\">" : "<div class=\"row\">")
                .raw("<span class=\"name\">")
                .text(entry.name());
        if (entry.time() != null && entry.jvms().size() < mostJvms(work)) {
            html.raw("<span class=\"small\">")
                    .text("of " + entry.jvms().size() + (entry.jvms().size() == 1 ? " JVM" : " JVMs"))
                    .raw("</span>");
        }
        if (!entry.counts().isEmpty()) {
            html.raw("<span class=\"small\">").text(counts(entry)).raw("</span>");
        }
        html.raw("</span>");
        if (entry.time() == null) {
            html.raw("<span class=\"failed\">")
                    .text("did not finish: " + firstLine(Objects.requireNonNullElse(entry.failure(), "no figure")))
                    .raw("</span></div>\n");
            return;
        }
        double time = value(entry.time());
        double error = value(entry.error());
        html.raw(bar(time, error, scale))
                .raw("<span class=\"number\">")
                .text(Html.time(time * work.unitNanos())
                        + (Double.isFinite(error) ? " ± " + percent(error / time) : ""))
                .raw("</span><span class=\"number ratio\" data-label=\"" + Html.escape(label) + "\">")
                .text(ratio(entry))
                .raw("</span><span class=\"number bytes\">")
                .text(Html.bytes(value(entry.allocatedBytes())))
                .raw("</span></div>\n");
    }

    private static String bar(double time, double error, double scale) {
        boolean cut = time > scale;
        StringBuilder bar = new StringBuilder("<span class=\"bar\"><i")
                .append(cut ? " class=\"cut\"" : "")
                .append(String.format(Locale.ROOT, " style=\"width:%.2f%%\"></i>", 100 * Math.min(1, time / scale)));
        if (!cut && Double.isFinite(error)) {
            double from = Math.max(0, time - error) / scale;
            double to = Math.min(1, (time + error) / scale);
            bar.append(String.format(
                    Locale.ROOT, "<u style=\"left:%.2f%%;width:%.2f%%\"></u>", 100 * from, 100 * (to - from)));
        }
        return bar.append("</span>").toString();
    }

    private static String ratio(Stored.Entry entry) {
        String mean = Html.number(value(entry.ratioToFirst()));
        return entry.ratioLow() == null || entry.ratioLow().equals(entry.ratioHigh())
                ? mean
                : mean + " [" + Html.number(value(entry.ratioLow())) + ", " + Html.number(value(entry.ratioHigh()))
                        + "]";
    }

    private static String counts(Stored.Entry entry) {
        return entry.counts().entrySet().stream()
                .filter(count -> count.getValue() >= 0.001)
                .map(count -> Html.number(count.getValue()) + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.1 ? "%.1f %%" : "%.0f %%", 100 * part);
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }

    static double value(@Nullable Double number) {
        return number == null ? Double.NaN : number;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
