package dev.clew.backtest.data;

import org.jspecify.annotations.Nullable;

/**
 * Price data that cannot be used: the file, the line, the column, the value, and the rule that it breaks, in one
 * sentence.
 */
public final class DataProblem extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST_VALUE = 60;

    private DataProblem(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The whole file is at fault. */
    static DataProblem ofFile(String file, String rule) {
        return new DataProblem(file + ": " + rule, null);
    }

    /** The whole file is at fault, as an exception of a library says. */
    static DataProblem ofFile(String file, String rule, Throwable cause) {
        return new DataProblem(file + ": " + rule, cause);
    }

    /** One line is at fault. */
    static DataProblem ofLine(String file, long line, String rule) {
        return new DataProblem(file + ":" + line + ": " + rule, null);
    }

    /** One value is at fault. */
    static DataProblem ofValue(String file, long line, String column, String value, String rule) {
        return new DataProblem(
                file + ":" + line + ": column \"" + printable(column) + "\", value \"" + printable(value) + "\": "
                        + rule,
                null);
    }

    /** Makes text from a file safe to print: control characters are escaped, and long text is cut. */
    static String printable(String text) {
        var safe = new StringBuilder();
        text.codePoints().limit(LONGEST_VALUE).forEach(c -> {
            if (Character.isISOControl(c)) {
                safe.append(String.format("\\u%04x", c));
            } else {
                safe.appendCodePoint(c);
            }
        });
        return text.length() > LONGEST_VALUE ? safe + "…" : safe.toString();
    }
}
