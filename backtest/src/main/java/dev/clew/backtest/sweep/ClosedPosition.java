package dev.clew.backtest.sweep;

import dev.clew.backtest.model.PnL;
import java.math.BigDecimal;

/**
 * A position of one unit that was bought and sold, in the exact prices of the data.
 *
 * @param entry the bar at whose open it was bought
 * @param exit the bar at which it was sold
 * @param buyPrice the open of the entry bar
 * @param sellPrice the open of the exit bar, or its close where the session ended
 * @param feeRate the part of each price that is paid as a fee
 */
record ClosedPosition(int entry, int exit, BigDecimal buyPrice, BigDecimal sellPrice, BigDecimal feeRate) {

    /** What was paid, with the fee. */
    BigDecimal cost() {
        return buyPrice.add(buyPrice.multiply(feeRate));
    }

    /** What was received, less the fee. */
    BigDecimal proceeds() {
        return sellPrice.subtract(sellPrice.multiply(feeRate));
    }

    PnL pnl() {
        return new PnL(proceeds().subtract(cost()));
    }
}
