package dev.clew.testkit.junit;

import dev.clew.testkit.Explore;

/** How the schedules of a {@link ClewTest} are chosen. */
public enum Schedules {
    /** Random ones and {@link #PCT} of several depths in turn: {@link Explore}'s own choice. */
    MIXED {
        @Override
        void choose(Explore<?, ?> explore, int depth) {
            // What an exploration does unless told otherwise.
        }
    },
    /** At random, {@link Explore#random}. */
    RANDOM {
        @Override
        void choose(Explore<?, ?> explore, int depth) {
            explore.random();
        }
    },
    /** By priorities that change at few random moments, {@link Explore#pct}. */
    PCT {
        @Override
        void choose(Explore<?, ?> explore, int depth) {
            explore.pct(depth);
        }
    },
    /** Every fiber in its turn, {@link Explore#roundRobin}. */
    ROUND_ROBIN {
        @Override
        void choose(Explore<?, ?> explore, int depth) {
            explore.roundRobin();
        }
    },
    /** One schedule, first ready, first run, {@link Explore#fifo}. */
    FIFO {
        @Override
        void choose(Explore<?, ?> explore, int depth) {
            explore.fifo();
        }
    },
    /** All there are as far as the first {@link ClewTest#depth} decisions go, {@link Explore#exhaustive(int)}. */
    EXHAUSTIVE {
        @Override
        void choose(Explore<?, ?> explore, int depth) {
            explore.exhaustive(depth);
        }
    },
    /** The task is cancelled before its first step, before its second, and so on: {@link Explore#cancelEverywhere}. */
    CANCEL_EVERYWHERE {
        @Override
        void choose(Explore<?, ?> explore, int depth) {
            explore.cancelEverywhere();
        }
    };

    abstract void choose(Explore<?, ?> explore, int depth);
}
