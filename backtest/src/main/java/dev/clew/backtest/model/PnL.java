package dev.clew.backtest.model;

import java.math.BigDecimal;

/**
 * Profit and loss: an exact decimal in the currency of the instrument.
 *
 * <p><b>Semantics.</b> A commutative monoid under {@link #merge} with {@link #zero}: the order in which days are merged
 * cannot change the sum, not even in its last digit. Amounts that are equal as numbers are equal as values ({@code 1.50}
 * is {@code 1.5}).
 *
 * @param amount the profit if positive, the loss if negative
 */
public record PnL(BigDecimal amount) implements Comparable<PnL> {

    private static final PnL ZERO = new PnL(BigDecimal.ZERO);

    public PnL {
        amount = amount.signum() == 0 ? BigDecimal.ZERO : amount.stripTrailingZeros();
    }

    /** A whole number of currency units. */
    public static PnL of(long amount) {
        return new PnL(BigDecimal.valueOf(amount));
    }

    /** Neither profit nor loss: merging it changes nothing. */
    public static PnL zero() {
        return ZERO;
    }

    /** The sum of both, exactly. */
    public PnL merge(PnL other) {
        return new PnL(amount.add(other.amount));
    }

    @Override
    public int compareTo(PnL other) {
        return amount.compareTo(other.amount);
    }

    @Override
    public String toString() {
        return amount.toPlainString();
    }
}
