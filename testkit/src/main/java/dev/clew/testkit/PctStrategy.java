package dev.clew.testkit;

import java.util.Arrays;

/**
 * Probabilistic concurrency testing: the ready fiber of the highest priority runs, and at a few moments the one that runs
 * falls below all others. See {@link Strategy#pct}.
 *
 * <p>The priority of a fiber is a hash of the seed and its number, above 0; one that fell has the negated place of its
 * fall, so that who fell later is lower. A moment is a question who runs: the next job, or whether to give way.
 */
final class PctStrategy implements Strategy {
    static final String NAME = "pct";

    /** How often a fiber is chosen before others that are ready until it falls: it may be polling. */
    private static final int PATIENCE = 200;

    private final int depth;
    private final int length;
    private final long seed;
    private final SplitMix random;
    private final long[] changes;
    private final int cancelOneIn;

    /** By number: 0 where the fiber has the priority it was born with, else how many had fallen, with this one. */
    private int[] fallen = new int[16];

    /** By number: how often the fiber was chosen before others since it was born or fell. */
    private int[] chosen = new int[16];

    private int falls;
    private long moments;

    PctStrategy(int depth, int length, long seed) {
        if (depth < 1 || length < 1) {
            throw new IllegalArgumentException("pct needs a depth and a length of at least 1, but they are " + depth
                    + " and " + length + "; the depth is how many events must come in a certain order");
        }
        this.depth = depth;
        this.length = length;
        this.seed = seed;
        this.random = new SplitMix(seed);
        this.changes = drawChanges();
        this.cancelOneIn = Math.max(2, length / 2);
    }

    private long[] drawChanges() {
        long[] drawn = new long[depth - 1];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = 1L + random.below(length);
        }
        Arrays.sort(drawn);
        return drawn;
    }

    @Override
    public int choose(Choice choice, int n) {
        return switch (choice) {
            case NEXT_JOB, YIELD -> 0;
            case TIMER_TIE, PICK, FORK, SPLIT -> random.below(n);
            case CANCEL -> random.below(cancelOneIn) == 0 ? 1 : 0;
        };
    }

    @Override
    public int choose(Choice choice, int n, Situation now) {
        if (choice == Choice.NEXT_JOB) {
            return highest(n, now);
        }
        if (choice != Choice.YIELD) {
            return choose(choice, n);
        }
        int running = now.running();
        moment(running);
        int best = highest(now.ready(), now, running);
        return best < 0 ? 0 : 1;
    }

    private int highest(int n, Situation now) {
        int best = highest(n, now, 0);
        int fiber = Math.max(0, now.fiber(best));
        moment(fiber);
        grow(fiber);
        if (++chosen[fiber] >= PATIENCE) {
            fall(fiber);
        }
        return best;
    }

    /** The place of the ready job that comes first, if it comes before {@code than}, else -1. */
    private int highest(int n, Situation now, int than) {
        int best = -1;
        long most = than == 0 ? Long.MIN_VALUE : priority(than);
        for (int i = 0; i < n; i++) {
            long p = priority(now.fiber(i));
            if (p > most) {
                most = p;
                best = i;
            }
        }
        return best;
    }

    private void moment(int running) {
        moments++;
        if (Arrays.binarySearch(changes, moments) >= 0) {
            fall(running);
        }
    }

    private void fall(int fiber) {
        if (fiber > 0) {
            grow(fiber);
            fallen[fiber] = ++falls;
            chosen[fiber] = 0;
        }
    }

    private long priority(int fiber) {
        if (fiber > 0 && fiber < fallen.length && fallen[fiber] > 0) {
            return -fallen[fiber];
        }
        return SplitMix.at(seed, fiber) >>> 1;
    }

    private void grow(int fiber) {
        if (fiber >= fallen.length) {
            int size = Math.max(fiber + 1, fallen.length * 2);
            fallen = Arrays.copyOf(fallen, size);
            chosen = Arrays.copyOf(chosen, size);
        }
    }

    @Override
    public String replay() {
        return NAME + "(" + depth + "," + length + "):" + seed;
    }
}
