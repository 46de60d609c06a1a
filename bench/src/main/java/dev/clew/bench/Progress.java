package dev.clew.bench;

import java.util.function.Consumer;

/** Says what is measured now, and how long it will take yet: by what is left, at the pace so far. */
final class Progress {
    private final Consumer<String> out;
    private final long plannedMillis;
    private final int turns;
    private final long began = System.nanoTime();

    private int done;
    private long doneMillis;

    /** Of {@code turns} JVMs, which are expected to take {@code plannedMillis} in all. */
    Progress(int turns, long plannedMillis, Consumer<String> out) {
        this.turns = turns;
        this.plannedMillis = plannedMillis;
        this.out = out;
    }

    /** A turn begins. */
    void now(String what) {
        out.accept("[%d/%d, %s left] %s".formatted(done + 1, turns, words(leftMillis()), what));
    }

    /** Something else that a reader of the progress must know. */
    void say(String text) {
        if (!text.isEmpty()) {
            out.accept(text);
        }
    }

    /** A turn is over, or left out, that was expected to take {@code millis}. */
    void over(long millis) {
        done++;
        doneMillis += millis;
    }

    private long leftMillis() {
        long left = Math.max(0, plannedMillis - doneMillis);
        if (done < 3) {
            return left;
        }
        double pace = (System.nanoTime() - began) / 1e6 / Math.max(1, doneMillis);
        return (long) (left * pace);
    }

    static String words(long millis) {
        long minutes = Math.round(millis / 60_000.0);
        if (minutes < 1) {
            return millis / 1000 + " s";
        }
        return minutes < 120 ? minutes + " min" : "%d h %02d min".formatted(minutes / 60, minutes % 60);
    }
}
