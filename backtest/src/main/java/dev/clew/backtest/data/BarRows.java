package dev.clew.backtest.data;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ta4j.core.Bar;
import org.ta4j.core.BaseBar;
import org.ta4j.core.num.DecimalNumFactory;
import org.ta4j.core.num.Num;

/**
 * Makes bars of rows that are bars already. How long they are is the gap that is most common among the first thousand:
 * later gaps (nights, holidays, minutes without a trade) change nothing.
 */
final class BarRows implements RowSink {

    private static final int LOOKED_AT = 1_000;
    private static final Duration SHORTEST_DAY = Duration.ofHours(20);

    private final String file;
    private final ZoneId zone;
    private final boolean stampedAtEnd;
    private final boolean overnight;
    private final List<Row> first = new ArrayList<>();
    private @Nullable Duration period;
    private boolean daily;
    private @Nullable SessionBuilder sessions;

    BarRows(String file, DataOptions options, boolean stampedAtEnd) {
        this.file = file;
        this.zone = options.zone();
        this.overnight = options.overnight();
        this.stampedAtEnd = stampedAtEnd;
    }

    @Override
    public void accept(Row row) {
        if (sessions != null) {
            sessions.add(bar(row));
            return;
        }
        first.add(row);
        if (first.size() == LOOKED_AT) {
            begin();
        }
    }

    @Override
    public void end() {
        if (sessions == null && !first.isEmpty()) {
            begin();
        }
    }

    /** The sessions, after the end. */
    List<Session> sessions() {
        return sessions == null ? List.of() : sessions.build();
    }

    /** How long a bar is, after the end. */
    Duration period() {
        return period == null ? Duration.ZERO : period;
    }

    /** Whether a bar is a day or longer, after the end. */
    boolean daily() {
        return daily;
    }

    int bars() {
        return sessions == null ? 0 : sessions.bars();
    }

    private void begin() {
        boolean dates = first.stream().allMatch(Row::dateOnly);
        if (first.size() == 1 && !dates) {
            throw DataProblem.ofFile(file, "the file holds a single bar; a backtest needs at least two");
        }
        Duration gap = dates ? Duration.ofDays(1) : mostCommonGap();
        period = gap;
        daily = gap.compareTo(SHORTEST_DAY) >= 0;
        var builder = new SessionBuilder(file, zone, overnight || daily);
        sessions = builder;
        first.forEach(row -> builder.add(bar(row)));
        first.clear();
    }

    private Duration mostCommonGap() {
        Map<Duration, Integer> counts = new HashMap<>();
        for (int i = 1; i < first.size(); i++) {
            counts.merge(Duration.between(first.get(i - 1).time(), first.get(i).time()), 1, Integer::sum);
        }
        int most = Collections.max(counts.values());
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() == most)
                .map(Map.Entry::getKey)
                .min(Duration::compareTo)
                .orElseThrow(() -> DataProblem.ofFile(file, "the file holds a single bar; a backtest needs two"));
    }

    private Bar bar(Row row) {
        Instant begin = row.time();
        Instant end;
        if (row.dateOnly()) {
            end = LocalDate.ofInstant(begin, zone)
                    .plusDays(1)
                    .atStartOfDay(zone)
                    .toInstant();
        } else {
            begin = stampedAtEnd ? row.time().minus(period()) : row.time();
            end = begin.plus(period());
        }
        Num volume = exact(row, Row.VOLUME);
        return new BaseBar(
                Duration.between(begin, end),
                begin,
                end,
                exact(row, Row.OPEN),
                exact(row, Row.HIGH),
                exact(row, Row.LOW),
                exact(row, Row.CLOSE),
                volume,
                volume.multipliedBy(exact(row, Row.CLOSE)),
                0);
    }

    private static Num exact(Row row, int value) {
        return DecimalNumFactory.getInstance().numOf(row.value(value));
    }
}
