package dev.clew.faults;

import dev.clew.Outcome;
import dev.clew.testkit.Choice;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Explores a program, told by its name, for so many schedules at most; gives nothing where all of them went well, else
 * how many it took, what went wrong, and the failing schedule before and after shrinking.
 */
public final class Search implements BiFunction<String, Integer, List<String>> {
    /** Within so many schedules a planted fault is found. */
    static final int MOST = 1_000;

    /** So many schedules a right program passes in the default lane, and in the deep one. */
    static final int FEW = 2_000;

    static final int MANY = 100_000;

    private static final int STEPS = 20_000;

    /** Made by the loader of a mutant. */
    public Search() {}

    @Override
    public List<String> apply(String name, Integer schedules) {
        return search(Scenarios.named(name), schedules);
    }

    static List<String> search(Scenario scenario, int schedules) {
        for (int seed = 1; seed <= schedules; seed++) {
            List<Integer> taken = new ArrayList<>();
            String fault = run(scenario, new Recording(Strategy.random(seed), taken));
            if (fault != null) {
                List<Integer> shrunk = shrink(scenario, taken);
                return List.of(
                        Integer.toString(seed),
                        fault,
                        Long.toString(deviations(taken)),
                        Long.toString(deviations(shrunk)));
            }
        }
        return List.of();
    }

    private static long deviations(List<Integer> taken) {
        return taken.stream().filter(choice -> choice != 0).count();
    }

    private static @Nullable String run(Scenario scenario, Strategy strategy) {
        TestRuntime runtime =
                TestRuntime.builder().strategy(strategy).stepLimit(STEPS).build();
        try {
            Outcome<?> outcome = runtime.run(scenario.task());
            return outcome instanceof Outcome.Succeeded ? null : "the program ended as " + outcome;
        } catch (AssertionError wrong) {
            return wrong.getMessage();
        }
    }

    private static List<Integer> shrink(Scenario scenario, List<Integer> failing) {
        List<Integer> best = failing;
        for (int chunk = Math.max(1, failing.size() / 2); chunk >= 1; chunk /= 2) {
            for (int from = 0; from < best.size(); from += chunk) {
                List<Integer> candidate = new ArrayList<>(best);
                for (int i = from; i < Math.min(from + chunk, candidate.size()); i++) {
                    candidate.set(i, 0);
                }
                if (!candidate.equals(best) && run(scenario, new Replaying(candidate)) != null) {
                    best = candidate;
                }
            }
        }
        return best;
    }

    private record Recording(Strategy strategy, List<Integer> taken) implements Strategy {
        @Override
        public int choose(Choice choice, int n) {
            int chosen = strategy.choose(choice, n);
            taken.add(chosen);
            return chosen;
        }
    }

    private static final class Replaying implements Strategy {
        private final List<Integer> choices;
        private int at;

        Replaying(List<Integer> choices) {
            this.choices = choices;
        }

        @Override
        public int choose(Choice choice, int n) {
            return at < choices.size() ? Math.min(n - 1, choices.get(at++)) : 0;
        }
    }
}
