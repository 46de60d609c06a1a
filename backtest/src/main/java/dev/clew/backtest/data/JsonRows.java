package dev.clew.backtest.data;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads bars from JSON: an object with an array {@code ohlc} of bars, each with {@code endTime} in epoch milliseconds,
 * {@code openPrice}, {@code highPrice}, {@code lowPrice}, {@code closePrice} and {@code volume}.
 *
 * <p>An end time on the last millisecond of a second, as exchanges give it, means the whole second that follows.
 */
final class JsonRows {

    private static final List<String> FIELDS = List.of("openPrice", "highPrice", "lowPrice", "closePrice", "volume");

    private final String file;
    private final BadRows badRows;

    JsonRows(String file, BadRows badRows) {
        this.file = file;
        this.badRows = badRows;
    }

    /** Gives every bar to the sink; returns their number. */
    long read(InputStream in, RowSink sink) throws IOException {
        long rows = 0;
        boolean found = false;
        try (JsonParser parser = new JsonFactory().createParser(in)) {
            if (parser.nextToken() == null) {
                throw DataProblem.ofFile(file, "the file is empty; it must hold at least two bars");
            }
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.FIELD_NAME && "ohlc".equals(parser.currentName())) {
                    found = true;
                    if (parser.nextToken() != JsonToken.START_ARRAY) {
                        throw DataProblem.ofLine(file, line(parser), "\"ohlc\" must be an array of bars");
                    }
                    rows += readBars(parser, sink);
                }
            }
        } catch (JsonProcessingException malformed) {
            long line = malformed.getLocation() == null
                    ? 0
                    : malformed.getLocation().getLineNr();
            throw DataProblem.ofLine(file, line, "not well-formed JSON: " + malformed.getOriginalMessage());
        }
        if (!found) {
            throw DataProblem.ofFile(file, "a JSON file of bars has an array \"ohlc\", and this one has none");
        }
        if (rows == 0) {
            throw DataProblem.ofFile(file, "the array \"ohlc\" is empty; it must hold at least two bars");
        }
        sink.end();
        return rows;
    }

    private long readBars(JsonParser parser, RowSink sink) throws IOException {
        long rows = 0;
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            rows++;
            long line = line(parser);
            Map<String, String> fields = new HashMap<>();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (parser.currentToken().isScalarValue()) {
                    fields.put(name, parser.getText());
                }
                parser.skipChildren();
            }
            Row row = null;
            try {
                row = row(line, fields);
            } catch (DataProblem problem) {
                badRows.found(problem);
            }
            if (row != null) {
                sink.accept(row);
            }
        }
        return rows;
    }

    private Row row(long line, Map<String, String> fields) {
        String end = require(line, "endTime", fields.get("endTime"));
        BigDecimal millis = NumberReader.read(file, line, "endTime", end);
        if (millis.scale() > 0 || millis.signum() < 0 || millis.precision() > 16) {
            throw DataProblem.ofValue(file, line, "endTime", end, "must be a time in epoch milliseconds");
        }
        long time = millis.longValueExact();
        List<BigDecimal> values = new ArrayList<>();
        for (String name : FIELDS) {
            values.add(NumberReader.read(file, line, name, require(line, name, fields.get(name))));
        }
        var row = new Row(Instant.ofEpochMilli(time % 1000 == 999 ? time + 1 : time), false, line, end, values);
        RowRules.check(file, Row.Kind.BARS, row);
        return row;
    }

    private String require(long line, String name, @Nullable String value) {
        if (value == null) {
            throw DataProblem.ofLine(file, line, "missing column \"" + name + "\": each bar must have it");
        }
        return value;
    }

    private static long line(JsonParser parser) {
        return parser.currentLocation().getLineNr();
    }
}
