package dev.clew.backtest;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the backtest. */
@Command(
        name = "clew backtest",
        mixinStandardHelpOptions = true,
        description = "Backtests trading strategies over market data, in parallel.")
final class BacktestApp implements Runnable {
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new BacktestApp()).execute(args));
    }
}
