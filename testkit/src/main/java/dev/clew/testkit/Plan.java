package dev.clew.testkit;

import java.util.function.LongFunction;

/** Which strategies an exploration goes through. */
sealed interface Plan {
    /** How many runs it makes unless told otherwise. */
    default int usualRuns() {
        return 1000;
    }

    /** A strategy for each seed. {@code length}: about how many questions who runs a run has had. */
    @FunctionalInterface
    interface Seeded {
        Strategy strategy(long seed, int length);
    }

    /** One run for each seed. */
    record BySeed(Seeded strategies, int usualRuns) implements Plan {}

    /** All runs that differ in their first {@code depth} decisions, of which at most {@code unusual} are not 0. */
    record Exhaustive(int depth, int unusual) implements Plan {}

    /** First in, first out; random; and PCT of depths from 2 to 4: no one of them is best at everything. */
    static Plan mixed() {
        return new BySeed(
                (seed, length) -> {
                    if (seed == 1) {
                        return Strategy.fifo();
                    }
                    return seed % 2 == 0
                            ? Strategy.random(seed)
                            : Strategy.pct(2 + (int) Long.remainderUnsigned(seed / 2, 3), length, seed);
                },
                1000);
    }

    static Plan random() {
        return new BySeed((seed, length) -> Strategy.random(seed), 1000);
    }

    static Plan pct(int depth) {
        return new BySeed((seed, length) -> Strategy.pct(depth, length, seed), 1000);
    }

    static Plan roundRobin() {
        return new BySeed((seed, length) -> Strategy.roundRobin((int) Math.max(1, Math.min(seed, 1 << 20))), 10);
    }

    static Plan fifo() {
        return new BySeed((seed, length) -> Strategy.fifo(), 1);
    }

    static Plan of(LongFunction<? extends Strategy> strategies) {
        return new BySeed((seed, length) -> strategies.apply(seed), 1000);
    }
}
