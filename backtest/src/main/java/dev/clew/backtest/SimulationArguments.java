package dev.clew.backtest;

import dev.clew.backtest.model.DecisionDelayMillis;
import dev.clew.backtest.strategy.UsageProblem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of simulated days. */
final class SimulationArguments {

    private static final int MOST_MONTHS = 100_000;

    @Option(
            names = "--simulate",
            description = "Run simulated days instead of data: each blocks its thread for the decision delay and earns"
                    + " 10. Shows what an execution costs.")
    boolean simulate;

    @Option(names = "--months", paramLabel = "N", description = "Simulated months of 30 days. Default: 12.")
    @Nullable
    Integer months;

    @Option(
            names = "--decision-delay",
            paramLabel = "TIME",
            description = "How long a simulated day blocks: 1ms, 10ms, 1s. Default: 1ms.")
    @Nullable
    String decisionDelay;

    int months() {
        int number = months == null ? 12 : months;
        if (number < 1 || number > MOST_MONTHS) {
            throw new UsageProblem("--months must lie between 1 and " + MOST_MONTHS + ", but is " + number);
        }
        return number;
    }

    DecisionDelayMillis delay() {
        Duration delay = Durations.parse("--decision-delay", decisionDelay == null ? "1ms" : decisionDelay);
        if (delay.compareTo(Duration.ofHours(1)) > 0) {
            throw new UsageProblem("--decision-delay must be at most 1h, but is " + decisionDelay);
        }
        return new DecisionDelayMillis(delay.toMillis());
    }

    /** Refuses options of a simulation where none is run. */
    void checkUnused() {
        if (months != null || decisionDelay != null) {
            throw new UsageProblem((months != null ? "--months" : "--decision-delay")
                    + " belongs to --simulate; give both, or neither");
        }
    }
}
