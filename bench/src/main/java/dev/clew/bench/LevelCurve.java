package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The time of fib(n) over the level below which it is sequential, a line for each competitor, as SVG. */
final class LevelCurve {
    private static final int HIGHEST = 30;
    private static final String FAINT = " stroke-opacity=\"0.4\"";
    private static final String FAINTER = " stroke-opacity=\"0.15\"";
    private static final String SEQUENTIAL = Competitor.name(Peer.JAVA, "sequential");

    /** The competitors with a line, and its colour. */
    private static final Map<String, String> LINES = new LinkedHashMap<>();

    static {
        LINES.put(Competitor.name(Peer.CLEW, ""), "#2a7bc0");
        LINES.put(Competitor.name(Peer.FORK_JOIN, "RecursiveTask"), "#d9730d");
        LINES.put(Competitor.name(Peer.ZIO, "fork and join"), "#cf4a35");
        LINES.put(Competitor.name(Peer.CATS, "start and join"), "#8d68c8");
        LINES.put(Competitor.name(Peer.KOTLIN, ""), "#2e8540");
        LINES.put(Competitor.name(Peer.COMPLETABLE_FUTURE, ""), "#a5862c");
        LINES.put(Competitor.name(Peer.VIRTUAL_THREADS, ""), "#cc5aa0");
        LINES.put(Competitor.name(Peer.GO, ""), "#2597a6");
    }

    private final int n;
    private final Map<Integer, Stored.Work> works = new TreeMap<>();

    LevelCurve(Stored run, int n) {
        this.n = n;
        for (Stored.Work work : run.cases()) {
            if (work.id().equals("fib/" + n) || work.id().startsWith("fib/" + n + "-level-")) {
                works.put(Integer.parseInt(work.parameters().getOrDefault("level", "0")), work);
            }
        }
    }

    /** Whether there are enough levels for a curve. */
    boolean exists() {
        return works.size() >= 3;
    }

    void append(Html html) {
        html.raw("<figure>\n<figcaption><strong>")
                .text("Time over level, fib(" + n + ")")
                .raw("</strong>")
                .text(
                        "Logarithmic; lower is faster. Dashed: sequential, and half of it, which is the best that two processors can do.")
                .raw("</figcaption>\n")
                .raw(svg("wide", 960, 420))
                .raw(svg("narrow", 380, 340))
                .raw("<div class=\"legend\">");
        lines().forEach((name, color) -> html.raw("<span><i style=\"border-color:" + color + "\"></i>")
                .text(name)
                .raw("</span>"));
        html.raw("</div></figure>\n");
    }

    private Map<String, String> lines() {
        Map<String, String> present = new LinkedHashMap<>(LINES);
        present.keySet().removeIf(name -> works.values().stream().allMatch(work -> work.named(name) == null));
        return present;
    }

    private double sequential() {
        return works.values().stream()
                .mapToDouble(work -> nanos(work, SEQUENTIAL))
                .filter(Double::isFinite)
                .average()
                .orElse(Double.NaN);
    }

    private static double nanos(Stored.Work work, String name) {
        Stored.Entry entry = work.named(name);
        return entry == null || entry.time() == null ? Double.NaN : entry.time() * work.unitNanos();
    }

    private String svg(String kind, int width, int height) {
        double[] times = works.values().stream()
                .flatMapToDouble(work -> lines().keySet().stream().mapToDouble(name -> nanos(work, name)))
                .filter(Double::isFinite)
                .toArray();
        double sequential = sequential();
        double low = Math.log10(Arrays.stream(times).min().orElse(1)) - 0.05;
        if (Double.isFinite(sequential)) {
            low = Math.min(low, Math.log10(sequential / 2) - 0.1);
        }
        double high = Math.max(Math.log10(Arrays.stream(times).max().orElse(10)) + 0.05, low + 0.5);
        Plot plot = new Plot(62, 12, width - 16.0, height - 40.0, low, high);
        Html svg = new Html();
        svg.raw("<svg class=\"%s\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Time over level of fib(%d)\">\n"
                .formatted(kind, width, height, n));
        plot.grid(svg, kind.equals("wide") ? 3 : 6);
        if (Double.isFinite(sequential)) {
            plot.level(svg, sequential, "sequential");
            plot.level(svg, sequential / 2, "half");
        }
        lines().forEach((name, color) -> plot.line(svg, works, name, color));
        return svg.raw("</svg>\n").toString();
    }

    /** Where figures are on the paper. */
    private record Plot(double left, double top, double right, double bottom, double low, double high) {
        double x(double level) {
            return left + (right - left) * level / HIGHEST;
        }

        double y(double nanos) {
            return bottom - (bottom - top) * (Math.log10(nanos) - low) / (high - low);
        }

        void grid(Html svg, int step) {
            for (int power = (int) Math.floor(low); power <= high; power++) {
                for (int digit : List.of(1, 2, 5)) {
                    double nanos = digit * Math.pow(10, power);
                    if (Math.log10(nanos) >= low && Math.log10(nanos) <= high) {
                        svg.raw(line(left, y(nanos), right, y(nanos), "#808890", digit == 1 ? FAINT : FAINTER));
                        svg.raw(label(left - 6, y(nanos) + 4, "end", Html.time(nanos)));
                    }
                }
            }
            for (int level = 0; level <= HIGHEST; level += step) {
                svg.raw(line(x(level), bottom, x(level), bottom + 4, "#9aa1ab", ""));
                svg.raw(label(x(level), bottom + 18, "middle", String.valueOf(level)));
            }
            svg.raw(line(left, bottom, right, bottom, "#9aa1ab", ""));
            svg.raw(label((left + right) / 2, bottom + 34, "middle", "level"));
        }

        void level(Html svg, double nanos, String name) {
            svg.raw(line(left, y(nanos), right, y(nanos), "#7d8590", " stroke-dasharray=\"5 4\""));
            svg.raw(label(left + 6, y(nanos) - 4, "start", name));
        }

        void line(Html svg, Map<Integer, Stored.Work> works, String name, String color) {
            StringBuilder path = new StringBuilder();
            StringBuilder marks = new StringBuilder();
            boolean ours = name.equals(Peer.CLEW.title());
            works.forEach((level, work) -> {
                double nanos = nanos(work, name);
                if (Double.isFinite(nanos)) {
                    path.append(
                            String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : " L", x(level), y(nanos)));
                    marks.append(String.format(
                            Locale.ROOT,
                            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\"><title>%s, level %d: %s</title></circle>",
                            x(level),
                            y(nanos),
                            ours ? "3.6" : "2.6",
                            color,
                            Html.escape(name),
                            level,
                            Html.time(nanos)));
                }
            });
            svg.raw("<path d=\"" + path + "\" fill=\"none\" stroke=\"" + color + "\" stroke-width=\""
                    + (ours ? "3" : "1.6") + "\"/>" + marks + "\n");
        }

        private static String line(double x1, double y1, double x2, double y2, String color, String more) {
            return String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"%s/>\n",
                    x1,
                    y1,
                    x2,
                    y2,
                    color,
                    more);
        }

        private static String label(double x, double y, String anchor, String text) {
            return String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
                    x,
                    y,
                    anchor,
                    Html.escape(text));
        }
    }
}
