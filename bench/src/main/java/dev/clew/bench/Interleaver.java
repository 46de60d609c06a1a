package dev.clew.bench;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Runs a case: round after round, each competitor once in a JVM of its own. JMH alone would run all JVMs of one competitor
 * before the next one's, and a machine that gets slower meanwhile would look like a slower competitor. Each round begins
 * with another competitor. One that fails or passes its time limit gets no more turns; the others go on.
 */
final class Interleaver {
    private final Settings settings;
    private final Turn turn;
    private final Progress progress;

    Interleaver(Settings settings, Turn turn, Progress progress) {
        this.settings = settings;
        this.turn = turn;
        this.progress = progress;
    }

    /** What each competitor came to in all rounds, in the order of the case. */
    Map<Competitor, Attempts> run(Case work) {
        Map<Competitor, Attempts> results = new LinkedHashMap<>();
        work.competitors().forEach(competitor -> results.put(competitor, Attempts.NONE));
        for (int round = 0; round < settings.forks(); round++) {
            run(work, round, results, () -> true);
        }
        return results;
    }

    /**
     * A turn of this round, counted from 0, for each competitor that has not had it; what came of it goes to {@code results}.
     * No turn begins any more when {@code goOn} says so.
     */
    void run(Case work, int round, Map<Competitor, Attempts> results, BooleanSupplier goOn) {
        List<Competitor> competitors = work.competitors();
        for (int i = 0; i < competitors.size(); i++) {
            Competitor competitor = competitors.get((i + round) % competitors.size());
            Attempts before = results.getOrDefault(competitor, Attempts.NONE);
            if (!before.had(round) && goOn.getAsBoolean()) {
                long expected = settings.millis(work, before);
                progress.now(work.id() + ", JVM " + (round + 1) + " of " + settings.forks() + ": " + competitor.name());
                long began = System.nanoTime();
                Attempts after = turn(work, competitor, before);
                results.put(competitor, after.took((System.nanoTime() - began) / 1e9));
                progress.over(expected);
            }
        }
    }

    private Attempts turn(Case work, Competitor competitor, Attempts before) {
        Duration limit = settings.limit(work);
        try (TimeLimit alarm = TimeLimit.of(limit)) {
            try {
                return before.and(turn.run(work, competitor));
            } catch (BenchmarkFailure e) {
                if (alarm.passed()) {
                    progress.say(
                            competitor.name() + " of " + work.id() + ": no end within " + limit.toSeconds() + " s");
                    return before.failed("no end within " + limit.toSeconds() + " s", true);
                }
                progress.say(e.log());
                progress.say(String.valueOf(e.getMessage()));
                return before.failed(String.valueOf(e.getMessage()), false);
            }
        }
    }
}
