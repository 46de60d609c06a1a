package dev.clew.backtest;

import dev.clew.backtest.data.DataOptions;
import dev.clew.backtest.strategy.UsageProblem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what is read, and how. */
final class DataArguments {

    @Option(
            names = "--data",
            arity = "1..*",
            paramLabel = "FILE",
            description = {
                "CSV files (or .csv.gz, .json) with bars (date, open, high, low, close, volume) or trades (timestamp,"
                        + " price, amount), columns named by a header or in that order. bundled:btc, bundled:aapl and"
                        + " bundled:eth name the data that comes along. Default: bundled:btc bundled:aapl."
            })
    List<String> files = new ArrayList<>();

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            defaultValue = "UTC",
            description = "Where a day begins and what times without an offset mean, like America/New_York."
                    + " Default: ${DEFAULT-VALUE}.")
    String zone = "UTC";

    @Option(
            names = "--bar",
            paramLabel = "LENGTH",
            defaultValue = "5m",
            description = "Length of the bars made from trades: 30s, 5m, 1h, 1d. Default: ${DEFAULT-VALUE}.")
    String bar = "5m";

    @Option(
            names = "--bar-time",
            paramLabel = "begin|end",
            defaultValue = "begin",
            description = "Which end of an intraday bar its time in a CSV file is. Default: ${DEFAULT-VALUE}.")
    String barTime = "begin";

    @Option(
            names = "--time-format",
            paramLabel = "PATTERN",
            description = "Pattern of the time column, like \"MM/dd/yyyy HH:mm\". Default: dates, date-times and epoch"
                    + " times are recognised.")
    @Nullable
    String timeFormat;

    @Option(
            names = "--separator",
            paramLabel = "CHAR",
            description = "Character between columns; \"tab\" for a tab. Default: found in the first line.")
    @Nullable
    String separator;

    @Option(names = "--sort", description = "Accept rows in any order of time (all rows are then held in memory).")
    boolean sort;

    @Option(names = "--skip-bad-rows", description = "Leave out rows that break a rule and report how many.")
    boolean skipBadRows;

    @Option(
            names = "--overnight",
            description = "Trade each series as a whole and keep positions overnight; series of daily bars always are."
                    + " Without it each day stands alone and its positions are closed at its end.")
    boolean overnight;

    DataOptions options() {
        return new DataOptions(
                zone(),
                Durations.bar(bar),
                stampedAtEnd(),
                format(),
                separatorCharacter(),
                sort,
                skipBadRows,
                overnight);
    }

    private ZoneId zone() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            throw new UsageProblem(
                    "--zone must name a time zone, like UTC, Europe/Berlin or +02:00, but is \"" + zone + "\"");
        }
    }

    private boolean stampedAtEnd() {
        return switch (barTime) {
            case "begin" -> false;
            case "end" -> true;
            default -> throw new UsageProblem("--bar-time must be begin or end, but is \"" + barTime + "\"");
        };
    }

    private @Nullable DateTimeFormatter format() {
        if (timeFormat == null) {
            return null;
        }
        try {
            return DateTimeFormatter.ofPattern(timeFormat, Locale.ENGLISH);
        } catch (IllegalArgumentException malformed) {
            throw new UsageProblem("--time-format is not a pattern of java.time: " + malformed.getMessage());
        }
    }

    private @Nullable Character separatorCharacter() {
        if (separator == null) {
            return null;
        }
        if ("tab".equals(separator) || "\\t".equals(separator)) {
            return '\t';
        }
        if (separator.length() != 1 || separator.equals("\"")) {
            throw new UsageProblem(
                    "--separator must be one character other than the quote, or tab, but is \"" + separator + "\"");
        }
        return separator.charAt(0);
    }

    /** Whether bars of the length asked for are made of something. */
    boolean barGiven() {
        return !Durations.bar(bar).equals(Duration.ofMinutes(5));
    }
}
