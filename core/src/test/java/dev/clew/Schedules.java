package dev.clew;

import dev.clew.testkit.Seeds;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program under many schedules of the deterministic runtime, which finds what is left over, with branches inline and
 * as fibers.
 */
final class Schedules {
    private static final int SEEDS = 60;

    private Schedules() {}

    /** {@code program} gets a log of its own for each run; {@code check} gets it back with the outcome. */
    static <A extends @Nullable Object> void run(
            Function<List<String>, Task<A>> program, BiConsumer<Outcome<A>, List<String>> check) {
        Seeds.of(SEEDS).forEach(seed -> {
            deterministic(Strategy.random(seed), "seed " + seed, program, check);
            deterministic(Strategy.random(seed).inline(), "inline, seed " + seed, program, check);
            deterministic(Strategy.random(seed).promoted(), "promoted, seed " + seed, program, check);
        });
        deterministic(Strategy.fifo(), "fifo", program, check);
    }

    private static <A extends @Nullable Object> void deterministic(
            Strategy strategy,
            String what,
            Function<List<String>, Task<A>> program,
            BiConsumer<Outcome<A>, List<String>> check) {
        List<String> log = new ArrayList<>();
        try {
            TestRuntime runtime = TestRuntime.builder().strategy(strategy).build();
            check.accept(runtime.run(program.apply(log)), log);
        } catch (Throwable wrong) {
            throw new AssertionError(what + ", log " + log + ": " + wrong.getMessage(), wrong);
        }
    }
}
