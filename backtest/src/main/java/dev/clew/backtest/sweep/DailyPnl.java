package dev.clew.backtest.sweep;

import dev.clew.backtest.data.Session;
import dev.clew.backtest.model.PnL;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/**
 * The exact profit of each trading day of a run.
 *
 * <p>A position that is held overnight is valued at the last close of each day, so that the days sum to the profit of
 * the position exactly.
 */
final class DailyPnl {

    private DailyPnl() {}

    static List<PnL> of(SessionRun run) {
        Session session = run.session();
        BigDecimal[] days = new BigDecimal[session.days().size()];
        Arrays.fill(days, BigDecimal.ZERO);
        for (ClosedPosition position : run.positions()) {
            BigDecimal before = position.cost();
            int lastDay = session.dayOf(position.exit());
            for (int day = session.dayOf(position.entry()); day <= lastDay; day++) {
                BigDecimal after = day == lastDay ? position.proceeds() : session.close(session.dayEnd(day));
                days[day] = days[day].add(after.subtract(before));
                before = after;
            }
        }
        return Arrays.stream(days).map(PnL::new).toList();
    }
}
