package dev.clew.backtest;

import dev.clew.backtest.model.DecisionDelayMillis;
import dev.clew.backtest.report.ConsoleReport;
import dev.clew.backtest.report.JsonReport;
import dev.clew.backtest.report.TerminalProgress;
import dev.clew.backtest.simulate.SimulatedBacktester;
import dev.clew.backtest.simulate.Simulation;
import dev.clew.backtest.strategy.UsageProblem;
import dev.clew.backtest.sweep.Execution;
import java.io.PrintStream;

/** Runs simulated days from their arguments to their report. */
final class SimulationRun {

    private final SimulationArguments arguments;
    private final OutputArguments outputArguments;
    private final PrintStream out;
    private final PrintStream err;
    private final Interruption interruption;

    SimulationRun(
            SimulationArguments arguments,
            OutputArguments outputArguments,
            PrintStream out,
            PrintStream err,
            Interruption interruption) {
        this.arguments = arguments;
        this.outputArguments = outputArguments;
        this.out = out;
        this.err = err;
        this.interruption = interruption;
    }

    void run() throws Exception {
        int months = arguments.months();
        DecisionDelayMillis delay = arguments.delay();
        if (outputArguments.html != null) {
            throw new UsageProblem("--out makes a report of a sweep, and --simulate has none; use --json");
        }
        boolean showProgress = outputArguments.showProgress();
        outputArguments.checkWritable();
        try (var execution = new Execution(outputArguments.mode(), outputArguments.workers())) {
            var simulation = new Simulation(new SimulatedBacktester(delay), months);
            out.println("Simulating " + simulation.days() + " days, each with a decision of " + delay.value() + " ms");
            out.flush();
            long begin = System.nanoTime();
            interruption.during(() -> {
                execution.stop();
                new ConsoleReport(out).interrupted(simulation, System.nanoTime() - begin);
            });
            Simulation.Report report;
            try (var bar = new SweepRun.ShownProgress(
                    showProgress ? new TerminalProgress("simulate", " days", simulation.days(), err) : null)) {
                report = simulation.run(execution, bar.progress());
            }
            if (!interruption.finish()) {
                return;
            }
            String mode = execution.mode().toString();
            new ConsoleReport(out).simulation(report, mode, execution.workers());
            if (outputArguments.json != null) {
                JsonReport.write(report, mode, execution.workers(), months, delay.value(), outputArguments.json);
                out.println("Wrote " + outputArguments.json);
            }
        }
    }
}
