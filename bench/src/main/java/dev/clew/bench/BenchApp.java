package dev.clew.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line of the benchmarks. */
@Command(
        name = "clew bench",
        mixinStandardHelpOptions = true,
        description = "Measures Clew, beside its peers where a scenario has them.")
final class BenchApp implements Runnable {
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new BenchApp()).execute(args));
    }
}
