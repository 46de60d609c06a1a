package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text that becomes a page: escaping, tables, and figures as people read them. */
final class Html {
    private final StringBuilder text = new StringBuilder();

    /** As it is. */
    Html raw(String html) {
        text.append(html);
        return this;
    }

    Html text(String plain) {
        text.append(escape(plain));
        return this;
    }

    Html element(String tag, String plain) {
        return raw("<" + tag + ">").text(plain).raw("</" + tag.split(" ", 2)[0] + ">\n");
    }

    Html note(String plain) {
        return element("p class=\"note\"", plain);
    }

    /**
     * A table. A column's title may begin with marks: {@code >} for numbers, {@code !} for ours, {@code ~} for a source's
     * figures.
     */
    Html table(String caption, List<String> columns, List<List<String>> rows) {
        raw("<div class=\"table\">\n");
        if (!caption.isEmpty()) {
            element("p class=\"caption\"", caption);
        }
        raw("<div class=\"scroll\" tabindex=\"0\"><table>\n");
        raw("<thead><tr>");
        for (String column : columns) {
            raw("<th" + classes(column) + ">")
                    .text(column.replaceFirst("^[>!~]+", ""))
                    .raw("</th>");
        }
        raw("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            raw(row.get(0).startsWith(Peer.CLEW.title()) ? "<tr class=\"clew\">" : "<tr>");
            for (int i = 0; i < row.size(); i++) {
                raw("<td" + classes(columns.get(i)) + ">").text(row.get(i)).raw("</td>");
            }
            raw("</tr>\n");
        }
        return raw("</tbody></table></div></div>\n");
    }

    private static String classes(String column) {
        String marks = column.replaceFirst("[^>!~].*$", "");
        List<String> classes = new ArrayList<>();
        if (marks.contains(">")) {
            classes.add("number");
        }
        if (marks.contains("!")) {
            classes.add("ours");
        }
        if (marks.contains("~")) {
            classes.add("source");
        }
        return classes.isEmpty() ? "" : " class=\"" + String.join(" ", classes) + "\"";
    }

    @Override
    public String toString() {
        return text.toString();
    }

    static String escape(String plain) {
        return plain.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Three digits that count, in groups of three. */
    static String number(double value) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        int decimals = value == 0 ? 0 : Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
        return String.format(Locale.ROOT, "%,." + Math.min(6, decimals) + "f", value)
                .replace(',', '\u202f');
    }

    /** A time with the unit that suits it. */
    static String time(double nanos) {
        if (!Double.isFinite(nanos)) {
            return "–";
        }
        return nanos < 1e3
                ? number(nanos) + " ns"
                : nanos < 1e6
                        ? number(nanos / 1e3) + " µs"
                        : nanos < 1e9 ? number(nanos / 1e6) + " ms" : number(nanos / 1e9) + " s";
    }

    static String bytes(double bytes) {
        if (!Double.isFinite(bytes)) {
            return "–";
        }
        if (bytes < 0.5) {
            return "0 B"; // what the harness itself allocates, over many operations
        }
        return bytes < 10_000
                ? number(bytes) + " B"
                : bytes < 1e7
                        ? number(bytes / 1e3) + " kB"
                        : bytes < 1e10 ? number(bytes / 1e6) + " MB" : number(bytes / 1e9) + " GB";
    }

    static String factor(double ratio) {
        return Double.isFinite(ratio) ? number(ratio) + " ×" : "–";
    }
}
