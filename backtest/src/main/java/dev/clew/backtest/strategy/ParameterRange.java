package dev.clew.backtest.strategy;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of one parameter as the command line gives them: {@code name=5}, {@code name=5,10,20}, {@code name=5..50},
 * {@code name=5..50:5}, and lists of these; {@code strategy.name=…} where the name alone would mean several strategies.
 *
 * @param strategy the strategy that is meant, or {@code null} for each one selected that has the parameter
 * @param name the parameter
 * @param values the values in the order given, each once
 */
public record ParameterRange(@Nullable String strategy, String name, List<BigDecimal> values) {

    static final int MOST_VALUES = 100_000;

    private static final Pattern ASSIGNMENT = Pattern.compile("(?:([\\w-]+)\\.)?([\\w-]+)\\s*=\\s*(\\S.*?)\\s*");
    private static final String NUMBER = "([+-]?(?:\\d{1,12}(?:\\.\\d{0,12})?|\\.\\d{1,12}))";
    private static final Pattern RANGE = Pattern.compile(NUMBER + "\\.\\." + NUMBER + "(?::" + NUMBER + ")?");
    private static final Pattern SINGLE = Pattern.compile(NUMBER);

    /** Reads {@code name=values}. */
    public static ParameterRange parse(String text) {
        Matcher assignment = ASSIGNMENT.matcher(text);
        if (!assignment.matches()) {
            throw new UsageProblem(
                    "--param must look like fast=5, fast=5,10,20 or fast=5..50:5, but is \"" + text + "\"");
        }
        return new ParameterRange(assignment.group(1), assignment.group(2), parseValues(text, assignment.group(3)));
    }

    /** Reads the values alone. */
    static List<BigDecimal> parseValues(String whole, String text) {
        Set<BigDecimal> values = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String item = part.strip();
            Matcher range = RANGE.matcher(item);
            if (SINGLE.matcher(item).matches()) {
                values.add(canonical(new BigDecimal(item)));
            } else if (range.matches()) {
                addRange(whole, range, values);
            } else {
                throw new UsageProblem("--param " + whole + ": \"" + item
                        + "\" is neither a number nor a range; write 5, or 5..50, or 5..50:5");
            }
            if (values.size() > MOST_VALUES) {
                throw tooMany(whole);
            }
        }
        return List.copyOf(values);
    }

    private static void addRange(String whole, Matcher range, Set<BigDecimal> values) {
        BigDecimal from = new BigDecimal(range.group(1));
        BigDecimal to = new BigDecimal(range.group(2));
        BigDecimal step = range.group(3) == null ? BigDecimal.ONE : new BigDecimal(range.group(3));
        if (step.signum() <= 0) {
            throw new UsageProblem("--param " + whole + ": the step of a range must be greater than 0, but is "
                    + step.toPlainString());
        }
        if (from.compareTo(to) > 0) {
            throw new UsageProblem("--param " + whole + ": a range must begin at its lesser end, but goes from "
                    + from.toPlainString() + " to " + to.toPlainString());
        }
        if (to.subtract(from).compareTo(step.multiply(BigDecimal.valueOf(MOST_VALUES))) > 0) {
            throw tooMany(whole);
        }
        for (BigDecimal value = from; value.compareTo(to) <= 0; value = value.add(step)) {
            values.add(canonical(value));
        }
    }

    private static UsageProblem tooMany(String whole) {
        return new UsageProblem("--param " + whole + ": at most " + MOST_VALUES
                + " values of one parameter can be tried; make the step larger");
    }

    private static BigDecimal canonical(BigDecimal value) {
        BigDecimal stripped = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
