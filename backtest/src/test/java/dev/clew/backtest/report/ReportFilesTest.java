package dev.clew.backtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.clew.backtest.data.CsvFile;
import dev.clew.backtest.data.DataLoader;
import dev.clew.backtest.data.DataOptions;
import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.model.DecisionDelayMillis;
import dev.clew.backtest.simulate.SimulatedBacktester;
import dev.clew.backtest.simulate.Simulation;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.strategy.ParameterRange;
import dev.clew.backtest.strategy.Strategies;
import dev.clew.backtest.sweep.Bootstrap;
import dev.clew.backtest.sweep.ConfigurationResult;
import dev.clew.backtest.sweep.Detail;
import dev.clew.backtest.sweep.Execution;
import dev.clew.backtest.sweep.ExecutionMode;
import dev.clew.backtest.sweep.Progress;
import dev.clew.backtest.sweep.Sweep;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The HTML and the JSON hold what happened, and need nothing else. */
@Timeout(120)
class ReportFilesTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TempDir
    Path folder;

    private static SweepReport report(List<Instrument> instruments, String strategy, String... params)
            throws Exception {
        List<ParameterGrid> grids = ParameterGrid.of(
                Strategies.named(List.of(strategy)),
                List.of(params).stream().map(ParameterRange::parse).toList());
        var sweep = new Sweep(grids, instruments, new BigDecimal("0.001"));
        try (var execution = new Execution(ExecutionMode.parse("adaptive"), 2)) {
            List<ConfigurationResult> results = sweep.run(execution, Progress.NONE).stream()
                    .sorted(ConfigurationResult.BEST_FIRST)
                    .toList();
            List<Detail> best = Detail.shown(results, 3).stream()
                    .map(place -> Detail.of(place + 1, results.get(place), sweep.feeRate()))
                    .toList();
            var bootstrap = new Bootstrap(100, 7, 90);
            List<Bootstrap.Interval> intervals = new ArrayList<>();
            for (Detail detail : best) {
                intervals.add(bootstrap.interval(detail.daily(), execution, Progress.NONE));
            }
            return new SweepReport(
                    instruments,
                    DataOptions.defaults().zone(),
                    sweep,
                    results,
                    best,
                    bootstrap,
                    intervals,
                    "adaptive",
                    2,
                    execution.counts(),
                    1_500_000);
        }
    }

    private static List<Instrument> bundled() {
        return new DataLoader(DataOptions.defaults()).loadDefault();
    }

    @Test
    void theHtmlNeedsNoOtherFileAndHasAllCharts() throws Exception {
        Path file = folder.resolve("report.html");
        HtmlReport.write(report(bundled(), "sma", "fast=5..20:5", "slow=30,40,50"), file);
        String html = Files.readString(file);
        assertThat(html).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
        assertThat(html.replaceAll("data:image/png;base64,[A-Za-z0-9+/=]+", "image"))
                .doesNotContain("http:", "https:", "//www", "<script", "<link", "@import", "url(");
        assertThat(html)
                .contains("Best configurations", "Equity curve", "Drawdown", "Heat map of the sweep: sma")
                .contains("Confidence by resampling days", "BTC/USD", "AAPL", "max-width: 640px");
        var images = Pattern.compile("data:image/png;base64,([A-Za-z0-9+/=]+)").matcher(html);
        int count = 0;
        while (images.find()) {
            var image = ImageIO.read(
                    new java.io.ByteArrayInputStream(Base64.getDecoder().decode(images.group(1))));
            assertThat(image.getWidth()).isIn(800, 2000);
            count++;
        }
        assertThat(count).isEqualTo(2 * 3 * 2);
    }

    @Test
    void whatComesFromFilesIsEscaped() throws Exception {
        CsvFile file = CsvFile.of(folder, "<b>&'x'.csv", """
                time,open,high,low,close
                2024-01-02 10:00,1,1,1,1
                2024-01-02 10:05,1,1,1,1
                2024-01-02 10:10,1,1,1,1
                """);
        Path html = folder.resolve("report.html");
        HtmlReport.write(
                report(
                        new DataLoader(DataOptions.defaults())
                                .load(List.of(file.path().toString())),
                        "sma",
                        "fast=1",
                        "slow=2"),
                html);
        assertThat(Files.readString(html)).contains("&lt;b&gt;&amp;&#39;x&#39;").doesNotContain("<b>");
    }

    @Test
    void theJsonOfASweepHoldsExactProfits() throws Exception {
        SweepReport report = report(bundled(), "sma", "fast=5..20:5", "slow=30,40,50");
        Path file = folder.resolve("result.json");
        JsonReport.write(report, file);
        JsonNode root = JSON.readTree(Files.readString(file));
        assertThat(root.get("mode").asText()).isEqualTo("sweep");
        assertThat(root.get("execution").asText()).isEqualTo("adaptive");
        assertThat(root.get("workers").asInt()).isEqualTo(2);
        assertThat(root.get("evaluations").asInt()).isEqualTo(96);
        assertThat(root.get("wallTimeMs").decimalValue()).isEqualByComparingTo("1.5");
        assertThat(root.get("feePercent").decimalValue()).isEqualByComparingTo("0.1");
        assertThat(root.get("data")).hasSize(2);
        assertThat(root.get("data").get(0).get("days").asInt()).isEqualTo(7);
        assertThat(root.get("data").get(1).get("overnight").asBoolean()).isTrue();
        for (String count : List.of("forks", "branchesInlined", "branchesStolen", "branchesPromoted")) {
            assertThat(root.get("runtime").get(count).isIntegralNumber())
                    .as(count)
                    .isTrue();
        }
        assertThat(root.get("results")).hasSize(24);
        for (int i = 0; i < 24; i++) {
            assertThat(root.get("results").get(i).get("pnl").decimalValue())
                    .isEqualByComparingTo(report.results().get(i).pnl().amount());
        }
        JsonNode best = root.get("best").get(0);
        assertThat(best.get("rank").asInt()).isEqualTo(1);
        assertThat(best.get("interval").get("low").decimalValue())
                .isEqualByComparingTo(report.intervals().get(0).low().amount());
        BigDecimal sum = BigDecimal.ZERO;
        for (JsonNode day : best.get("daily")) {
            sum = sum.add(day.decimalValue());
        }
        assertThat(sum).isEqualByComparingTo(best.get("pnl").decimalValue());
    }

    @Test
    void theJsonOfASimulation() throws Exception {
        var simulation = new Simulation(new SimulatedBacktester(new DecisionDelayMillis(0)), 24);
        Path file = folder.resolve("simulation.json");
        try (var execution = new Execution(ExecutionMode.parse("batched:30"), 2)) {
            JsonReport.write(simulation.run(execution, Progress.NONE), "batched:30", 2, 24, 0, file);
        }
        JsonNode root = JSON.readTree(Files.readString(file));
        assertThat(root.get("mode").asText()).isEqualTo("simulate");
        assertThat(root.get("days").asInt()).isEqualTo(720);
        assertThat(root.get("months").asInt()).isEqualTo(24);
        assertThat(root.get("pnl").asInt()).isEqualTo(7_200);
        assertThat(root.get("runtime").get("forks").asInt()).isEqualTo(24);
    }
}
