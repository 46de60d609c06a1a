package dev.clew.testkit;

import java.util.SplittableRandom;

/**
 * Random choices. The frequencies of forks, splits and yields differ from seed to seed: a fault that needs many yields
 * and no fork is met as well as one that needs the contrary.
 */
final class RandomStrategy implements Strategy {
    private static final int NEVER = 0;
    private static final int[] FORK_ONE_IN = {NEVER, 1, 2, 8};
    private static final int[] SPLIT_ONE_IN = {NEVER, 2, 8, 64};
    private static final int[] YIELD_ONE_IN = {NEVER, 4, 16, 64};

    private final SplittableRandom random;
    private final int forkOneIn;
    private final int splitOneIn;
    private final int yieldOneIn;

    RandomStrategy(long seed) {
        random = new SplittableRandom(seed);
        forkOneIn = one(FORK_ONE_IN);
        splitOneIn = one(SPLIT_ONE_IN);
        yieldOneIn = one(YIELD_ONE_IN);
    }

    private int one(int[] of) {
        return of[random.nextInt(of.length)];
    }

    @Override
    public int choose(Choice choice, int n) {
        return switch (choice) {
            case NEXT_JOB, TIMER_TIE -> random.nextInt(n);
            case FORK -> oneIn(forkOneIn);
            case SPLIT -> oneIn(splitOneIn);
            case YIELD -> oneIn(yieldOneIn);
            case CANCEL -> 0;
        };
    }

    private int oneIn(int n) {
        return n != NEVER && random.nextInt(n) == 0 ? 1 : 0;
    }
}
