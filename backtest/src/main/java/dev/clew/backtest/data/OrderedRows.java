package dev.clew.backtest.data;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Holds the rows of a file to the order of time, or brings them into it.
 *
 * <p>Two trades of one time are normal and keep the order of the file; two bars of one time are refused. Only sorting
 * holds all rows in memory.
 */
final class OrderedRows implements RowSink {

    private final String file;
    private final Row.Kind kind;
    private final boolean sort;
    private final BadRows badRows;
    private final RowSink next;
    private final List<Row> held = new ArrayList<>();
    private Instant previous = Instant.MIN;
    private String previousText = "";

    OrderedRows(String file, Row.Kind kind, boolean sort, BadRows badRows, RowSink next) {
        this.file = file;
        this.kind = kind;
        this.sort = sort;
        this.badRows = badRows;
        this.next = next;
    }

    @Override
    public void accept(Row row) {
        if (sort) {
            held.add(row);
        } else {
            pass(row);
        }
    }

    @Override
    public void end() {
        held.sort(Comparator.comparing(Row::time));
        held.forEach(this::pass);
        held.clear();
        next.end();
    }

    private void pass(Row row) {
        int order = row.time().compareTo(previous);
        if (order < 0) {
            badRows.found(problem(
                    row,
                    "rows must be in the order of time, but the row before is of " + previousText
                            + "; sort the file, or give --sort"));
        } else if (order == 0 && kind == Row.Kind.BARS) {
            badRows.found(problem(row, "two bars of one time; remove one of them"));
        } else {
            previous = row.time();
            previousText = row.timeText();
            next.accept(row);
        }
    }

    private DataProblem problem(Row row, String rule) {
        return DataProblem.ofValue(file, row.line(), "time", row.timeText(), rule);
    }
}
