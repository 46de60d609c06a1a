package dev.clew.backtest.strategy;

import java.math.BigDecimal;

/**
 * A number that a strategy can be tuned by.
 *
 * @param name its name on the command line
 * @param integer whether it must be whole
 * @param byDefault its value where none is given
 * @param min the least value allowed
 * @param max the greatest value allowed
 * @param builtInRange the values tried when the user gives no parameter at all
 * @param meaning what it does, for the help
 */
public record Parameter(
        String name,
        boolean integer,
        BigDecimal byDefault,
        BigDecimal min,
        BigDecimal max,
        String builtInRange,
        String meaning) {

    static Parameter integer(String name, long byDefault, long min, long max, String builtInRange, String meaning) {
        return new Parameter(
                name,
                true,
                BigDecimal.valueOf(byDefault),
                BigDecimal.valueOf(min),
                BigDecimal.valueOf(max),
                builtInRange,
                meaning);
    }

    static Parameter decimal(
            String name, String byDefault, String min, String max, String builtInRange, String meaning) {
        return new Parameter(
                name,
                false,
                new BigDecimal(byDefault),
                new BigDecimal(min),
                new BigDecimal(max),
                builtInRange,
                meaning);
    }

    /** Refuses a value that is not whole or not within bounds. */
    void check(String strategy, BigDecimal value) {
        if (integer && value.stripTrailingZeros().scale() > 0) {
            throw new UsageProblem("parameter " + name + " of strategy " + strategy + " must be a whole number, but is "
                    + value.toPlainString());
        }
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new UsageProblem("parameter " + name + " of strategy " + strategy + " must lie between "
                    + min.toPlainString() + " and " + max.toPlainString() + ", but is " + value.toPlainString());
        }
    }
}
