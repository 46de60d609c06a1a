package dev.clew;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders fiber dumps. */
final class FiberDumps {
    private FiberDumps() {}

    static String text(FiberDump dump) {
        StringBuilder out =
                new StringBuilder("fibers of ").append(dump.runtime()).append(": ");
        out.append(dump.fibers().size()).append(" shown");
        if (dump.more() > 0) {
            out.append(", and about ").append(dump.more()).append(" more");
        }
        out.append('\n');
        for (FiberDump.Entry entry : dump.fibers()) {
            text(out.append('\n'), entry);
        }
        return out.toString();
    }

    private static void text(StringBuilder out, FiberDump.Entry entry) {
        out.append(entry.number() == 0 ? "a branch" : "fiber " + entry.number());
        if (entry.parent() != 0) {
            out.append(", part of fiber ").append(entry.parent());
        }
        out.append(": ")
                .append(
                        switch (entry.state()) {
                            case RUNNING -> "running on ";
                            case READY -> "ready in ";
                            case WAITING -> "waits for ";
                        })
                .append(entry.waitsFor() == null ? entry.where() : entry.waitsFor());
        if (entry.masked()) {
            out.append(", uncancelable");
        }
        if (entry.cancelRequested()) {
            out.append(", asked to stop");
        }
        out.append('\n');
        frames(out, entry.callSites());
        if (!entry.startedAt().isEmpty()) {
            out.append("  started:\n");
            frames(out, entry.startedAt());
        }
    }

    private static void frames(StringBuilder out, List<StackTraceElement> frames) {
        for (StackTraceElement frame : frames) {
            out.append("    at ").append(frame).append('\n');
        }
    }

    static String json(FiberDump dump) {
        StringBuilder out = new StringBuilder("{\"runtime\":");
        string(out, dump.runtime());
        out.append(",\"fibers\":[");
        String comma = "";
        for (FiberDump.Entry entry : dump.fibers()) {
            out.append(comma);
            json(out, entry);
            comma = ",";
        }
        return out.append("],\"more\":").append(dump.more()).append('}').toString();
    }

    private static void json(StringBuilder out, FiberDump.Entry entry) {
        out.append("{\"number\":").append(entry.number()).append(",\"state\":");
        string(out, entry.state().name());
        string(out.append(",\"where\":"), entry.where());
        string(out.append(",\"waitsFor\":"), entry.waitsFor());
        out.append(",\"masked\":").append(entry.masked());
        out.append(",\"cancelRequested\":").append(entry.cancelRequested());
        out.append(",\"parent\":").append(entry.parent());
        strings(out.append(",\"callSites\":"), entry.callSites());
        strings(out.append(",\"startedAt\":"), entry.startedAt());
        out.append('}');
    }

    private static void strings(StringBuilder out, List<StackTraceElement> frames) {
        String comma = "[";
        for (StackTraceElement frame : frames) {
            string(out.append(comma), frame.toString());
            comma = ",";
        }
        out.append(frames.isEmpty() ? "[]" : "]");
    }

    /** A JSON string: quotes, backslashes, controls and lone surrogates are escaped. */
    static void string(StringBuilder out, @Nullable String value) {
        if (value == null) {
            out.append("null");
            return;
        }
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '\u007f' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
