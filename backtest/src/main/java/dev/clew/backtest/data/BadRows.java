package dev.clew.backtest.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What happens to a row that breaks a rule: it ends the reading, or it is left out and counted. */
final class BadRows {

    private static final int SAMPLES = 3;

    private final boolean skip;
    private final List<String> samples = new ArrayList<>();
    private long count;

    BadRows(boolean skip) {
        this.skip = skip;
    }

    /** Throws the problem, or counts it and goes on. */
    void found(DataProblem problem) {
        if (!skip) {
            throw problem;
        }
        count++;
        if (samples.size() < SAMPLES) {
            samples.add(String.valueOf(problem.getMessage()));
        }
    }

    long count() {
        return count;
    }

    /** The messages of the first few. */
    List<String> samples() {
        return Collections.unmodifiableList(samples);
    }
}
