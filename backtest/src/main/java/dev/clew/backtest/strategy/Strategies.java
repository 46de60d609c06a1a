package dev.clew.backtest.strategy;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The strategies that there are. */
public final class Strategies {

    private static final List<TradingStrategy> ALL =
            List.of(new SmaCrossover(), new Rsi2(), new BollingerReversion(), new OpeningRangeBreakout());

    private Strategies() {}

    /** All of them, in the order of the help. */
    public static List<TradingStrategy> all() {
        return ALL;
    }

    /** Those of the names given, each once; all where none or {@code all} is given. */
    public static List<TradingStrategy> named(List<String> names) {
        if (names.isEmpty() || names.contains("all")) {
            return ALL;
        }
        Set<TradingStrategy> found = new LinkedHashSet<>();
        for (String name : names) {
            found.add(ALL.stream()
                    .filter(strategy -> strategy.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new UsageProblem("unknown strategy \"" + name + "\"; there is "
                            + ALL.stream().map(TradingStrategy::name).collect(Collectors.joining(", "))
                            + ", and all")));
        }
        return List.copyOf(found);
    }
}
