package dev.clew.testkit.script;

import dev.clew.Outcome;
import dev.clew.Task;
import dev.clew.testkit.Seeds;
import dev.clew.testkit.Strategy;
import dev.clew.testkit.TestRuntime;
import dev.clew.testkit.script.Script.Kind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Runs generated scripts in virtual time and compares the history of each with that of the {@link ScriptModel}. */
public final class ScriptCheck {
    private static final int SMALLEST = 20;
    private static final int SIZES = 41;
    private static final int MOST_TRIES = 3_000;

    private final LongFunction<Clocked> runs;
    private final Set<String> pairs = new LinkedHashSet<>();
    private final List<Integer> sizes = new ArrayList<>();
    private int cancels;
    private int ties;

    /** @param runs what runs the script of a seed */
    public ScriptCheck(LongFunction<Clocked> runs) {
        this.runs = runs;
    }

    /** Checks on a {@link TestRuntime}; {@code strategies} gives what decides in the run of a seed. */
    public static ScriptCheck deterministic(LongFunction<Strategy> strategies) {
        return new ScriptCheck(seed -> {
            TestRuntime runtime = TestRuntime.builder()
                    .seed(seed)
                    .strategy(strategies.apply(seed))
                    .allowReports()
                    .build();
            return new Clocked() {
                @Override
                public Outcome<Integer> run(Task<Integer> task) {
                    return runtime.run(task);
                }

                @Override
                public long nanos() {
                    return runtime.now().toNanos();
                }
            };
        });
    }

    /** Runs one task in virtual time. */
    public interface Clocked {
        /** Runs {@code task} to its end. */
        Outcome<Integer> run(Task<Integer> task);

        /** The time that has passed since the beginning of the run, in nanoseconds. From any thread. */
        long nanos();
    }

    /**
     * What was run.
     *
     * @param compared scripts whose history was compared
     * @param ties scripts that were not, since two things happen at one moment
     * @param medianSize steps in the script in the middle
     * @param pairs pairs of a kind of step and the kind of one of its parts that came up
     * @param possiblePairs how many such pairs there are
     * @param cancels scripts with a cancellation, from outside or by one of their steps
     */
    public record Statistics(int compared, int ties, int medianSize, int pairs, int possiblePairs, int cancels) {}

    /** Fails on the first of {@code seeds} scripts whose history is another than the model's, with the script shrunk. */
    public Statistics check(int seeds) {
        Seeds.of(seeds).forEach(this::check);
        sizes.sort(null);
        int composite = 0;
        for (Kind kind : Kind.values()) {
            composite += kind.parts() > 0 ? 1 : 0;
        }
        return new Statistics(
                sizes.size(),
                ties,
                sizes.isEmpty() ? 0 : sizes.get(sizes.size() / 2),
                pairs.size(),
                composite * Kind.values().length,
                cancels);
    }

    private void check(long seed) {
        ScriptGenerator generator = new ScriptGenerator(seed);
        Script script = generator.script(SMALLEST + (int) Math.floorMod(seed, (long) SIZES));
        long cancelAt = generator.cancelAt();
        String fault;
        try {
            fault = fault(script, cancelAt, seed);
        } catch (ScriptModel.Tie tie) {
            ties++;
            return;
        }
        if (fault != null) {
            throw new AssertionError(shrunk(script, cancelAt, seed) + "\n  " + Seeds.hint(seed));
        }
        sizes.add(script.size());
        collect(script);
        if (cancelAt > 0 || script.has(Kind.START_CANCEL) || script.has(Kind.SELF_CANCEL)) {
            cancels++;
        }
    }

    private void collect(Script script) {
        for (Script part : script.parts()) {
            pairs.add(script.kind() + "/" + part.kind());
            collect(part);
        }
    }

    private @Nullable String fault(Script script, long cancelAt, long seed) {
        String expected = new ScriptModel().history(script, cancelAt);
        String was;
        try {
            was = run(script, cancelAt, seed);
        } catch (RuntimeException | AssertionError wrong) {
            was = "a run that went wrong: " + wrong;
        }
        return was.equals(expected) ? null : "it gave   " + was + "\n  but must " + expected;
    }

    private String run(Script script, long cancelAt, long seed) {
        Clocked runtime = runs.apply(seed);
        ScriptLog log = new ScriptLog(runtime::nanos);
        Outcome<Integer> end = runtime.run(new ScriptTask(log).root(script, cancelAt));
        return (end instanceof Outcome.Succeeded<Integer> s ? s.value() : end) + " " + log.sorted();
    }

    // ---- shrinking --------------------------------------------------------------------------------------

    private String shrunk(Script failing, long cancelAt, long seed) {
        Script smallest = failing;
        long cancel = faulty(failing, 0, seed) ? 0 : cancelAt;
        int tries = 0;
        boolean smaller = true;
        while (smaller && tries < MOST_TRIES) {
            smaller = false;
            for (Script candidate : candidates(smallest)) {
                if (++tries <= MOST_TRIES && faulty(candidate, cancel, seed)) {
                    smallest = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return "the history of a script is not that of its model\n  script: " + smallest + "\n  cancelled at: " + cancel
                + "\n  " + fault(smallest, cancel, seed);
    }

    private boolean faulty(Script script, long cancelAt, long seed) {
        try {
            return fault(script, cancelAt, seed) != null;
        } catch (ScriptModel.Tie tie) {
            return false;
        }
    }

    private static List<Script> candidates(Script script) {
        List<Script> all = new ArrayList<>();
        if (script.kind().parts() > 0) {
            all.add(new Script(Kind.NOW, 0, List.of()));
            all.addAll(script.parts());
        }
        for (int i = 0; i < script.parts().size(); i++) {
            for (Script part : candidates(script.part(i))) {
                List<Script> changed = new ArrayList<>(script.parts());
                changed.set(i, part);
                all.add(new Script(script.kind(), script.n(), List.copyOf(changed)));
            }
        }
        return all;
    }
}
