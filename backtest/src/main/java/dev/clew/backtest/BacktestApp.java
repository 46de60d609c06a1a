package dev.clew.backtest;

import dev.clew.backtest.data.DataProblem;
import dev.clew.backtest.strategy.Parameter;
import dev.clew.backtest.strategy.Strategies;
import dev.clew.backtest.strategy.TradingStrategy;
import dev.clew.backtest.strategy.UsageProblem;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The command line of the backtest.
 *
 * <p>Exit codes: 0 done; 1 the data cannot be used or a result cannot be written; 2 the command line makes no sense; 130
 * interrupted.
 */
@Command(
        name = "clew backtest",
        sortOptions = false,
        usageHelpWidth = 100,
        mixinStandardHelpOptions = true,
        version = "clew backtest 0.1.0",
        description = {
            "Backtests trading strategies over market data, in parallel.",
            "",
            "Tries every combination of parameters on every instrument and every day, and shows the best. Without"
                    + " arguments: all strategies over a week of BTC/USD trades and a year of AAPL daily bars.%n"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  clew backtest",
            "  clew backtest --strategy sma --param fast=5..50:5 --param slow=20..200:20 --out report.html",
            "  clew backtest --data prices.csv.gz --zone America/New_York --strategy orb,rsi2 --fee 0.05",
            "  clew backtest --data trades.csv --bar 1m --strategy bollinger --bootstrap 2000 --seed 7",
            "  clew backtest --data bundled:eth --overnight --json result.json",
            "  clew backtest --simulate --months 24 --decision-delay 1ms --execution batched:30 --workers 4",
            "",
            "Exit codes: 0 done; 1 data that cannot be used, or a result that cannot be written; 2 usage; 130"
                    + " interrupted."
        })
public final class BacktestApp implements Callable<Integer> {

    static final int OK = 0;
    static final int BAD_INPUT = 1;
    static final int USAGE = 2;
    static final int INTERRUPTED = 130;

    private final PrintStream out;
    private final PrintStream err;
    private final Interruption interruption;

    @ArgGroup(validate = false, heading = "Data:%n")
    private final DataArguments dataArguments = new DataArguments();

    @ArgGroup(validate = false, heading = "%nSweep:%n")
    private final SweepArguments sweepArguments = new SweepArguments();

    @ArgGroup(validate = false, heading = "%nExecution and output:%n")
    private final OutputArguments outputArguments = new OutputArguments();

    @ArgGroup(validate = false, heading = "%nSimulation:%n")
    private final SimulationArguments simulationArguments = new SimulationArguments();

    @ArgGroup(validate = false, heading = "%nHelp:%n")
    private final HelpArguments helpArguments = new HelpArguments();

    /** The options that only tell. */
    private static final class HelpArguments {
        @Option(names = "--list-strategies", description = "Show the strategies and their parameters, and exit.")
        boolean listStrategies;
    }

    private BacktestApp(PrintStream out, PrintStream err, Interruption interruption) {
        this.out = out;
        this.err = err;
        this.interruption = interruption;
    }

    /** Runs the command line and ends the JVM with its exit code. */
    public static void main(String[] args) {
        var interruption = new Interruption();
        interruption.install();
        var out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, stdoutCharset());
        System.exit(run(out, System.err, interruption, args));
    }

    private static Charset stdoutCharset() {
        return System.out.charset().equals(StandardCharsets.US_ASCII) ? StandardCharsets.UTF_8 : System.out.charset();
    }

    /** Runs the command line with the given streams; returns the exit code. */
    static int run(PrintStream out, PrintStream err, Interruption interruption, String... args) {
        var commandLine = new CommandLine(new BacktestApp(out, err, interruption))
                .setOut(new PrintWriter(out, true, out.charset()))
                .setErr(new PrintWriter(err, true, err.charset()))
                .setParameterExceptionHandler((problem, arguments) -> usage(err, problem))
                .setExecutionExceptionHandler((problem, command, result) -> failure(err, interruption, problem));
        int code = commandLine.execute(args);
        out.flush();
        err.flush();
        interruption.finish();
        return interruption.begun() ? INTERRUPTED : code;
    }

    @Override
    public Integer call() throws Exception {
        if (helpArguments.listStrategies) {
            listStrategies();
        } else if (simulationArguments.simulate) {
            if (!dataArguments.files.isEmpty()
                    || !sweepArguments.strategies.isEmpty()
                    || !sweepArguments.params.isEmpty()
                    || sweepArguments.bootstrap != null) {
                throw new UsageProblem(
                        "--simulate has days of its own; leave out --data, --strategy, --param and" + " --bootstrap");
            }
            new SimulationRun(simulationArguments, outputArguments, out, err, interruption).run();
        } else {
            simulationArguments.checkUnused();
            new SweepRun(dataArguments, sweepArguments, outputArguments, out, err, interruption).run();
        }
        return OK;
    }

    private void listStrategies() {
        for (TradingStrategy strategy : Strategies.all()) {
            out.println(strategy.name());
            out.println("  " + strategy.description());
            for (Parameter parameter : strategy.parameters()) {
                out.printf(
                        "    %-8s %-8s default %-4s from %s to %s, built-in range %-10s %s%n",
                        parameter.name(),
                        parameter.integer() ? "whole" : "decimal",
                        parameter.byDefault().toPlainString(),
                        parameter.min().toPlainString(),
                        parameter.max().toPlainString(),
                        parameter.builtInRange(),
                        parameter.meaning());
            }
        }
    }

    private static int usage(PrintStream err, ParameterException problem) {
        err.println("clew backtest: " + problem.getMessage());
        err.println("See clew backtest --help.");
        return USAGE;
    }

    private static int failure(PrintStream err, Interruption interruption, Exception problem) {
        if (interruption.begun() && problem instanceof CancellationException) {
            return INTERRUPTED;
        }
        if (problem instanceof UsageProblem) {
            err.println("clew backtest: " + problem.getMessage());
            err.println("See clew backtest --help.");
            return USAGE;
        }
        if (problem instanceof DataProblem || problem instanceof IOException) {
            err.println("clew backtest: " + problem.getMessage());
            return BAD_INPUT;
        }
        if (problem instanceof CancellationException || problem instanceof InterruptedException) {
            err.println("clew backtest: interrupted");
            return INTERRUPTED;
        }
        err.println("clew backtest: failed unexpectedly; please report this with what follows");
        problem.printStackTrace(err);
        return BAD_INPUT;
    }
}
