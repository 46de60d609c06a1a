package dev.clew.backtest.model;

/**
 * How long a simulated trading decision blocks its thread.
 *
 * @param value milliseconds, not negative
 */
public record DecisionDelayMillis(long value) {

    public DecisionDelayMillis {
        if (value < 0) {
            throw new IllegalArgumentException("a decision delay must not be negative, but is " + value + " ms");
        }
    }
}
