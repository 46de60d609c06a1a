package dev.clew.bench;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * One sitting of a run: first a JVM for each competitor of every case, then the second round, and so on, so that a run that
 * is broken off is whole at a lower number of JVMs. What is in the kept file already is not measured again.
 */
final class Rounds {
    private final Settings settings;
    private final List<Scenario> scenarios;
    private final Map<String, Map<Competitor, Attempts>> results = new LinkedHashMap<>();
    private final Set<String> printed = new HashSet<>();
    private Stored run;

    /** Of {@code scenarios}, going on from what {@code kept} has. */
    Rounds(Settings settings, List<Scenario> scenarios, Stored kept) {
        this.settings = settings;
        this.scenarios = scenarios;
        this.run = kept;
        for (Scenario scenario : scenarios) {
            for (Case work : scenario.cases()) {
                results.put(work.id(), known(work, kept));
            }
        }
    }

    /** The competitors of this sitting and those that are kept of others, in the order of the case. */
    private static Map<Competitor, Attempts> known(Case work, Stored kept) {
        Map<Competitor, Attempts> known = new LinkedHashMap<>();
        Stored.Work before = kept.work(work.id());
        for (Competitor competitor : Scenarios.whole(work).competitors()) {
            Attempts attempts = before == null || !before.parameters().equals(work.parameters())
                    ? Attempts.NONE
                    : before.attempts(competitor.name());
            if (work.competitors().contains(competitor) || attempts != Attempts.NONE) {
                known.put(competitor, attempts);
            }
        }
        return known;
    }

    /** What is still to be measured. */
    Progress.Left left() {
        Progress.Left left = Progress.Left.NOTHING;
        for (int round = 0; round < settings.forks(); round++) {
            for (Scenario scenario : scenarios) {
                for (Case work : scenario.cases()) {
                    for (Competitor competitor : work.competitors()) {
                        Attempts before = of(work).getOrDefault(competitor, Attempts.NONE);
                        left = before.had(round) ? left : left.and(settings.millis(work, before));
                    }
                }
            }
        }
        return left;
    }

    private Map<Competitor, Attempts> of(Case work) {
        return results.getOrDefault(work.id(), Map.of());
    }

    /**
     * Measures what is left, as long as {@code sitting} lasts. After each case {@code save} gets the whole run; after the last
     * round of a case, {@code text} its table.
     *
     * @return whether all could be saved
     */
    boolean measure(Interleaver interleaver, CurrentSitting sitting, Function<Stored, Boolean> save, TextReport text) {
        boolean saved = true;
        for (int round = 0; round < settings.forks(); round++) {
            for (Scenario scenario : scenarios) {
                for (Case work : scenario.cases()) {
                    int current = round;
                    if (sitting.goesOn()
                            && work.competitors().stream()
                                    .anyMatch(c -> !attempts(work, c).had(current))) {
                        interleaver.run(work, round, of(work), sitting::goesOn);
                        run = run.with(Stored.Work.of(scenario, work, rows(work)), sitting.soFar());
                        saved &= save.apply(run);
                    }
                    if (sitting.goesOn() && round == settings.forks() - 1) {
                        print(text, scenario, work);
                    }
                }
            }
        }
        for (Scenario scenario : scenarios) {
            scenario.cases().forEach(work -> print(text, scenario, work));
        }
        return saved;
    }

    private Attempts attempts(Case work, Competitor competitor) {
        return of(work).getOrDefault(competitor, Attempts.NONE);
    }

    /** Those that have had a turn. */
    List<Row> rows(Case work) {
        Map<Competitor, Attempts> had = new LinkedHashMap<>(of(work));
        had.values().removeIf(attempts -> !attempts.had(0));
        return Row.of(had);
    }

    private void print(TextReport text, Scenario scenario, Case work) {
        List<Row> rows = rows(work);
        if (!rows.isEmpty() && printed.add(work.id())) {
            if (printed.add("the head of " + scenario.name())) {
                text.scenario(scenario);
            }
            text.rows(work, rows);
        }
    }
}
