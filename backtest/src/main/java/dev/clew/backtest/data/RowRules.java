package dev.clew.backtest.data;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that the values of one row keep among themselves. */
final class RowRules {

    private RowRules() {}

    /** Refuses a row with the first rule that it breaks. */
    static void check(String file, Row.Kind kind, Row row) {
        List<String> names = kind.valueNames();
        int volume = names.size() - 1;
        for (int i = 0; i < volume; i++) {
            if (row.value(i).signum() <= 0) {
                throw problem(file, row, names.get(i), row.value(i), "a price must be greater than 0");
            }
        }
        if (row.value(volume).signum() < 0) {
            throw problem(
                    file,
                    row,
                    names.get(volume),
                    row.value(volume),
                    "must not be negative: no less than nothing is traded");
        }
        if (kind == Row.Kind.BARS) {
            DataProblem broken = brokenRange(file, row);
            if (broken != null) {
                throw broken;
            }
        }
    }

    private static @Nullable DataProblem brokenRange(String file, Row row) {
        BigDecimal high = row.value(Row.HIGH);
        BigDecimal low = row.value(Row.LOW);
        if (high.compareTo(low) < 0) {
            return problem(file, row, "high", high, "high must not be less than low (" + low.toPlainString() + ")");
        }
        for (int i : new int[] {Row.OPEN, Row.CLOSE}) {
            BigDecimal value = row.value(i);
            if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
                String name = Row.Kind.BARS.valueNames().get(i);
                return problem(
                        file,
                        row,
                        name,
                        value,
                        name + " must lie between low (" + low.toPlainString() + ") and high (" + high.toPlainString()
                                + ")");
            }
        }
        return null;
    }

    private static DataProblem problem(String file, Row row, String column, BigDecimal value, String rule) {
        return DataProblem.ofValue(file, row.line(), column, value.toPlainString(), rule);
    }
}
