package dev.clew.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** What was found, fault by fault, and in how many schedules; printed when a class of tests is over. */
final class FaultTable {
    /** No fault here needs more decisions that are not the usual one. */
    private static final int MOST_SHRUNK = 5;

    private final String title;
    private final List<String> rows = new ArrayList<>();

    FaultTable(String title) {
        this.title = title;
    }

    /** Notes what an {@link Exploration} found, which must be something, shrunk, and found again by its text. */
    void found(Object fault, String kind, List<String> words) {
        assertThat(words)
                .as("what exploring found of the planted fault '%s' (%s)", fault, kind)
                .isNotEmpty();
        Found found = Found.of(words);
        assertThat(found.repeats())
                .as("%s is found again by %s", fault, found.replay())
                .isTrue();
        assertThat(found.shrunk())
                .as("unusual decisions of '%s', shrunk to %s", fault, found.replay())
                .isLessThanOrEqualTo(Math.min(MOST_SHRUNK, found.unusual()));
        rows.add("| %s | %s | %s | %d | %d → %d | `%s` |"
                .formatted(
                        fault, kind, found.kind(), found.schedules(), found.unusual(), found.shrunk(), found.replay()));
    }

    void print() {
        System.out.println(title);
        System.out.println("| fault | what it is | seen as | schedules | unusual decisions: found → shrunk | replay |");
        System.out.println("| --- | --- | --- | ---: | --- | --- |");
        rows.forEach(System.out::println);
    }
}
