package dev.clew.bench;

import dev.clew.bench.arena.Peer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All scenarios, and how a command line picks from them. */
final class Scenarios {
    /** In the order in which they run. */
    static final List<Scenario> ALL = Stream.of(SystemScenarios.all(), OtherScenarios.all(), GuardScenarios.all())
            .flatMap(List::stream)
            .toList();

    private Scenarios() {}

    /**
     * The scenarios with the cases that {@code names} pick: a scenario's name picks all its cases, a case's name that case.
     *
     * @throws IllegalArgumentException for a name that is neither
     */
    static List<Scenario> named(List<String> names) {
        Set<Case> picked = new LinkedHashSet<>();
        for (String name : names) {
            List<Case> found = ALL.stream()
                    .flatMap(s -> s.cases().stream().filter(c -> s.name().equals(name) || c.id().equals(name)))
                    .toList();
            if (found.isEmpty()) {
                throw new IllegalArgumentException("--only takes the names of scenarios or cases, and '" + name
                        + "' is neither. The scenarios are "
                        + ALL.stream().map(Scenario::name).collect(Collectors.joining(", "))
                        + "; --list shows their cases too.");
            }
            picked.addAll(found);
        }
        return with(ALL, picked::contains);
    }

    /** Whether a scenario of that name guards Clew's own mechanisms; no peer does its work. */
    static boolean isGuard(String name) {
        return name.equals(SystemScenarios.METRICS)
                || GuardScenarios.all().stream().anyMatch(s -> s.name().equals(name));
    }

    /** What a scenario of that name is for; nothing where there is none, as in a file of another version. */
    static String purpose(String name) {
        return ALL.stream()
                .filter(s -> s.name().equals(name))
                .map(Scenario::purpose)
                .findFirst()
                .orElse("");
    }

    /** {@code work} with all its competitors, of which it may be a part. */
    static Case whole(Case work) {
        return ALL.stream()
                .flatMap(s -> s.cases().stream())
                .filter(c -> c.id().equals(work.id()))
                .findFirst()
                .orElse(work);
    }

    /** Where a case of that name stands among all; behind them where there is none, as in a file of another version. */
    static int place(String id) {
        List<String> ids =
                ALL.stream().flatMap(s -> s.cases().stream()).map(Case::id).toList();
        return ids.contains(id) ? ids.indexOf(id) : ids.size();
    }

    /** What {@code --quick} measures of them: the main cases without the competitors that take too long, or all where none of these is one. */
    static List<Scenario> main(List<Scenario> scenarios) {
        List<Scenario> main = with(scenarios, Case::quick).stream()
                .map(s -> s.only(s.cases().stream().map(Case::withoutSlow).toList()))
                .toList();
        return main.isEmpty() ? scenarios : main;
    }

    /** With the competitors of these peers only, and without the cases that have none of them. */
    static List<Scenario> of(List<Scenario> scenarios, Set<Peer> peers) {
        return with(
                scenarios.stream()
                        .map(s -> s.only(
                                s.cases().stream().map(c -> c.only(peers)).toList()))
                        .toList(),
                work -> !work.competitors().isEmpty());
    }

    private static List<Scenario> with(List<Scenario> scenarios, Predicate<Case> picked) {
        return scenarios.stream()
                .map(s -> s.only(s.cases().stream().filter(picked).toList()))
                .filter(s -> !s.cases().isEmpty())
                .toList();
    }
}
