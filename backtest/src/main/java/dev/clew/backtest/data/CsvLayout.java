package dev.clew.backtest.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which column of a CSV file holds what.
 *
 * @param kind bars or trades
 * @param time the columns that make up the time: one, or a date and a time of day
 * @param values the column of each of {@link Row.Kind#valueNames}; -1 for a volume that the file does not have
 * @param names what the file calls its columns
 * @param header whether the first row names them
 */
record CsvLayout(Row.Kind kind, List<Integer> time, List<Integer> values, List<String> names, boolean header) {

    private static final List<String> POSITIONAL_BARS = List.of("date", "open", "high", "low", "close", "volume");
    private static final List<String> POSITIONAL_TRADES = List.of("timestamp", "price", "amount");
    private static final List<String> TIME_NAMES =
            List.of("timestamp", "datetime", "date_time", "time", "date", "epoch", "unix", "opentime", "open_time");
    private static final Map<String, List<String>> OTHER_NAMES = Map.of(
            "open", List.of("open", "o", "openprice", "open_price"),
            "high", List.of("high", "h", "highprice", "high_price"),
            "low", List.of("low", "l", "lowprice", "low_price"),
            "close", List.of("close", "c", "closeprice", "close_price"),
            "volume", List.of("volume", "vol", "v"),
            "price", List.of("price", "p"),
            "amount", List.of("amount", "size", "quantity", "qty", "volume"));

    /** The layout that the first row of a file shows. */
    static CsvLayout of(String file, long line, List<String> first, TimeReader times) {
        boolean header = first.stream().noneMatch(cell -> isNumber(cell) || times.looksLikeTime(cell));
        return header ? named(file, line, first) : positional(file, line, first);
    }

    private static CsvLayout named(String file, long line, List<String> first) {
        List<String> names = first.stream()
                .map(name -> name.strip().toLowerCase(Locale.ROOT))
                .toList();
        Row.Kind kind = find(names, "open") < 0 && find(names, "price") >= 0 ? Row.Kind.TRADES : Row.Kind.BARS;
        List<Integer> values = new ArrayList<>();
        for (String wanted : kind.valueNames()) {
            int column = find(names, wanted);
            if (column < 0 && !wanted.equals("volume")) {
                throw missing(file, line, wanted, first);
            }
            values.add(column);
        }
        List<Integer> time = timeColumns(names);
        if (time.isEmpty()) {
            throw missing(file, line, "date, time or timestamp", first);
        }
        return new CsvLayout(kind, time, List.copyOf(values), List.copyOf(names), true);
    }

    private static DataProblem missing(String file, long line, String wanted, List<String> header) {
        return DataProblem.ofLine(
                file,
                line,
                "missing column \"" + wanted + "\"; the header names "
                        + DataProblem.printable(String.join(", ", header))
                        + ". Bars need date, open, high, low, close (and volume, if known), trades need timestamp,"
                        + " price, amount");
    }

    private static List<Integer> timeColumns(List<String> names) {
        int date = names.indexOf("date");
        int timeOfDay = names.indexOf("time");
        if (date >= 0 && timeOfDay >= 0) {
            return List.of(date, timeOfDay);
        }
        return TIME_NAMES.stream()
                .map(names::indexOf)
                .filter(column -> column >= 0)
                .limit(1)
                .toList();
    }

    private static CsvLayout positional(String file, long line, List<String> first) {
        return switch (first.size()) {
            case 3 -> new CsvLayout(Row.Kind.TRADES, List.of(0), List.of(1, 2), POSITIONAL_TRADES, false);
            case 5 -> new CsvLayout(Row.Kind.BARS, List.of(0), List.of(1, 2, 3, 4, -1), POSITIONAL_BARS, false);
            case 6 -> new CsvLayout(Row.Kind.BARS, List.of(0), List.of(1, 2, 3, 4, 5), POSITIONAL_BARS, false);
            default ->
                throw DataProblem.ofLine(
                        file,
                        line,
                        "a file without a header has 3 columns (timestamp, price, amount), or 5 or 6 (date, open, high, low,"
                                + " close, volume), but this one has " + first.size() + "; give it a header");
        };
    }

    private static int find(List<String> names, String wanted) {
        for (String name : OTHER_NAMES.getOrDefault(wanted, List.of(wanted))) {
            int column = names.indexOf(name);
            if (column >= 0) {
                return column;
            }
        }
        return -1;
    }

    private static boolean isNumber(String cell) {
        try {
            Double.parseDouble(cell.strip());
            return true;
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }
}
