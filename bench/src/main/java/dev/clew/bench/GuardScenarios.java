package dev.clew.bench;

import dev.clew.bench.micro.Timers;
import java.util.ArrayList;
import java.util.List;

/** Guards on Clew's own mechanisms, whose cost must not grow. */
final class GuardScenarios {
    private GuardScenarios() {}

    static List<Scenario> all() {
        return List.of(timers());
    }

    private static Scenario timers() {
        List<Case> cases = new ArrayList<>();
        for (boolean polluted : List.of(false, true)) {
            cases.add(Case.of(
                            "timers/limits" + (polluted ? "-polluted" : ""),
                            "10000 timeouts of an hour for instant work" + (polluted ? ", after other programs" : ""),
                            Timers.class)
                    .with("timers", 10_000)
                    .with("pollutionMillis", polluted ? SystemScenarios.POLLUTION_MILLIS : "0")
                    .smoke("pollutionMillis", polluted ? 1 : 0)
                    .smoke("timers", 50)
                    .build());
        }
        return new Scenario("timers", "", "timers set and cancelled", cases);
    }
}
