package dev.clew.backtest.data;

import java.math.BigDecimal;

/** Reads a price or a volume: exactly, and only within bounds that no market leaves. */
final class NumberReader {

    private static final int LONGEST = 60;
    private static final int MOST_DIGITS = 24;

    private NumberReader() {}

    /** The number without trailing zeros. */
    static BigDecimal read(String file, long line, String column, String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw DataProblem.ofValue(file, line, column, text, "a number is missing");
        }
        if (stripped.length() <= LONGEST) {
            try {
                BigDecimal number = new BigDecimal(stripped);
                if (number.signum() == 0) {
                    return BigDecimal.ZERO;
                }
                long magnitude = (long) number.precision() - number.scale();
                BigDecimal canonical = Math.abs(magnitude) <= MOST_DIGITS ? number.stripTrailingZeros() : number;
                if (Math.abs(magnitude) > MOST_DIGITS || canonical.precision() > MOST_DIGITS) {
                    throw DataProblem.ofValue(
                            file, line, column, text, "out of range: at most " + MOST_DIGITS + " digits are kept");
                }
                return canonical.scale() < 0 ? canonical.setScale(0) : canonical;
            } catch (NumberFormatException notANumber) {
                throw notANumber(file, line, column, text);
            }
        }
        throw notANumber(file, line, column, text);
    }

    private static DataProblem notANumber(String file, long line, String column, String text) {
        return DataProblem.ofValue(
                file, line, column, text, "not a number; write it with a decimal point and no grouping, like 1234.56");
    }
}
