package dev.clew.bench;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Says what is measured now, and how long it will take yet: by what is left, at the pace so far. */
final class Progress {
    private static final int TURNS_FOR_A_PACE = 3;

    private final Supplier<Left> left;
    private final Consumer<String> out;
    private final long began = System.nanoTime();

    private int done;
    private long doneMillis;

    /**
     * What is still to be measured.
     *
     * @param turns JVMs
     * @param millis that they are expected to take
     */
    record Left(int turns, long millis) {
        static final Left NOTHING = new Left(0, 0);

        Left and(long more) {
            return new Left(turns + 1, millis + more);
        }
    }

    Progress(Supplier<Left> left, Consumer<String> out) {
        this.left = left;
        this.out = out;
    }

    /** A turn begins. */
    void now(String what) {
        Left now = left.get();
        out.accept("[%d/%d, %s left] %s".formatted(done + 1, done + now.turns(), words(atPace(now.millis())), what));
    }

    /** Something else that a reader of the progress must know. */
    void say(String text) {
        if (!text.isEmpty()) {
            out.accept(text);
        }
    }

    /** A turn is over that was expected to take {@code millis}. */
    void over(long millis) {
        done++;
        doneMillis += millis;
    }

    /** Turns that are over. */
    int turns() {
        return done;
    }

    private long atPace(long millis) {
        if (done < TURNS_FOR_A_PACE) {
            return millis;
        }
        double pace = (System.nanoTime() - began) / 1e6 / Math.max(1, doneMillis);
        return (long) (millis * pace);
    }

    static String words(long millis) {
        long minutes = Math.round(millis / 60_000.0);
        if (minutes < 1) {
            return millis / 1000 + " s";
        }
        return minutes < 120 ? minutes + " min" : "%d h %02d min".formatted(minutes / 60, minutes % 60);
    }
}
