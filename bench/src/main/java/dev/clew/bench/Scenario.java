package dev.clew.bench;

import java.util.List;

/**
 * What {@code --only} names: cases that belong together and are printed as one table.
 *
 * @param system which of the five systems it comes from, S0 to S4; empty for the others
 * @param purpose what it measures, in a line
 */
record Scenario(String name, String system, String purpose, List<Case> cases) {

    /** The same with fewer cases. */
    Scenario only(List<Case> some) {
        return new Scenario(name, system, purpose, some);
    }
}
