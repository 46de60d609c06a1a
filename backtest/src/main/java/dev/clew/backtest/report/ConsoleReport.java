package dev.clew.backtest.report;

import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.simulate.Simulation;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.sweep.Bootstrap;
import dev.clew.backtest.sweep.ConfigurationResult;
import dev.clew.backtest.sweep.Detail;
import dev.clew.backtest.sweep.ExecutionCounts;
import dev.clew.backtest.sweep.Sweep;
import java.io.PrintStream;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a run prints. */
public final class ConsoleReport {

    private final PrintStream out;

    public ConsoleReport(PrintStream out) {
        this.out = out;
    }

    /** What was loaded. */
    public void data(List<Instrument> instruments, ZoneId zone) {
        out.println("Data");
        for (Instrument instrument : instruments) {
            out.println("  " + instrument.name() + ": " + DataText.contents(instrument, zone));
            out.println("    " + DataText.trading(instrument) + "; " + DataText.buyAndHold(instrument));
            if (instrument.badRows() > 0) {
                out.println("    " + Numbers.count(instrument.badRows(), "bad row") + " of "
                        + Numbers.count(instrument.rows()) + " left out, such as:");
                instrument.badRowSamples().forEach(sample -> out.println("      " + sample));
            }
        }
    }

    /** What will be tried. */
    public void plan(Sweep sweep) {
        out.println("Sweep");
        for (ParameterGrid grid : sweep.grids()) {
            String ranges = grid.values().entrySet().stream()
                    .map(entry -> entry.getKey() + " "
                            + (entry.getValue().size() == 1
                                    ? entry.getValue().get(0).toPlainString()
                                    : entry.getValue().get(0).toPlainString() + ".."
                                            + entry.getValue()
                                                    .get(entry.getValue().size() - 1)
                                                    .toPlainString()
                                            + " (" + entry.getValue().size() + ")"))
                    .collect(Collectors.joining(", "));
            out.println("  " + grid.strategy().name() + ": " + ranges + ": "
                    + Numbers.count(grid.combinations().size(), "combination")
                    + (grid.builtIn() ? " of the built-in ranges" : "")
                    + (grid.leftOut() == 0
                            ? ""
                            : ", " + Numbers.count(grid.leftOut()) + " left out that make no sense"));
        }
        sweep.leftOut().forEach(note -> out.println("  " + note));
        out.println("  " + Numbers.count(sweep.configurations().size(), "configuration") + ", "
                + Numbers.count(sweep.evaluations(), "evaluation"));
        out.println();
    }

    /** The best of a finished sweep, and what the runtime did. */
    public void result(SweepReport report) {
        var table = new TextTable(
                ">#",
                "instrument",
                "strategy",
                "parameters",
                ">total PnL",
                ">return",
                ">trades",
                ">win rate",
                ">max drawdown",
                ">Sharpe");
        for (Detail detail : report.best()) {
            List<String> cells = new ArrayList<>(cells(detail.rank(), detail.result()));
            Instrument instrument = detail.result().configuration().instrument();
            cells.add(Numbers.money(java.math.BigDecimal.valueOf(-detail.maxDrawdown()), instrument));
            cells.add(Numbers.ratio(detail.sharpe()));
            table.row(cells);
        }
        out.print(table.render());
        out.println(SweepReport.TRADING_NOTE);
        out.println(SweepReport.SHARPE_NOTE);
        intervals(report);
        out.println();
        out.println("Execution " + report.execution() + " on " + Numbers.count(report.workers(), "worker") + ": "
                + Numbers.count(report.sweep().evaluations(), "evaluation") + " in "
                + Numbers.seconds(report.sweepNanos()) + " ("
                + Numbers.count(Math.round(report.sweep().evaluations() / (report.sweepNanos() / 1e9))) + "/s)");
        out.println(counts(report.counts()));
    }

