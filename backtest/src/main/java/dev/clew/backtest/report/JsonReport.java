package dev.clew.backtest.report;

import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.model.PnL;
import dev.clew.backtest.simulate.Simulation;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.sweep.Bootstrap;
import dev.clew.backtest.sweep.ConfigurationResult;
import dev.clew.backtest.sweep.Detail;
import dev.clew.backtest.sweep.ExecutionCounts;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what a run did as JSON. Profits are exact: numbers with all their digits. */
public final class JsonReport {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();

    private JsonReport() {}

    /** Writes a sweep. */
    public static void write(SweepReport report, Path file) throws IOException {
        ObjectNode root = head("sweep", report.execution(), report.workers());
        root.put("zone", report.zone().getId());
        report.instruments().forEach(instrument -> root.withArray("data").add(data(instrument)));
        report.sweep().grids().forEach(grid -> root.withArray("strategies").add(grid(grid)));
        ArrayNode notes = root.putArray("notes");
        report.sweep().leftOut().forEach(notes::add);
        decimal(root, "feePercent", report.sweep().feeRate().movePointRight(2));
        root.put("configurations", report.sweep().configurations().size());
        root.put("evaluations", report.sweep().evaluations());
        time(root, report.sweepNanos());
        root.set("runtime", counts(report.counts()));
        root.put("sharpe", SweepReport.SHARPE_NOTE);
        Bootstrap bootstrap = report.bootstrap();
        if (bootstrap != null) {
            root.putObject("bootstrap")
                    .put("resamples", bootstrap.resamples())
                    .put("seed", bootstrap.seed())
                    .put("confidencePercent", bootstrap.confidence());
        }
        ArrayNode best = root.putArray("best");
        for (int i = 0; i < report.best().size(); i++) {
            ObjectNode node = detail(report.best().get(i));
            if (!report.intervals().isEmpty()) {
                node.set("interval", interval(report.intervals().get(i)));
            }
            best.add(node);
        }
        ArrayNode results = root.putArray("results");
        report.results().forEach(result -> results.add(result(result)));
        Files.write(file, MAPPER.writeValueAsBytes(root));
    }

    /** Writes a simulation. */
    public static void write(
            Simulation.Report report, String execution, int workers, int months, long delayMillis, Path file)
            throws IOException {
        ObjectNode root = head("simulate", execution, workers);
        root.put("months", months);
        root.put("days", report.days());
        root.put("decisionDelayMs", delayMillis);
        time(root, report.wallNanos());
        root.set("runtime", counts(report.counts()));
        pnl(root, "pnl", report.summary().pnl());
        Files.write(file, MAPPER.writeValueAsBytes(root));
    }

    private static ObjectNode head(String mode, String execution, int workers) {
        return MAPPER.createObjectNode()
                .put("mode", mode)
                .put("execution", execution)
                .put("workers", workers);
    }

    private static void time(ObjectNode node, long nanos) {
        node.put("wallTimeMs", Math.round(nanos / 1e3) / 1e3);
    }

    private static ObjectNode data(Instrument instrument) {
        var days = instrument.days();
        return MAPPER.createObjectNode()
                .put("instrument", instrument.name())
                .put("source", instrument.source())
                .put("fromTrades", instrument.fromTrades())
                .put("rows", instrument.rows())
                .put("badRows", instrument.badRows())
                .put("bars", instrument.bars())
                .put("barSeconds", instrument.period().toSeconds())
                .put("days", days.size())
                .put("firstDay", days.get(0).toString())
                .put("lastDay", days.get(days.size() - 1).toString())
                .put("overnight", instrument.wholeSeries());
    }

    private static ObjectNode grid(ParameterGrid grid) {
        ObjectNode node = MAPPER.createObjectNode()
                .put("strategy", grid.strategy().name())
                .put("builtInRanges", grid.builtIn())
                .put("combinations", grid.combinations().size())
                .put("leftOut", grid.leftOut());
        ObjectNode parameters = node.putObject("parameters");
        grid.values().forEach((name, values) -> {
            ArrayNode array = parameters.putArray(name);
            values.forEach(array::add);
        });
        return node;
    }

    private static ObjectNode result(ConfigurationResult result) {
        ObjectNode node = MAPPER.createObjectNode()
                .put("instrument", result.configuration().instrument().name())
                .put("strategy", result.configuration().strategy().name());
        ObjectNode parameters = node.putObject("parameters");
        result.configuration().values().asMap().forEach((name, value) -> decimal(parameters, name, value));
        pnl(node, "pnl", result.pnl());
        node.put("trades", result.positions());
        node.put("winners", result.winners());
        return node;
    }

    private static ObjectNode detail(Detail detail) {
        ObjectNode node = MAPPER.createObjectNode().put("rank", detail.rank());
        node.setAll(result(detail.result()));
        Instrument instrument = detail.result().configuration().instrument();
        node.put("returnPercent", Numbers.percentOfPrice(detail.result().pnl().amount(), instrument));
        if (detail.result().positions() == 0) {
            node.putNull("winRate");
        } else {
            node.put("winRate", detail.result().winRate());
        }
        node.put("maxDrawdown", detail.maxDrawdown());
        if (detail.sharpe().isPresent()) {
            node.put("sharpe", detail.sharpe().getAsDouble());
        } else {
            node.putNull("sharpe");
        }
        ObjectNode daily = node.putObject("daily");
        var days = instrument.days();
        for (int i = 0; i < days.size(); i++) {
            pnl(daily, days.get(i).toString(), detail.daily().get(i));
        }
        return node;
    }

    private static ObjectNode interval(Bootstrap.Interval interval) {
        ObjectNode node = MAPPER.createObjectNode();
        pnl(node, "low", interval.low());
        pnl(node, "median", interval.median());
        pnl(node, "high", interval.high());
        node.put("lossPart", interval.lossPart());
        return node;
    }

    private static ObjectNode counts(ExecutionCounts counts) {
        return MAPPER.createObjectNode()
                .put("forks", counts.forks())
                .put("branchesForked", counts.branchesForked())
                .put("branchesInlined", counts.branchesInlined())
                .put("branchesStolen", counts.branchesStolen())
                .put("branchesPromoted", counts.branchesPromoted())
                .put("fibersStarted", counts.fibersStarted());
    }

    private static void pnl(ObjectNode node, String name, PnL pnl) {
        decimal(node, name, pnl.amount());
    }

    private static void decimal(ObjectNode node, String name, BigDecimal value) {
        node.put(name, value.scale() < 0 ? value.setScale(0) : value);
    }
}
