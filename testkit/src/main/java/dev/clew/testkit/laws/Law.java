package dev.clew.testkit.laws;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.testkit.Runner;
import dev.clew.testkit.Seeds;
import dev.clew.testkit.gen.Generator;
import dev.clew.testkit.gen.Probe;
import dev.clew.testkit.gen.Program;
import dev.clew.testkit.gen.ProgramError;
import dev.clew.testkit.gen.Shrinker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An equation between tasks: for all programs in it both sides have the same outcome and the same effects in the same
 * order. {@link Laws} has those that hold.
 */
public final class Law {
    private static final int LARGEST = 12;

    private final String name;
    private final String words;
    private final int programs;
    private final Side left;
    private final Side right;

    /** One side of an equation, made of programs. */
    @FunctionalInterface
    public interface Side {
        Task<Integer> of(Parts parts);
    }

    /** What the sides of a law are made of: tasks {@code p}, functions {@code f} and {@code g} that give tasks. */
    public record Parts(Probe probe, List<Program> programs) {
        /** The first program. */
        public Task<Integer> p() {
            return programs.get(0).task(probe);
        }

        /** The second program, as a function of what went before. */
        public Task<Integer> f(int value) {
            return programs.get(1).task(probe).map(mine -> mine + 3 * value);
        }

        /** The third program, as a function of what went before. */
        public Task<Integer> g(int value) {
            return programs.get(2).task(probe).map(mine -> mine + 5 * value);
        }

        /** The second program, as a handler of errors. */
        public Task<Integer> h(Throwable error) {
            return f(ProgramError.code(error));
        }
    }

    /**
     * @param words the equation as one would say it
     * @param programs how many programs it is about, at most three
     */
    public Law(String name, String words, int programs, Side left, Side right) {
        this.name = name;
        this.words = words;
        this.programs = programs;
        this.left = left;
        this.right = right;
    }

    /** What the law is called in failures and in the list of a suite. */
    public String name() {
        return name;
    }

    /** Checks this law for {@code seeds} seeds, and throws with its name, the seed, and the smallest case found. */
    public void check(Runner runner, int seeds) {
        Seeds.of(seeds).forEach(seed -> check(runner, seed));
    }

    private void check(Runner runner, long seed) {
        List<Program> given = new ArrayList<>();
        Generator generator = Generator.sequential(seed);
        for (int i = 0; i < programs; i++) {
            given.add(generator.program(1 + (int) Math.floorMod(seed + 5L * i, (long) LARGEST)));
        }
        if (counterexample(runner, given, seed) == null) {
            return;
        }
        for (int i = 0; i < programs; i++) {
            int place = i;
            Predicate<Program> fails = smaller -> counterexample(runner, replaced(given, place, smaller), seed) != null;
            given.set(i, Shrinker.shrink(given.get(i), fails));
        }
        throw new AssertionError("the law " + name + " does not hold: " + words + "\n  for: " + given + "\n  "
                + counterexample(runner, given, seed) + "\n  " + Seeds.hint(seed));
    }

    private static List<Program> replaced(List<Program> all, int place, Program other) {
        List<Program> copy = new ArrayList<>(all);
        copy.set(place, other);
        return copy;
    }

    /** How the sides differ; null where they do not. */
    private @Nullable String counterexample(Runner runner, List<Program> given, long seed) {
        String one = run(left, runner, given, seed);
        String other = run(right, runner, given, seed);
        return one.equals(other) ? null : "left gave " + one + ", right gave " + other;
    }

    private static String run(Side side, Runner runner, List<Program> given, long seed) {
        Probe probe = new Probe();
        Task<Integer> task = side.of(new Parts(probe, List.copyOf(given)));
        Outcome<Integer> outcome;
        try {
            outcome = runner.run(task, seed).outcome();
        } catch (Exception | AssertionError wrong) {
            return "a run that went wrong: " + wrong;
        }
        String end = outcome instanceof Outcome.Failed<Integer> failed
                ? "the error " + ProgramError.code(failed.error())
                : outcome.toString();
        return end + " after the effects " + probe.effects();
    }

    @Override
    public String toString() {
        return name;
    }
}
