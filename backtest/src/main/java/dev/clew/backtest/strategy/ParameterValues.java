package dev.clew.backtest.strategy;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** A value for each parameter of a strategy, in the strategy's order. */
public final class ParameterValues {

    private final SequencedMap<String, BigDecimal> values;

    ParameterValues(Map<String, BigDecimal> values) {
        this.values = new LinkedHashMap<>(values);
    }

    /** The value of a parameter that is whole. */
    public int integer(String name) {
        return get(name).intValueExact();
    }

    /** The value of a parameter. */
    public BigDecimal get(String name) {
        BigDecimal value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no parameter is called " + name + "; there is " + values.keySet());
        }
        return value;
    }

    /** The values by name, in the strategy's order. */
    public SequencedMap<String, BigDecimal> asMap() {
        return new LinkedHashMap<>(values);
    }

    /** {@code name=value} for each. */
    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().toPlainString())
                .collect(Collectors.joining(" "));
    }
}
