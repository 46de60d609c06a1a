package dev.clew.backtest.report;

import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.sweep.Bootstrap;
import dev.clew.backtest.sweep.Detail;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Writes one HTML file that needs no other: tables, and charts as embedded images. */
public final class HtmlReport {

    private static final int CURVES = 4;

    /** Draws a chart in a size. */
    private interface Drawing {
        byte[] in(Charts charts) throws IOException;
    }

    private final SweepReport report;
    private final StringBuilder html = new StringBuilder();

    private HtmlReport(SweepReport report) {
        this.report = report;
    }

    /** Writes it; without fonts for charts it says so in their place. */
    public static void write(SweepReport report, Path file) throws IOException {
        System.setProperty("java.awt.headless", "true");
        Files.writeString(file, new HtmlReport(report).render(), StandardCharsets.UTF_8);
    }

    private String render() throws IOException {
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<title>Backtest report</title>\n<style>\n")
                .append(style())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>Backtest report</h1>\n");
        facts();
        best();
        intervals();
        for (Instrument instrument : report.instruments()) {
            instrument(instrument);
        }
        strategies();
        return html.append("</main>\n</body>\n</html>\n").toString();
    }

    private static String style() throws IOException {
        try (var in = HtmlReport.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IOException("the style sheet of the report is missing from the jar; build it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void facts() {
        html.append("<dl class=\"facts\">\n");
        fact("Evaluations", Numbers.count(report.sweep().evaluations()));
        fact("Configurations", Numbers.count(report.sweep().configurations().size()));
        fact("Time", Numbers.seconds(report.sweepNanos()));
        fact("Execution", report.execution() + ", " + Numbers.count(report.workers(), "worker"));
        fact("Branches stolen", Numbers.count(report.counts().branchesStolen()));
        html.append("</dl>\n");
    }

    private void fact(String name, String value) {
        html.append("<div><dt>")
                .append(escape(name))
                .append("</dt><dd>")
                .append(escape(value))
                .append("</dd></div>\n");
    }

    private void best() {
        html.append("<h2>Best configurations</h2>\n");
        List<List<String>> rows = new ArrayList<>();
        for (Detail detail : report.best()) {
            var result = detail.result();
            Instrument instrument = result.configuration().instrument();
            BigDecimal pnl = result.pnl().amount();
            rows.add(List.of(
                    String.valueOf(detail.rank()),
                    instrument.name(),
                    result.configuration().label(),
                    Numbers.money(pnl, instrument),
                    Numbers.signedPercent(Numbers.percentOfPrice(pnl, instrument)),
                    Numbers.count(result.positions()),
                    Numbers.share(result.winRate()),
                    Numbers.money(BigDecimal.valueOf(-detail.maxDrawdown()), instrument),
                    Numbers.ratio(detail.sharpe())));
        }
        table(
                List.of(
                        ">#",
                        "Instrument",
                        "Configuration",
                        ">Total PnL",
                        ">Return",
                        ">Trades",
                        ">Win rate",
                        ">Max drawdown",
                        ">Sharpe"),
                rows);
        note(SweepReport.TRADING_NOTE + " " + SweepReport.SHARPE_NOTE);
    }

    private void intervals() {
        Bootstrap bootstrap = report.bootstrap();
        if (bootstrap == null) {
            return;
        }
        html.append("<h2>Confidence by resampling days</h2>\n");
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < report.intervals().size(); i++) {
            Detail detail = report.best().get(i);
            Instrument instrument = detail.result().configuration().instrument();
            Bootstrap.Interval interval = report.intervals().get(i);
            rows.add(List.of(
                    String.valueOf(detail.rank()),
                    instrument.name(),
                    detail.result().configuration().label(),
                    String.valueOf(interval.days()),
                    Numbers.money(interval.low().amount(), instrument),
                    Numbers.money(interval.median().amount(), instrument),
                    Numbers.money(interval.high().amount(), instrument),
                    Numbers.share(interval.lossPart())));
        }
        table(List.of(">#", "Instrument", "Configuration", ">Days", ">From", ">Median", ">To", ">With a loss"), rows);
        note("Total PnL inside " + bootstrap.confidence() + " % of " + Numbers.count(bootstrap.resamples())
                + " resamples of the days, seed " + bootstrap.seed() + ".");
    }

    private void instrument(Instrument instrument) throws IOException {
        html.append("<h2>").append(escape(instrument.name())).append("</h2>\n");
        note(DataText.contents(instrument, report.zone()) + "; " + DataText.trading(instrument) + "; "
                + DataText.buyAndHold(instrument) + ".");
        List<Detail> details = report.best().stream()
                .filter(detail ->
                        detail.result().configuration().instrument().name().equals(instrument.name()))
                .limit(CURVES)
                .toList();
        if (details.isEmpty()) {
            return;
        }
        Detail first = details.get(0);
        chart(
                "Equity curve",
                "Profit of the best, open positions valued at each close.",
                charts -> charts.equity(details));
        chart(
                "Drawdown",
                "How far " + Charts.name(first) + " was below its last peak.",
                charts -> charts.drawdown(first));
        for (ParameterGrid grid : report.sweep().grids()) {
            if (grid.strategy()
                            .name()
                            .equals(first.result().configuration().strategy().name())
                    && grid.swept().size() >= 2) {
                chart(
                        "Heat map of the sweep: " + grid.strategy().name(),
                        "Total PnL over " + String.join(" and ", Charts.axes(grid))
                                + (grid.swept().size() > 2 ? ", the best over all other parameters." : "."),
                        charts -> charts.heatMap(grid, instrument, report.results()));
            }
        }
    }

    private void chart(String title, String caption, Drawing drawing) throws IOException {
        html.append("<figure>\n<figcaption><strong>")
                .append(escape(title))
                .append("</strong> ")
                .append(escape(caption))
                .append("</figcaption>\n");
        try {
            html.append("<picture><source media=\"(max-width: 640px)\" srcset=\"")
                    .append(image(drawing.in(new Charts(Charts.Size.NARROW, report.zone()))))
                    .append("\"><img alt=\"")
                    .append(escape(title))
                    .append("\" src=\"")
                    .append(image(drawing.in(new Charts(Charts.Size.WIDE, report.zone()))))
                    .append("\"></picture>\n");
        } catch (LinkageError | InternalError noFonts) {
            html.append("<p class=\"missing\">This JDK cannot draw text (")
                    .append(escape(noFonts.toString()))
                    .append(
                            "); install fontconfig and a font, as the Debian packages fontconfig and fonts-dejavu.</p>\n");
        }
        html.append("</figure>\n");
    }

    private static String image(byte[] png) {
        return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
    }

    private void strategies() {
        html.append("<h2>Strategies</h2>\n");
        html.append("<ul>\n");
        for (ParameterGrid grid : report.sweep().grids()) {
            html.append("<li>")
                    .append(escape(grid.strategy().description()))
                    .append(" <span class=\"note\">")
                    .append(escape(Numbers.count(grid.combinations().size(), "combination")))
                    .append("</span></li>\n");
        }
        html.append("</ul>\n");
        report.sweep().leftOut().forEach(this::note);
    }

    private void note(String text) {
        html.append("<p class=\"note\">").append(escape(text)).append("</p>\n");
    }

    private void table(List<String> columns, List<List<String>> rows) {
        html.append("<div class=\"scroll\"><table>\n<thead><tr>");
        for (String column : columns) {
            boolean numeric = column.startsWith(">");
            html.append(numeric ? "<th class=\"number\">" : "<th>")
                    .append(escape(numeric ? column.substring(1) : column))
                    .append("</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            html.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                boolean numeric = columns.get(i).startsWith(">");
                html.append(numeric ? "<td class=\"number\">" : "<td>")
                        .append(escape(row.get(i)))
                        .append("</td>");
            }
            html.append("</tr>\n");
        }
        html.append("</tbody>\n</table></div>\n");
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
