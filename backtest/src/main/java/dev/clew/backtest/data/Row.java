package dev.clew.backtest.data;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * One row of a price file, its values checked one by one and against each other; its place among the rows is not yet.
 *
 * @param time when the bar begins (or ends, where the file says so), or when the trade was made
 * @param dateOnly whether the file gave a date without a time of day
 * @param line the line in the file
 * @param timeText the time as it stands in the file, for messages
 * @param values what {@link Kind#valueNames} lists, in that order
 */
record Row(Instant time, boolean dateOnly, long line, String timeText, List<BigDecimal> values) {

    /** What the rows of a file are. */
    enum Kind {
        BARS,
        TRADES;

        private static final List<String> BAR_VALUES = List.of("open", "high", "low", "close", "volume");
        private static final List<String> TRADE_VALUES = List.of("price", "amount");

        List<String> valueNames() {
            return this == BARS ? BAR_VALUES : TRADE_VALUES;
        }
    }

    static final int OPEN = 0;
    static final int HIGH = 1;
    static final int LOW = 2;
    static final int CLOSE = 3;
    static final int VOLUME = 4;
    static final int PRICE = 0;
    static final int AMOUNT = 1;

    BigDecimal value(int index) {
        return values.get(index);
    }
}
