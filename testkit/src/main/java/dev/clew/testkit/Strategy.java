package dev.clew.testkit;

/**
 * Decides what a {@link TestRuntime} leaves open. One object serves one runtime and is asked from one thread; a run is a
 * function of its program and its strategy's answers.
 */
@FunctionalInterface
public interface Strategy {
    /** One of {@code n} possibilities, 0 to {@code n - 1}. */
    int choose(Choice choice, int n);

    /** Always 0: jobs in the order they became ready, branches inline unless their owner waits, nothing explored. */
    static Strategy fifo() {
        return (choice, n) -> 0;
    }

    /** Random with {@code seed}: how often it forks, splits and yields is drawn from the seed as well. Never cancels. */
    static Strategy random(long seed) {
        return new RandomStrategy(seed);
    }

    /** As this one, but no branch and no part of a range becomes a fiber while its owner runs. */
    default Strategy inline() {
        return (choice, n) -> isForking(choice) ? 0 : choose(choice, n);
    }

    /** As this one, but every branch and every part of a range becomes a fiber at once. */
    default Strategy promoted() {
        return (choice, n) -> isForking(choice) ? 1 : choose(choice, n);
    }

    private static boolean isForking(Choice choice) {
        return choice == Choice.FORK || choice == Choice.SPLIT;
    }
}
