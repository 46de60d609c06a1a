package dev.clew.faults;

import dev.clew.Outcome;
import dev.clew.testkit.Explore;
import dev.clew.testkit.Explored;
import dev.clew.testkit.RunFailure;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * Explores a program, told by its name, for so many schedules at most, and shrinks what it finds. It may run inside the
 * loader of a mutant: so what it takes and gives are words and numbers.
 */
public final class Exploration implements BiFunction<String, Integer, List<String>> {
    /** Within so many schedules a planted fault is found. */
    static final int MOST = 1_000;

    /** So many schedules a right program passes in the default lane, and in the deep one. */
    static final int FEW = 1_000;

    static final int MANY = 100_000;

    /** Made by the loader of a mutant. */
    public Exploration() {}

    /** The fault found, as {@link Found#words}; empty where all went well. */
    @Override
    public List<String> apply(String name, Integer schedules) {
        return of(Scenarios.named(name), schedules);
    }

    static List<String> of(Scenario scenario, int schedules) {
        Explored asFound = explore(scenario, schedules).shrinkRuns(0).search();
        RunFailure first = asFound.failure();
        if (first == null) {
            return List.of();
        }
        RunFailure shrunk = Objects.requireNonNull(
                explore(scenario, schedules).search().failure(), "the same schedules go the same way again");
        // The failing schedule is run once more, to be told in words.
        return new Found(
                        asFound.runs() - 1,
                        shrunk.kind().name(),
                        first.decisions(),
                        shrunk.decisions(),
                        shrunk.replay(),
                        failsAgain(scenario, shrunk),
                        shrunk.getMessage())
                .words();
    }

    private static Explore<?, ?> explore(Scenario scenario, int schedules) {
        return Explore.program(scenario::task)
                .runs(schedules)
                .seed(1)
                .expect("the program gives a value", outcome -> outcome instanceof Outcome.Succeeded);
    }

    /** Whether the text that a failure printed repeats it. */
    private static boolean failsAgain(Scenario scenario, RunFailure failure) {
        try {
            explore(scenario, 1).replay(failure.replay());
            return false;
        } catch (RunFailure again) {
            return again.kind() == failure.kind();
        }
    }
}
