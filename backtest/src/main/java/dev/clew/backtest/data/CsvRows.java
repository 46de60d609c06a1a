package dev.clew.backtest.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/** Reads a CSV file as rows, one at a time. */
final class CsvRows {

    private static final int SNIFFED = 1 << 16;
    private static final char[] SEPARATORS = {',', ';', '\t', '|'};

    private final String file;
    private final DataOptions options;
    private final BadRows badRows;
    private final TimeReader times;

    CsvRows(String file, DataOptions options, BadRows badRows) {
        this.file = file;
        this.options = options;
        this.badRows = badRows;
        this.times = new TimeReader(options.zone(), options.timeFormat());
    }

    /** Gives every row to the sink that {@code sinkFor} makes once the kind of the file is known; returns their number. */
    long read(InputStream in, Function<Row.Kind, RowSink> sinkFor) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), SNIFFED);
        char separator = options.separator() == null ? sniff(reader) : options.separator();
        var csv = CsvReader.builder()
                .fieldSeparator(separator)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .ofCsvRecord(reader);
        try {
            return readRecords(csv.iterator(), sinkFor);
        } catch (CsvParseException malformed) {
            throw DataProblem.ofFile(file, "not well-formed CSV: " + malformed.getMessage(), malformed);
        } catch (UncheckedIOException unreadable) {
            throw new IOException(unreadable.getMessage(), unreadable);
        }
    }

    private long readRecords(Iterator<CsvRecord> records, Function<Row.Kind, RowSink> sinkFor) {
        if (!records.hasNext()) {
            throw DataProblem.ofFile(file, "the file is empty; it must hold at least two bars");
        }
        CsvRecord first = records.next();
        List<String> firstFields = withoutByteOrderMark(first.getFields());
        CsvLayout layout = CsvLayout.of(file, first.getStartingLineNumber(), firstFields, times);
        RowSink sink = sinkFor.apply(layout.kind());
        long rows = 0;
        if (!layout.header()) {
            rows++;
            offer(layout, first.getStartingLineNumber(), firstFields, sink);
        }
        while (records.hasNext()) {
            CsvRecord next = records.next();
            rows++;
            offer(layout, next.getStartingLineNumber(), next.getFields(), sink);
        }
        if (rows == 0) {
            throw DataProblem.ofFile(file, "the file has a header and nothing else; it must hold at least two bars");
        }
        sink.end();
        return rows;
    }

    private void offer(CsvLayout layout, long line, List<String> fields, RowSink sink) {
        Row row;
        try {
            row = row(layout, line, fields);
        } catch (DataProblem problem) {
            badRows.found(problem);
            return;
        }
        sink.accept(row);
    }

    private Row row(CsvLayout layout, long line, List<String> fields) {
        var timeText = new StringBuilder();
        for (int column : layout.time()) {
            timeText.append(timeText.isEmpty() ? "" : " ").append(field(layout, line, fields, column));
        }
        TimeReader.Stamp stamp;
        try {
            stamp = times.read(timeText.toString());
        } catch (TimeReader.Unreadable unreadable) {
            throw DataProblem.ofValue(
                    file,
                    line,
                    layout.names().get(layout.time().get(0)),
                    timeText.toString(),
                    String.valueOf(unreadable.getMessage()));
        }
        List<BigDecimal> values = new ArrayList<>(layout.values().size());
        for (int column : layout.values()) {
            values.add(
                    column < 0
                            ? BigDecimal.ZERO
                            : NumberReader.read(
                                    file, line, layout.names().get(column), field(layout, line, fields, column)));
        }
        var row = new Row(stamp.time(), stamp.dateOnly(), line, timeText.toString(), values);
        RowRules.check(file, layout.kind(), row);
        return row;
    }

    private String field(CsvLayout layout, long line, List<String> fields, int column) {
        if (column >= fields.size()) {
            throw DataProblem.ofLine(
                    file,
                    line,
                    "missing column \"" + layout.names().get(column) + "\": the row has " + fields.size()
                            + " fields, value \"" + DataProblem.printable(String.join(",", fields)) + "\"");
        }
        return fields.get(column);
    }

    private static List<String> withoutByteOrderMark(List<String> fields) {
        if (!fields.get(0).startsWith("\uFEFF")) {
            return fields;
        }
        List<String> clean = new ArrayList<>(fields);
        clean.set(0, clean.get(0).substring(1));
        return clean;
    }

    /** The character among the usual separators that the first line holds most often. */
    private static char sniff(BufferedReader reader) throws IOException {
        reader.mark(SNIFFED);
        int[] counts = new int[SEPARATORS.length];
        boolean inLine = false;
        for (int read = 0; read < SNIFFED - 1; read++) {
            int c = reader.read();
            if (c < 0 || (inLine && (c == '\n' || c == '\r'))) {
                break;
            }
            inLine |= !Character.isWhitespace(c);
            for (int i = 0; i < SEPARATORS.length; i++) {
                if (c == SEPARATORS[i]) {
                    counts[i]++;
                }
            }
        }
        reader.reset();
        int most = 0;
        for (int i = 1; i < counts.length; i++) {
            if (counts[i] > counts[most]) {
                most = i;
            }
        }
        return SEPARATORS[most];
    }
}