    private void intervals(SweepReport report) {
        Bootstrap bootstrap = report.bootstrap();
        if (bootstrap == null) {
            return;
        }
        out.println();
        out.println("Total PnL in " + Numbers.count(bootstrap.resamples()) + " resamples of the days (seed "
                + bootstrap.seed() + ")");
        String level =
                String.format(Locale.ROOT, "%.4g", bootstrap.confidence()).replaceAll("\\.?0+$", "");
        var table = new TextTable(
                ">#", "configuration", ">days", ">" + level + " % from", ">median", ">to", ">resamples with a loss");
        for (int i = 0; i < report.intervals().size(); i++) {
            Detail detail = report.best().get(i);
            var configuration = detail.result().configuration();
            Bootstrap.Interval interval = report.intervals().get(i);
            Instrument instrument = configuration.instrument();
            table.row(List.of(
                    String.valueOf(detail.rank()),
                    instrument.name() + " " + configuration.label(),
                    String.valueOf(interval.days()),
                    Numbers.money(interval.low().amount(), instrument),
                    Numbers.money(interval.median().amount(), instrument),
                    Numbers.money(interval.high().amount(), instrument),
                    Numbers.share(interval.lossPart())));
        }
        out.print(table.render());
    }

    /** What was done before an interruption. */
    public void interrupted(Sweep sweep, int shown, long nanos) {
        List<ConfigurationResult> complete = sweep.completed();
        out.println();
        out.println("Interrupted: " + Numbers.count(sweep.done()) + " of "
                + Numbers.count(sweep.evaluations(), "evaluation") + " done in " + Numbers.seconds(nanos) + "; "
                + Numbers.count(complete.size()) + " of "
                + Numbers.count(sweep.configurations().size(), "configuration") + " complete"
                + (complete.isEmpty() ? "." : ", the best of them:"));
        if (!complete.isEmpty()) {
            var table = new TextTable(
                    ">#", "instrument", "strategy", "parameters", ">total PnL", ">return", ">trades", ">win rate");
            int rank = 1;
            for (ConfigurationResult result : complete.stream()
                    .sorted(ConfigurationResult.BEST_FIRST)
                    .limit(shown)
                    .toList()) {
                table.row(cells(rank++, result));
            }
            out.print(table.render());
        }
        out.flush();
    }

    /** What was done of a simulation before an interruption. */
    public void interrupted(Simulation simulation, long nanos) {
        out.println();
        out.println("Interrupted: " + Numbers.count(simulation.done()) + " of "
                + Numbers.count(simulation.days(), "simulated day") + " done in " + Numbers.seconds(nanos) + ".");
        out.flush();
    }

    /** What a simulation did. */
    public void simulation(Simulation.Report report, String execution, int workers) {
        out.println("PnL " + report.summary().pnl());
        out.println("Execution " + execution + " on " + Numbers.count(workers, "worker") + ": "
                + Numbers.count(report.days(), "day") + " in " + Numbers.seconds(report.wallNanos()) + " ("
                + Numbers.count(Math.round(report.days() / (report.wallNanos() / 1e9))) + "/s)");
        out.println(counts(report.counts()));
    }

    private static List<String> cells(int rank, ConfigurationResult result) {
        Instrument instrument = result.configuration().instrument();
        return List.of(
                String.valueOf(rank),
                instrument.name(),
                result.configuration().strategy().name(),
                result.configuration().values().toString(),
                Numbers.money(result.pnl().amount(), instrument),
                Numbers.signedPercent(Numbers.percentOfPrice(result.pnl().amount(), instrument)),
                Numbers.count(result.positions()),
                Numbers.share(result.winRate()));
    }

    private static String counts(ExecutionCounts counts) {
        return "Runtime: " + Numbers.count(counts.forks(), "fork") + "; "
                + Numbers.count(counts.branchesForked()) + " branches, of these "
                + Numbers.count(counts.branchesInlined()) + " run inline, " + Numbers.count(counts.branchesStolen())
                + " stolen, " + Numbers.count(counts.branchesPromoted()) + " made fibers";
    }
}
