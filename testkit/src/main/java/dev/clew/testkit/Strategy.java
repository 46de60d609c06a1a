package dev.clew.testkit;

/**
 * Decides what a {@link TestRuntime} leaves open. One object serves one runtime and is asked from one thread; a run is a
 * function of its program and its strategy's answers.
 *
 * <p>It is asked only where the answer can matter: not for the next job where one is ready, not whether to give way where
 * nobody else is, and not twice about one state of the program.
 */
@FunctionalInterface
public interface Strategy {
    /** One of {@code n} possibilities, 0 to {@code n - 1}. */
    int choose(Choice choice, int n);

    /** As {@link #choose(Choice, int)}, which is what it asks unless a strategy wants to know more. */
    default int choose(Choice choice, int n, Situation situation) {
        return choose(choice, n);
    }

    /**
     * The words by which {@link TestRuntime#replay} makes this strategy again, such as {@code random:42}; empty where there
     * are none. Then a failure prints the decisions themselves.
     */
    default String replay() {
        return "";
    }

    /** Always 0: jobs in the order they became ready, branches inline unless their owner waits, nothing explored. */
    static Strategy fifo() {
        return new Fifo();
    }

    /**
     * Random with {@code seed}: how often it forks, splits and yields is drawn from the seed as well. It cancels only where
     * that is {@linkplain TestRuntime.Builder#cancelling asked for}.
     */
    static Strategy random(long seed) {
        return new RandomStrategy(seed);
    }

    /**
     * Priorities, changed at {@code depth - 1} random moments among about {@code length}: finds each fault that needs
     * {@code depth} events in a certain order with a probability of at least 1 in (fibers × length to the power of
     * {@code depth - 1}).
     *
     * <p>Burckhardt, Kothari, Musuvathi, Nagarakatte: "A Randomized Scheduler with Probabilistic Guarantees of Finding
     * Bugs", ASPLOS 2010. Different here: a fiber that is chosen very often loses its priority, so that one that polls
     * cannot hold up what it polls for; and a branch is forked by the toss of a coin.
     */
    static Strategy pct(int depth, int length, long seed) {
        return new PctStrategy(depth, length, seed);
    }

    /** Every fiber in its turn, for {@code quantum} binds; every branch is a fiber. */
    static Strategy roundRobin(int quantum) {
        return new RoundRobinStrategy(quantum);
    }

    /** As this one, but no branch and no part of a range becomes a fiber while its owner runs. */
    default Strategy inline() {
        return new ForkingStrategy(this, 0);
    }

    /** As this one, but every branch and every part of a range becomes a fiber at once. */
    default Strategy promoted() {
        return new ForkingStrategy(this, 1);
    }
}
