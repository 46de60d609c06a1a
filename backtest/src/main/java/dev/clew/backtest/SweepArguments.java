package dev.clew.backtest;

import dev.clew.backtest.strategy.ParameterRange;
import dev.clew.backtest.strategy.UsageProblem;
import dev.clew.backtest.sweep.Bootstrap;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is tried. */
final class SweepArguments {

    private static final BigDecimal MOST_FEE = BigDecimal.valueOf(10);
    private static final int MOST_RESAMPLES = 1_000_000;

    @Option(
            names = "--strategy",
            split = ",",
            paramLabel = "NAME",
            description = "Strategies to try: sma, rsi2, bollinger, orb, or all. Default: all. --list-strategies tells"
                    + " more.")
    List<String> strategies = new ArrayList<>();

    @Option(
            names = "--param",
            paramLabel = "NAME=VALUES",
            description = "Values of a parameter: fast=5, fast=5,10,20, fast=5..50:5; rsi2.period=2..4 where several"
                    + " strategies have it. All combinations are tried. Parameters not given keep their defaults;"
                    + " without any --param the built-in ranges are tried.")
    List<String> params = new ArrayList<>();

    @Option(
            names = "--fee",
            paramLabel = "PERCENT",
            defaultValue = "0",
            description = "Fee on each purchase and each sale, in percent of its price. Default: ${DEFAULT-VALUE}.")
    String fee = "0";

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "10",
            description = "How many of the best to show. Default: ${DEFAULT-VALUE}.")
    int top = 10;

    @Option(
            names = "--bootstrap",
            paramLabel = "N",
            description = "Give a confidence interval for the best, from N resamples of the days.")
    @Nullable
    Integer bootstrap;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of the resamples: the same seed gives the same intervals on any number of workers."
                    + " Default: 1.")
    @Nullable
    Long seed;

    @Option(
            names = "--confidence",
            paramLabel = "PERCENT",
            description = "Part of the resamples inside the interval. Default: 95.")
    @Nullable
    Double confidence;

    List<ParameterRange> ranges() {
        return params.stream().map(ParameterRange::parse).toList();
    }

    /** The part of each price that is paid as a fee. */
    BigDecimal feeRate() {
        try {
            BigDecimal percent = new BigDecimal(fee);
            if (percent.signum() >= 0 && percent.compareTo(MOST_FEE) <= 0 && percent.scale() <= 8) {
                return percent.movePointLeft(2);
            }
        } catch (NumberFormatException notANumber) {
            throw feeProblem();
        }
        throw feeProblem();
    }

    private UsageProblem feeProblem() {
        return new UsageProblem(
                "--fee must be a percentage between 0 and 10 with at most 8 decimals, like 0.1, but is \"" + fee
                        + "\"");
    }

    int top() {
        if (top < 1 || top > 1000) {
            throw new UsageProblem("--top must lie between 1 and 1000, but is " + top);
        }
        return top;
    }

    /** The bootstrap asked for, or {@code null}. */
    @Nullable
    Bootstrap resampling() {
        if (bootstrap == null) {
            if (seed != null || confidence != null) {
                throw new UsageProblem(
                        (seed != null ? "--seed" : "--confidence") + " belongs to --bootstrap; give both");
            }
            return null;
        }
        if (bootstrap < 1 || bootstrap > MOST_RESAMPLES) {
            throw new UsageProblem("--bootstrap must lie between 1 and " + MOST_RESAMPLES + ", but is " + bootstrap);
        }
        double level = confidence == null ? 95 : confidence;
        if (!(level > 0 && level < 100)) {
            throw new UsageProblem("--confidence must lie between 0 and 100, but is " + level);
        }
        return new Bootstrap(bootstrap, seed == null ? 1 : seed, level);
    }
}
