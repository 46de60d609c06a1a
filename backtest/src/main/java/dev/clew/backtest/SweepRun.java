package dev.clew.backtest;

import dev.clew.backtest.data.DataLoader;
import dev.clew.backtest.data.DataOptions;
import dev.clew.backtest.data.Instrument;
import dev.clew.backtest.report.ConsoleReport;
import dev.clew.backtest.report.HtmlReport;
import dev.clew.backtest.report.JsonReport;
import dev.clew.backtest.report.SweepReport;
import dev.clew.backtest.report.TerminalProgress;
import dev.clew.backtest.strategy.ParameterGrid;
import dev.clew.backtest.strategy.Strategies;
import dev.clew.backtest.strategy.UsageProblem;
import dev.clew.backtest.sweep.Bootstrap;
import dev.clew.backtest.sweep.ConfigurationResult;
import dev.clew.backtest.sweep.Detail;
import dev.clew.backtest.sweep.Execution;
import dev.clew.backtest.sweep.ExecutionCounts;
import dev.clew.backtest.sweep.Progress;
import dev.clew.backtest.sweep.Sweep;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a sweep from its arguments to its reports. */
final class SweepRun {

    private final DataArguments dataArguments;
    private final SweepArguments sweepArguments;
    private final OutputArguments outputArguments;
    private final PrintStream out;
    private final PrintStream err;
    private final Interruption interruption;

    SweepRun(
            DataArguments dataArguments,
            SweepArguments sweepArguments,
            OutputArguments outputArguments,
            PrintStream out,
            PrintStream err,
            Interruption interruption) {
        this.dataArguments = dataArguments;
        this.sweepArguments = sweepArguments;
        this.outputArguments = outputArguments;
        this.out = out;
        this.err = err;
        this.interruption = interruption;
    }

    void run() throws Exception {
        DataOptions options = dataArguments.options();
        List<ParameterGrid> grids =
                ParameterGrid.of(Strategies.named(sweepArguments.strategies), sweepArguments.ranges());
        Bootstrap bootstrap = sweepArguments.resampling();
        int top = sweepArguments.top();
        boolean showProgress = outputArguments.showProgress();
        outputArguments.checkWritable();
        try (var execution = new Execution(outputArguments.mode(), outputArguments.workers())) {
            var loader = new DataLoader(options);
            List<Instrument> instruments =
                    dataArguments.files.isEmpty() ? loader.loadDefault() : loader.load(dataArguments.files);
            var console = new ConsoleReport(out);
            console.data(instruments, options.zone());
            noteUnusedBar(instruments);
            var sweep = new Sweep(grids, instruments, sweepArguments.feeRate());
            if (sweep.evaluations() == 0) {
                throw new UsageProblem(String.join("; ", sweep.leftOut()) + "; nothing is left to try");
            }
            console.plan(sweep);
            out.flush();
            SweepReport report = evaluate(sweep, instruments, options, execution, bootstrap, top, showProgress);
            if (!interruption.finish()) {
                return;
            }
            console.result(report);
            write(report);
        }
    }

    private SweepReport evaluate(
            Sweep sweep,
            List<Instrument> instruments,
            DataOptions options,
            Execution execution,
            @Nullable Bootstrap bootstrap,
            int top,
            boolean showProgress)
            throws Exception {
        long begin = System.nanoTime();
        interruption.during(() -> {
            execution.stop();
            new ConsoleReport(out).interrupted(sweep, top, System.nanoTime() - begin);
        });
        List<ConfigurationResult> results;
        try (var bar = progress("sweep", "evaluations", sweep.evaluations(), showProgress)) {
            results = sweep.run(execution, bar.progress());
        }
        long sweepNanos = System.nanoTime() - begin;
        ExecutionCounts counts = execution.counts();
        List<ConfigurationResult> bestFirst =
                results.stream().sorted(ConfigurationResult.BEST_FIRST).toList();
        List<Detail> best = execution.<Integer, Detail>run(
                Detail.shown(bestFirst, top), place -> Detail.of(place + 1, bestFirst.get(place), sweep.feeRate()));
        return new SweepReport(
                instruments,
                options.zone(),
                sweep,
                bestFirst,
                best,
                bootstrap,
                intervals(best, bootstrap, execution, showProgress),
                execution.mode().toString(),
                execution.workers(),
                counts,
                sweepNanos);
    }

    private List<Bootstrap.Interval> intervals(
            List<Detail> best, @Nullable Bootstrap bootstrap, Execution execution, boolean showProgress)
            throws Exception {
        List<Bootstrap.Interval> intervals = new ArrayList<>();
        if (bootstrap != null) {
            try (var bar =
                    progress("bootstrap", "resamples", (long) bootstrap.resamples() * best.size(), showProgress)) {
                for (Detail detail : best) {
                    intervals.add(bootstrap.interval(detail.daily(), execution, bar.progress()));
                }
            }
        }
        return intervals;
    }

    private ShownProgress progress(String task, String unit, long pieces, boolean shown) {
        return new ShownProgress(shown ? new TerminalProgress(task, " " + unit, pieces, err) : null);
    }

    private void noteUnusedBar(List<Instrument> instruments) {
        if (dataArguments.barGiven() && instruments.stream().noneMatch(Instrument::fromTrades)) {
            out.println("  --bar changes nothing: there are no trades to aggregate, only bars.");
        }
    }

    private void write(SweepReport report) throws Exception {
        if (outputArguments.json != null) {
            JsonReport.write(report, outputArguments.json);
            out.println("Wrote " + outputArguments.json);
        }
        if (outputArguments.html != null) {
            HtmlReport.write(report, outputArguments.html);
            out.println("Wrote " + outputArguments.html);
        }
    }

    /** A progress bar, or none. */
    record ShownProgress(@Nullable TerminalProgress bar) implements AutoCloseable {

        Progress progress() {
            return bar == null ? Progress.NONE : bar;
        }

        @Override
        public void close() {
            if (bar != null) {
                bar.close();
            }
        }
    }
}
