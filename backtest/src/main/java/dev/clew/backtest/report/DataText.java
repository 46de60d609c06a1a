package dev.clew.backtest.report;

import dev.clew.backtest.data.Instrument;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** Says in words what was loaded and how it is traded. */
public final class DataText {

    private DataText() {}

    /** The bars and the days. */
    public static String contents(Instrument instrument, ZoneId zone) {
        List<LocalDate> days = instrument.days();
        String bars = Numbers.count(instrument.bars()) + " " + Numbers.period(instrument) + " bars";
        String from = instrument.fromTrades() ? Numbers.count(instrument.rows()) + " trades as " + bars : bars;
        return from + ", " + Numbers.count(days.size(), "day") + ", " + days.get(0) + " to " + days.get(days.size() - 1)
                + " (" + zone + ")";
    }

    /** When positions are closed. */
    public static String trading(Instrument instrument) {
        return instrument.wholeSeries()
                ? "traded over the whole series, positions are held overnight"
                : "each day on its own, positions are closed at its end";
    }

    /** What buying at the begin and selling at the end would have brought. */
    public static String buyAndHold(Instrument instrument) {
        var gain = Numbers.lastClose(instrument).subtract(Numbers.firstOpen(instrument));
        return "buy and hold " + Numbers.money(gain, instrument) + " ("
                + Numbers.signedPercent(Numbers.percentOfPrice(gain, instrument)) + ")";
    }
}
