package dev.clew.faults;

import dev.clew.testkit.Runner;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.gen.Reference;
import dev.clew.testkit.gen.ReferenceCheck;
import dev.clew.testkit.laws.Law;
import dev.clew.testkit.laws.Laws;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks generated programs, so many at most, then the laws; gives what caught a fault, and how. */
public final class GeneratedSearch implements BiFunction<Integer, Integer, List<String>> {
    private static final Pattern SEED = Pattern.compile("Seed (\\d+);");

    private static final Pattern WORDS = Pattern.compile("does not hold: (.*)");
    private static final Pattern SHRUNK = Pattern.compile("shrunk: (.*)");

    /** Made by the loader of a mutant. */
    public GeneratedSearch() {}

    @Override
    public List<String> apply(Integer programs, Integer seedsOfLaws) {
        Runner runner = Runner.deterministic(Strategy::random);
        try {
            ReferenceCheck.check(runner, Reference.exactTime(), programs);
        } catch (AssertionError caught) {
            return List.of("program " + seed(caught), "`" + first(SHRUNK, caught) + "`");
        }
        for (Law law : Laws.all()) {
            try {
                law.check(runner, seedsOfLaws);
            } catch (AssertionError caught) {
                return List.of("law " + law.name() + ", seed " + seed(caught), first(WORDS, caught));
            }
        }
        return List.of();
    }

    private static String first(Pattern pattern, AssertionError caught) {
        Matcher found = pattern.matcher(caught.getMessage());
        return found.find() ? found.group(1) : "unknown";
    }

    private static String seed(AssertionError caught) {
        Matcher seed = SEED.matcher(caught.getMessage());
        String last = "unknown";
        while (seed.find()) {
            last = seed.group(1);
        }
        return last;
    }
}
