package dev.clew.testkit.gen;

import dev.clew.testkit.Runner;
import dev.clew.testkit.Seeds;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs generated programs and compares each end, its effects and its finalizers with what the {@link Reference} allows.
 */
public final class ReferenceCheck {
    private static final int LARGEST = 24;

    /** Schedules tried for each smaller program: the fault may need another one there. */
    private static final int SCHEDULES = 12;

    private ReferenceCheck() {}

    /** Fails on the first of {@code seeds} programs that ends as it must not, with the program shrunk. */
    public static void check(Runner runner, Reference reference, int seeds) {
        Seeds.of(seeds).forEach(seed -> {
            Program program = program(seed);
            String fault = fault(runner, reference, program, seed);
            if (fault != null) {
                Program shrunk =
                        Shrinker.shrink(program, smaller -> anyFault(runner, reference, smaller, seed) != null);
                String smallest = anyFault(runner, reference, shrunk, seed);
                throw new AssertionError("a generated program ended as it must not: " + fault + "\n  program: "
                        + program + "\n  shrunk: " + shrunk + "\n  which: " + smallest + "\n  " + Seeds.hint(seed));
            }
        });
    }

    /** Every second one shows at its end what the local holds. */
    private static Program program(long seed) {
        Program program = Generator.all(seed).program(1 + (int) Math.floorMod(seed, (long) LARGEST));
        return seed % 2 == 0 ? new Steps.ReadAfter(program) : program;
    }

    private static @Nullable String anyFault(Runner runner, Reference reference, Program program, long seed) {
        for (int i = 0; i < SCHEDULES; i++) {
            String fault = fault(runner, reference, program, seed + i);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    /** What is wrong with one run of {@code program}; null where nothing is. */
    static @Nullable String fault(Runner runner, Reference reference, Program program, long seed) {
        Probe probe = new Probe();
        Runner.Ran ran;
        try {
            ran = runner.run(program.task(probe), seed);
        } catch (Exception | AssertionError wrong) {
            return "the run went wrong: " + wrong;
        }
        Set<End> ends = reference.ends(program);
        boolean allowed = ran.millis() == Runner.Ran.UNKNOWN
                ? Reference.allows(ends, ran.outcome(), probe.effects())
                : Reference.allows(ends, ran.outcome(), probe.effects(), ran.millis());
        if (!allowed) {
            return "it gave " + ran + " with effects " + probe.effects() + ", but may only give one of " + ends;
        }
        String finalizers = probe.finalizerFaults();
        return finalizers.isEmpty() ? null : finalizers;
    }
}
