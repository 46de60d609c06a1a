package dev.clew.backtest;

import dev.clew.backtest.strategy.UsageProblem;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as the command line gives them: {@code 1ms}, {@code 30s}, {@code 5m}, {@code 1h}, {@code 1d}. */
final class Durations {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");

    private Durations() {}

    static Duration parse(String option, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new UsageProblem(option + " must be a number with a unit (ms, s, m, h, d), like 5m or 10ms, but is \""
                    + text + "\"");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }

    /** The length of a bar: from a second to a day, in whole seconds. */
    static Duration bar(String text) {
        Duration bar = parse("--bar", text);
        if (bar.compareTo(Duration.ofSeconds(1)) < 0
                || bar.compareTo(Duration.ofDays(1)) > 0
                || bar.toMillis() % 1000 != 0) {
            throw new UsageProblem("--bar must be whole seconds, from 1s to 1d, but is \"" + text + "\"");
        }
        return bar;
    }
}
