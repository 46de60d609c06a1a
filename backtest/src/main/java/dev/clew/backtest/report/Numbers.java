package dev.clew.backtest.report;

import dev.clew.backtest.data.Instrument;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as people read them: the same in the table and in the report. */
final class Numbers {

    static final String UNDEFINED = "n/a";

    private Numbers() {}

    /** An amount of money with a sign, rounded to what the price of the instrument makes sensible. */
    static String money(BigDecimal amount, Instrument instrument) {
        int digits = decimals(instrument);
        BigDecimal rounded = amount.setScale(digits, RoundingMode.HALF_EVEN);
        return String.format(Locale.ROOT, (rounded.signum() == 0 ? "%,." : "%+,.") + digits + "f", rounded);
    }

    private static int decimals(Instrument instrument) {
        double price = firstOpen(instrument).doubleValue();
        return price >= 10 ? 2 : price >= 0.1 ? 4 : 8;
    }

    /** The first price of the instrument. */
    static BigDecimal firstOpen(Instrument instrument) {
        return instrument.sessions().get(0).open(0);
    }

    /** The last price of the instrument. */
    static BigDecimal lastClose(Instrument instrument) {
        var last = instrument.sessions().get(instrument.sessions().size() - 1);
        return last.close(last.bars() - 1);
    }

    /** The amount in percent of the instrument's first price. */
    static double percentOfPrice(BigDecimal amount, Instrument instrument) {
        return amount.doubleValue() / firstOpen(instrument).doubleValue() * 100;
    }

    static String signedPercent(double percent) {
        return Math.abs(percent) < 0.005 ? "0.00 %" : String.format(Locale.ROOT, "%+.2f %%", percent);
    }

    static String share(double part) {
        return Double.isNaN(part) ? UNDEFINED : String.format(Locale.ROOT, "%.1f %%", part * 100);
    }

    static String ratio(OptionalDouble ratio) {
        return ratio.isPresent() ? String.format(Locale.ROOT, "%.2f", ratio.getAsDouble()) : UNDEFINED;
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** {@code 1 day}, {@code 2 days}. */
    static String count(long count, String thing) {
        return count(count) + " " + thing + (count == 1 ? "" : "s");
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }

    /** {@code 5-minute}, {@code 1-hour}, {@code daily}. */
    static String period(Instrument instrument) {
        Duration period = instrument.period();
        if (instrument.daily()) {
            return period.toDays() <= 1 ? "daily" : period.toDays() + "-day";
        }
        if (period.toSeconds() % 3600 == 0) {
            return period.toHours() + "-hour";
        }
        return period.toSeconds() % 60 == 0 ? period.toMinutes() + "-minute" : period.toSeconds() + "-second";
    }
}
