package dev.clew.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A {@link Trace} in words, a line for each thing that happened. */
final class TraceWords {
    /** So many lines of the beginning and of the end are kept. */
    private static final int MOST = 400;

    private TraceWords() {}

    static List<String> of(Trace trace) {
        List<String> lines = new ArrayList<>();
        int[] log = trace.log();
        int i = 0;
        while (i < trace.logged()) {
            lines.add(line(log, i));
            boolean job = log[i] == Choice.NEXT_JOB.code();
            i += Trace.ENTRY + (job ? log[i + 3] : 0);
        }
        return lines;
    }

    /** As {@link #of}, without the middle where that is long. */
    static List<String> shortened(List<String> lines, int most) {
        if (lines.size() <= most) {
            return lines;
        }
        List<String> kept = new ArrayList<>(lines.subList(0, most / 2));
        kept.add("... " + (lines.size() - most / 2 * 2) + " lines ...");
        kept.addAll(lines.subList(lines.size() - most / 2, lines.size()));
        return kept;
    }

    static List<String> shortened(List<String> lines) {
        return shortened(lines, MOST);
    }

    private static String line(int[] log, int at) {
        int what = log[at];
        String step = "step " + log[at + 1] + ": ";
        String fiber = name(log[at + 2]);
        int detail = log[at + 4];
        return switch (what) {
            case Trace.STEP -> step + fiber + " runs";
            case Trace.BORN ->
                step
                        + (log[at + 2] == 0 ? "" : fiber + " starts ")
                        + name(detail)
                        + (log[at + 2] == 0 ? " is started" : "");
            case Trace.BRANCH -> step + fiber + " begins, as " + name(detail);
            case Trace.TIME ->
                "time moves on to " + Duration.ofNanos(((long) log[at + 3] << 32) | (detail & 0xFFFFFFFFL));
            case Trace.CANCELLED -> step + fiber + " is cancelled from outside";
            default -> decision(Choice.of(what), log, at, step, fiber);
        };
    }

    private static String decision(Choice choice, int[] log, int at, String step, String fiber) {
        int n = log[at + 3];
        int detail = log[at + 4];
        return switch (choice) {
            case NEXT_JOB -> {
                StringBuilder words = new StringBuilder("step " + log[at + 1] + ", " + n + " ready (");
                for (int i = 0; i < n; i++) {
                    words.append(i == 0 ? "" : ", ").append(name(log[at + Trace.ENTRY + i]));
                }
                yield words.append("): ").append(fiber).append(" runs").toString();
            }
            case FORK, SPLIT ->
                detail == 0
                        ? step + "a thief finds nothing to take from " + fiber
                        : step + "a branch of " + fiber + " is stolen, becomes " + name(detail);
            case YIELD -> step + fiber + " gives way here";
            case CANCEL -> step + fiber + " is cancelled here";
            case TIMER_TIE -> step + "of " + n + " timers due, number " + (detail + 1) + " fires first";
            case PICK -> step + fiber + " looks at number " + (detail + 1) + " of " + n + " alternatives next";
        };
    }

    static String name(int number) {
        if (number == 0) {
            return "a job of an executor";
        }
        return number > 0 ? "#" + number : "a branch that #" + -number + " left";
    }
}
