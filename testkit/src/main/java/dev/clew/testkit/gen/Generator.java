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
        return program(size, false);
    }

    private Program program(int size, boolean masked) {
        return size <= 1 ? leaf(masked) : composite(size - 1, masked);
    }

    private int below(int n) {
        return random.nextInt(n);
    }

    private Program leaf(boolean masked) {
        return switch (below(cancels && !masked ? 12 : 11)) {
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

    private Program composite(int rest, boolean masked) {
        return switch (below(parallel ? 26 : 17)) {
            case 0, 1 -> new Steps.Map(program(rest, masked), 1 + below(4), below(6) == 0);
            case 2, 3, 4, 5 -> {
                List<Program> parts = parts(rest, masked);
                yield parts.size() == 1
                        ? new Steps.Defer(parts.get(0))
                        : new Steps.FlatMap(parts.get(0), parts.subList(1, parts.size()));
            }
            case 6 -> new Steps.Defer(program(rest, masked));
            case 7, 8 -> new Steps.Recover(program(rest / 2, masked), program(rest - rest / 2, masked));
            case 9, 10 -> new Steps.Attempt(program(rest, masked));
            case 11 -> new Groups.Sequence(parts(rest, masked));
            case 12 -> new Steps.StartJoin(program(rest, false));
            case 13 -> new Steps.Locally(1 + below(9), program(rest, masked));
            case 14 -> new Steps.Uncancelable(program(rest, true));
            case 15 -> new Steps.OnCancel(program(rest, masked), ++effects);
            case 16 -> new Steps.Guarantee(program(rest / 2, masked), program(rest - rest / 2, true));
            case 17, 18, 19 -> new Groups.Both(program(rest / 2, masked), program(rest - rest / 2, masked));
            case 20, 21 -> new Groups.Gather(parts(rest, masked));
            case 22 -> new Groups.ParTraverse(1 + below(3), parts(rest, masked));
            case 23 -> new Groups.Unordered(parts(rest, masked));
            case 24 -> new Groups.Reduce(parts(rest, masked));
            default -> new Steps.Timeout(below(8), program(rest, masked));
        };
    }

    private List<Program> parts(int size, boolean masked) {
        int n = 1 + below(Math.min(MOST_PARTS, Math.max(1, size)));
        List<Program> parts = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            parts.add(program(Math.max(1, size / n), masked));
        }
        return parts;
    }
}
