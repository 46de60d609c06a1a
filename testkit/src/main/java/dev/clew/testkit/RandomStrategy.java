package dev.clew.testkit;

/**
 * Random choices. The frequencies of forks, splits and yields differ from seed to seed: a fault that needs many yields
 * and no fork is met as well as one that needs the contrary.
 */
final class RandomStrategy implements Strategy {
    private static final int NEVER = 0;
    private static final int[] FORK_ONE_IN = {NEVER, 1, 2, 8};
    private static final int[] SPLIT_ONE_IN = {NEVER, 2, 8, 64};
    private static final int[] YIELD_ONE_IN = {NEVER, 4, 16, 64};

    private static final int[] CANCEL_ONE_IN = {2, 8, 32, 128};

    static final String NAME = "random";

    private final long seed;
    private final SplitMix random;
    private final int forkOneIn;
    private final int splitOneIn;
    private final int yieldOneIn;
    private final int cancelOneIn;

    RandomStrategy(long seed) {
        this.seed = seed;
        random = new SplitMix(seed);
        forkOneIn = one(FORK_ONE_IN);
        splitOneIn = one(SPLIT_ONE_IN);
        yieldOneIn = one(YIELD_ONE_IN);
        cancelOneIn = one(CANCEL_ONE_IN);
    }

    private int one(int[] of) {
        return of[random.below(of.length)];
    }

    @Override
    public int choose(Choice choice, int n) {
        return switch (choice) {
            case NEXT_JOB, TIMER_TIE, PICK -> random.below(n);
            case FORK -> oneIn(forkOneIn);
            case SPLIT -> oneIn(splitOneIn);
            case YIELD -> oneIn(yieldOneIn);
            case CANCEL -> oneIn(cancelOneIn);
        };
    }

    private int oneIn(int n) {
        return n != NEVER && random.below(n) == 0 ? 1 : 0;
    }

    @Override
    public String replay() {
        return NAME + ":" + seed;
    }
}
