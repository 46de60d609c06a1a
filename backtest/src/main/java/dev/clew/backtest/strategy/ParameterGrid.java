package dev.clew.backtest.strategy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * All combinations of values to try for one strategy.
 *
 * <p><b>Semantics.</b> Where the user gives no range for a strategy, its built-in ranges are tried; where he gives some,
 * its other parameters keep their defaults. Combinations that make no sense (a fast average that is slower than the
 * slow one) are left out and counted; when none is left, the first of them is the error.
 *
 * @param strategy the strategy
 * @param values the values of each parameter, in the strategy's order
 * @param combinations those that make sense, the last parameter varying fastest
 * @param leftOut how many do not
 * @param builtIn whether the ranges are the built-in ones
 */
public record ParameterGrid(
        TradingStrategy strategy,
        SequencedMap<String, List<BigDecimal>> values,
        List<ParameterValues> combinations,
        int leftOut,
        boolean builtIn) {

    static final int MOST_COMBINATIONS = 5_000_000;

    /** The grids of the strategies; a range that no strategy knows is an error. */
    public static List<ParameterGrid> of(List<TradingStrategy> strategies, List<ParameterRange> ranges) {
        ranges.forEach(range -> checkKnown(strategies, range));
        boolean builtIn = ranges.isEmpty();
        return strategies.stream()
                .map(strategy -> of(strategy, ranges, builtIn))
                .toList();
    }

    /** The parameters that take more than one value. */
    public List<String> swept() {
        return values.entrySet().stream()
                .filter(entry -> entry.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static ParameterGrid of(TradingStrategy strategy, List<ParameterRange> ranges, boolean builtIn) {
        SequencedMap<String, List<BigDecimal>> values = new LinkedHashMap<>();
        long product = 1;
        for (Parameter parameter : strategy.parameters()) {
            List<BigDecimal> tried = builtIn
                    ? ParameterRange.parseValues(parameter.name(), parameter.builtInRange())
                    : given(strategy, parameter, ranges);
            tried.forEach(value -> parameter.check(strategy.name(), value));
            values.put(parameter.name(), tried);
            product *= tried.size();
            if (product > MOST_COMBINATIONS) {
                throw new UsageProblem("the ranges of strategy " + strategy.name() + " make more than "
                        + MOST_COMBINATIONS + " combinations; make the steps larger");
            }
        }
        return combine(strategy, values, builtIn);
    }

    private static ParameterGrid combine(
            TradingStrategy strategy, SequencedMap<String, List<BigDecimal>> values, boolean builtIn) {
        List<ParameterValues> combinations = new ArrayList<>();
        List<String> conflicts = new ArrayList<>();
        int leftOut = 0;
        List<String> names = List.copyOf(values.keySet());
        int[] at = new int[names.size()];
        do {
            Map<String, BigDecimal> combination = new LinkedHashMap<>();
            for (int i = 0; i < at.length; i++) {
                String name = names.get(i);
                combination.put(name, values.getOrDefault(name, List.of()).get(at[i]));
            }
            var candidate = new ParameterValues(combination);
            String conflict = strategy.conflict(candidate);
            if (conflict == null) {
                combinations.add(candidate);
            } else {
                leftOut++;
                if (conflicts.isEmpty()) {
                    conflicts.add(conflict);
                }
            }
        } while (advance(at, names, values));
        if (combinations.isEmpty()) {
            throw new UsageProblem("strategy " + strategy.name() + ": " + conflicts.get(0)
                    + (leftOut > 1 ? ", and so in all " + leftOut + " combinations" : ""));
        }
        return new ParameterGrid(strategy, values, List.copyOf(combinations), leftOut, builtIn);
    }

    private static boolean advance(int[] at, List<String> names, Map<String, List<BigDecimal>> values) {
        for (int i = at.length - 1; i >= 0; i--) {
            at[i]++;
            if (at[i] < values.getOrDefault(names.get(i), List.of()).size()) {
                return true;
            }
            at[i] = 0;
        }
        return false;
    }

    private static List<BigDecimal> given(TradingStrategy strategy, Parameter parameter, List<ParameterRange> ranges) {
        List<ParameterRange> meant = ranges.stream()
                .filter(range -> range.name().equals(parameter.name()))
                .filter(range -> range.strategy() == null || strategy.name().equals(range.strategy()))
                .toList();
        if (meant.size() > 1) {
            throw new UsageProblem("parameter " + parameter.name() + " of strategy " + strategy.name()
                    + " is given twice; put all its values into one --param");
        }
        return meant.isEmpty() ? List.of(parameter.byDefault()) : meant.get(0).values();
    }

    private static void checkKnown(List<TradingStrategy> strategies, ParameterRange range) {
        List<TradingStrategy> meant = strategies.stream()
                .filter(strategy -> range.strategy() == null || strategy.name().equals(range.strategy()))
                .toList();
        if (meant.isEmpty()) {
            throw new UsageProblem("--param " + range.strategy() + "." + range.name() + ": strategy " + range.strategy()
                    + " is not among those run; name it by --strategy");
        }
        boolean known = meant.stream()
                .flatMap(strategy -> strategy.parameters().stream())
                .anyMatch(parameter -> parameter.name().equals(range.name()));
        if (!known) {
            List<String> names = meant.stream()
                    .flatMap(strategy ->
                            strategy.parameters().stream().map(parameter -> strategy.name() + "." + parameter.name()))
                    .toList();
            throw new UsageProblem("unknown parameter \"" + range.name() + "\"; there is " + String.join(", ", names));
        }
    }
}
