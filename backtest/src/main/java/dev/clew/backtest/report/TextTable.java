package dev.clew.backtest.report;

import java.util.ArrayList;
import java.util.List;

/** A table of text in columns as wide as they need: words to the left, numbers to the right. */
final class TextTable {

    private static final String GAP = "  ";

    private final List<String> header;
    private final List<Boolean> numeric;
    private final List<List<String>> rows = new ArrayList<>();

    /** Columns whose name begins with {@code >} hold numbers. */
    TextTable(String... columns) {
        header = List.of(columns).stream()
                .map(column -> column.startsWith(">") ? column.substring(1) : column)
                .toList();
        numeric =
                List.of(columns).stream().map(column -> column.startsWith(">")).toList();
    }

    void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /** The header, a rule, and the rows, each line ended. */
    String render() {
        int[] widths = new int[header.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = header.get(column).length();
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        var text = new StringBuilder();
        line(text, header, widths);
        List<String> rule = new ArrayList<>();
        for (int width : widths) {
            rule.add("-".repeat(width));
        }
        line(text, rule, widths);
        rows.forEach(row -> line(text, row, widths));
        return text.toString();
    }

    private void line(StringBuilder text, List<String> cells, int[] widths) {
        var line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String space = " ".repeat(widths[column] - cells.get(column).length());
            line.append(column == 0 ? "" : GAP);
            line.append(numeric.get(column) ? space + cells.get(column) : cells.get(column) + space);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
