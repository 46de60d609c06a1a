package dev.clew.testkit.gen;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Makes programs at random: the same ones again for the same seed. */
public final class Generator {
    private static final int MOST_PARTS = 4;

    private final SplittableRandom random;
    private final boolean parallel;
    private final boolean cancels;
    private int effects;

    private Generator(long seed, boolean parallel, boolean cancels) {
        this.random = new SplittableRandom(seed);
        this.parallel = parallel;
        this.cancels = cancels;
    }

    /** Programs of all kinds of steps. */
    public static Generator all(long seed) {
        return new Generator(seed, true, true);
    }

    /** Programs that do one thing after another and are never cancelled: their effects have one order. */
    public static Generator sequential(long seed) {
        return new Generator(seed, false, false);
    }

    /** A program of about {@code size} steps. */
    public Program program(int size) {
        return size <= 1 ? leaf() : composite(size - 1);
    }

    private int below(int n) {
        return random.nextInt(n);
    }

    private Program leaf() {
        return switch (below(cancels ? 12 : 11)) {
            case 0, 1 -> new Leaves.Now(below(5));
            case 2, 3, 4 -> new Leaves.Delay(++effects);
            case 5 -> new Leaves.Fail(1 + below(4));
            case 6 -> new Leaves.Throw(1 + below(4));
            case 7 -> new Leaves.Sleep(below(4));
            case 8 -> new Leaves.Yield();
            case 9 -> new Leaves.ReadLocal();
            case 10 -> new Leaves.WriteLocal(1 + below(9));
            default -> new Leaves.SelfCancel();
        };
    }

    private Program composite(int rest) {
        return switch (below(parallel ? 37 : 20)) {
            case 0, 1 -> new Steps.Map(program(rest), 1 + below(4), below(6) == 0);
            case 2, 3, 4, 5 -> {
                List<Program> parts = parts(rest);
                yield parts.size() == 1
                        ? new Steps.Defer(parts.get(0))
                        : new Steps.FlatMap(parts.get(0), parts.subList(1, parts.size()));
            }
            case 6 -> new Steps.Defer(program(rest));
            case 7, 8 -> new Steps.Recover(program(rest / 2), program(rest - rest / 2));
            case 9, 10 -> new Steps.Attempt(program(rest));
            case 11 -> new Groups.Sequence(parts(rest));
            case 12 -> new Steps.StartJoin(program(rest));
            case 13 -> new Steps.Locally(1 + below(9), program(rest));
            case 14 -> new Steps.Uncancelable(program(rest));
            case 15 -> new Steps.OnCancel(program(rest), ++effects);
            case 16 -> new Steps.Guarantee(program(rest / 2), program(rest - rest / 2));
            case 17 ->
                new Steps.Polled(program(rest / 3), program(rest / 3), program(rest - rest / 3 * 2), below(3) == 0);
            case 18, 19 -> new Steps.ReadAfter(program(rest));
            case 20, 21, 22 -> new Groups.Both(program(rest / 2), program(rest - rest / 2));
            case 23, 24 -> new Groups.Gather(parts(rest));
            case 25 -> new Groups.ParTraverse(1 + below(3), parts(rest));
            case 26, 27 -> new Groups.Unordered(parts(rest));
            case 28 -> new Groups.Reduce(parts(rest));
            case 29 -> new Steps.StartCancel(below(4), program(rest));
            case 30, 31 -> new Races.Race(program(rest / 2), program(rest - rest / 2));
            case 32 -> new Races.Pair(program(rest / 2), program(rest - rest / 2));
            case 33, 34 ->
                new Races.Scoped(below(2) == 0, program(rest / 3), program(rest / 3), program(rest - rest / 3 * 2));
            default -> new Steps.Timeout(below(below(2) == 0 ? 8 : 32), program(rest));
        };
    }

    private List<Program> parts(int size) {
        int n = 1 + below(Math.min(MOST_PARTS, Math.max(1, size)));
        List<Program> parts = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            parts.add(program(Math.max(1, size / n)));
        }
        return parts;
    }
}
