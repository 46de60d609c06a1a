package dev.clew.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** What was found, fault by fault, and in how many schedules; printed when a class of tests is over. */
final class FaultTable {
    private final String title;
    private final List<String> rows = new ArrayList<>();

    FaultTable(String title) {
        this.title = title;
    }

    /** Notes what a {@link Search} found, which must be something, and shrunk. */
    void found(Object fault, String kind, List<String> found) {
        assertThat(found)
                .as("what exploring found of the planted fault '%s' (%s)", fault, kind)
                .isNotEmpty();
        long before = Long.parseLong(found.get(2));
        long shrunk = Long.parseLong(found.get(3));
        assertThat(shrunk).as("decisions other than the usual, shrunk").isLessThanOrEqualTo(before);
        rows.add("| %s | %s | %s | %d → %d |".formatted(fault, kind, found.get(0), before, shrunk));
    }

    void print() {
        System.out.println(title);
        System.out.println("| fault | kind | found by schedule | unusual decisions, found → shrunk |");
        System.out.println("| --- | --- | ---: | ---: |");
        rows.forEach(System.out::println);
    }
}
