package dev.clew.bench;

import java.util.List;

/**
 * What {@code --only} names: cases that belong together and are printed as one table.
 *
 * @param purpose what it measures, in a line
 */
record Scenario(String name, String purpose, List<Case> cases) {

    /** The same with fewer cases. */
    Scenario only(List<Case> some) {
        return new Scenario(name, purpose, some);
    }
}
